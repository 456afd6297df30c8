import type { DeliveryAccount, Explanation, Fix, TextShares } from '../../schema/explanation.ts';
import { pluralize } from '../pluralize.ts';
import { DELIVERED_TEXT } from '../scoring/score.ts';

type Loss = Exclude<keyof TextShares, 'delivered'>;

/** Causes of loss in the order in which losses are put down to them, as tables head them. */
export const LOSSES: readonly (readonly [of: Loss, words: string])[] = [
  ['robots', 'robots.txt'],
  ['refused', 'refused'],
  ['noWay', 'no way in'],
  ['noAnswer', 'no answer'],
  ['noText', 'no text'],
  ['cutOff', 'cut off'],
];

export const UNVERIFIED_REFUSAL =
  'Unverified refusal: every imitated assistant is refused where a browser gets the page. The real ones may get in; only your log can tell.';

/** A mark in the line of the grade, because every reader sees that line. */
export const refusalMark = ({ delivery }: Pick<Explanation, 'delivery'>): string =>
  delivery?.unverifiedRefusal === true ? ', unverified refusal' : '';

/** Whole per cent; a positive share that rounds to 0 is "under 1". */
export const percentOf = (share: number): string =>
  share > 0 && share < 0.005 ? 'under 1 %' : `${Math.round(share * 100)} %`;

/** What reaches agents and what keeps the rest back, in sentences; none for a scan of rubric 1. */
export function accountLines(explanation: Pick<Explanation, 'delivery' | 'fixes' | 'selection'>): string[] {
  const { delivery } = explanation;
  if (delivery === null) return [];
  return [
    ...(delivery.unverifiedRefusal ? [UNVERIFIED_REFUSAL] : []),
    sentenceOf(delivery),
    ...remainderLines(explanation),
  ];
}

const MIN_REMAINDER = 0.5;
/** Smaller shares round to nothing. */
const MIN_LOSS = 0.005;

/** What helps against the losses that no check finds. */
const ADVICE: readonly (readonly [of: Loss, words: (account: DeliveryAccount) => string])[] = [
  ['noText', ({ shortPages }) => `write more on ${shortPagesWords(shortPages)}`],
  ['noWay', () => 'link to every page'],
];

const shortPagesWords = (shortPages: DeliveryAccount['shortPages']): string =>
  shortPages === undefined || shortPages.count === 0
    ? 'pages that have few words of their own'
    : `the ${pluralize(shortPages.count, 'page')} with fewer than ${shortPages.fewerThan} words of their own`;

/** The points of text that no ranked fix brings: without them the gains would seem to leave most points out. */
export function remainderLines({
  delivery,
  fixes,
  selection,
}: Pick<Explanation, 'delivery' | 'fixes' | 'selection'>): string[] {
  // A selection has not the fixes of all checks.
  if (delivery === null || selection !== undefined) return [];
  const parts = fixes.flatMap((fix) => fix.parts).filter(({ of }) => of === DELIVERED_TEXT);
  const brought = parts.reduce((sum, { gain }) => sum + gain, 0);
  const remainder = delivery.possible - delivery.points - brought;
  if (remainder < MIN_REMAINDER) return [];
  const advice = ADVICE.filter(([of]) => delivery.all[of] >= MIN_LOSS).map(([, words]) => words(delivery));
  const remedy = advice.length === 0 ? '' : `: ${advice.join(', and ')}`;
  return [`No listed fix brings ${remainder.toFixed(1)} points of text${remedy}.`];
}

/** The shortest pages, for reports that quote addresses: the sentences above do not. Nothing where fixes bring all text. */
export function shortPagesOf(
  explanation: Pick<Explanation, 'delivery' | 'fixes' | 'selection'>,
): NonNullable<DeliveryAccount['shortPages']>['examples'] {
  const { shortPages } = explanation.delivery ?? {};
  return shortPages === undefined || remainderLines(explanation).length === 0 ? [] : shortPages.examples;
}

function sentenceOf({ all, siteKind }: DeliveryAccount): string {
  const losses = LOSSES.filter(([of]) => all[of] >= MIN_LOSS).map(([of, words]) => `${words} ${percentOf(all[of])}`);
  const rest = losses.length === 0 ? 'nothing keeps the rest back' : `lost to ${losses.join(', ')}`;
  const kind = siteKind === null ? '' : ` Graded as: ${siteKind}.`;
  return `Of the text ${percentOf(all.delivered)} reaches agents; ${rest}.${kind}`;
}

/** Readers by causes, as a table of Markdown. */
export function accountTable({ delivery }: Pick<Explanation, 'delivery'>): string[] {
  if (delivery === null) return [];
  const cells = (shares: TextShares) =>
    [shares.delivered, ...LOSSES.map(([of]) => shares[of])].map(percentOf).join(' | ');
  return [
    `| reader | reaches it | ${LOSSES.map(([, words]) => words).join(' | ')} |`,
    `|---|${'--:|'.repeat(LOSSES.length + 1)}`,
    ...delivery.readers.map((reader) => `| ${reader.name} | ${cells(reader)} |`),
  ];
}

/** `S10 2.3 + S11 1.1`; empty where the gain has one part. */
export const partsWords = ({ parts }: Pick<Fix, 'parts'>): string =>
  parts.length < 2 ? '' : parts.map(({ of, gain }) => `${of.replace('-', ' ')} ${gain.toFixed(1)}`).join(' + ');
