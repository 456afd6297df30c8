import { FIGURE_WORDS, type SignRule } from './sign.ts';

/** Kinds of figures that owners know by name, by words of their labels. */
const KINDS: readonly (readonly [kind: string, labels: RegExp])[] = [
  ['price', /price|preis|prix|precio|prezzo|preço|prijs|cena|цен[аы]|价格|価格|가격|\bcost\b|\bfee\b/i],
  [
    'opening hours',
    /hours|öffnungszeit|horaire|horario|orari|horário|openingstijd|godziny|otevírací|часы|营业时间|営業時間|영업/i,
  ],
  ['availability', /stock|availab|lager|verfügbar|disponib|voorraad|dostępn|skladem|наличи|库存|在庫|재고/i],
];

/** What pages show none of, by the labels of what they lack: most of those must be of the kind. */
export function figureWords(examples: readonly string[]): string {
  const kind = KINDS.find(([, labels]) => examples.filter((each) => labels.test(each)).length * 2 > examples.length);
  return `show no ${kind?.[0] ?? 'figures where they announce them'} without a script`;
}

/** Cells and labelled figures without a value: prices, hours, stock that scripts write. */
export const figures: SignRule = ({ missing: { figures: found } }) =>
  found.count === 0 ? undefined : { missingWords: FIGURE_WORDS * found.count, example: found.labels.join(', ') };
