/** The language of a text, where its commonest words leave no doubt. */

/** Words that make up a fifth and more of any text of a language, and are rare in the others. */
const COMMON: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'the and of to is that it for with as this are be from by at not have has which you your or when where if how',
    de: 'der die das und ist nicht ein eine einen den dem des mit auf für sich auch von zu wird werden sind oder wenn wie im',
    fr: 'le les et est une du dans pour que qui pas sur au avec ce cette vous nous des sont il elle ou par plus aux',
    es: 'el los las y es una que del para con por se no al lo como más su sus este esta pero son hay muy',
    it: 'il lo gli e è una che del della di per con non si al dal nel sono anche più come questo questa le i',
    nl: 'het een en van is dat niet op te zijn voor met aan er ook als door naar bij om maar dit deze wordt je',
    pt: 'o os as e é uma que do da dos das para com por não se ao mais como em no na pelo pela são ou',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

const MAX_WORDS = 5000;
/** Of a shorter text the commonest words decide nothing. */
const MIN_WORDS = 50;
const MIN_SHARE = 0.15;
/** How often the words of a language have to be there for each word of the next one. */
const MIN_LEAD = 2.5;

/** A BCP 47 tag of seven languages in Latin letters (en, de, fr, es, it, nl, pt); undefined where the text does not decide it. */
export function languageOfText(text: string): string | undefined {
  const words =
    text
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  if (words.length < MIN_WORDS) return undefined;
  const counts = Object.entries(COMMON)
    .map(([language, common]) => ({ language, count: words.filter((word) => common.has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first === undefined || second === undefined) return undefined;
  const isClear = first.count >= MIN_SHARE * words.length && first.count >= MIN_LEAD * second.count;
  return isClear ? first.language : undefined;
}
