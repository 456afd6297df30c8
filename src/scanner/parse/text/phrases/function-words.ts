/**
 * The most frequent words of languages in Latin and Cyrillic letters. A prose text of sixty words without any of them is no text
 * of its language: its letters are reversed, mapped by a font or spread. Source: the stop word lists of Snowball
 * (snowballstem.org), the first words of each; letters alone are left out, because they survive a reversal.
 */
const LISTS: Readonly<Record<string, string>> = {
  en: 'the of and to in is that it for was on are as with be at by this have from or not you your can will',
  de: 'der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei',
  fr: 'de la le et les des en un une du dans est pour que qui par au sur pas plus ne se sont avec il ce vous',
  es: 'de la que el en los del se las por un para con no una su al lo es más como pero sus le ya',
  it: 'di che la il un per è in una sono con non si da le dei del alla della nel come più anche gli ai',
  pt: 'de que do da em um para com não uma os no se na por mais as dos como mas ao ele das seu sua ou',
  nl: 'de van een het en in is dat op te voor met zijn niet aan er om ook als dan bij maar uit wordt door',
  pl: 'nie się na do że to jest jak za od przez po ale co czy tym tego są dla ze oraz lub',
  cs: 'se na je že to do jako pro za od po ale jsou by která který nebo ve jeho při také být',
  ru: 'не на что по как это из для все от за так или но при его бы если она они то же',
};

const WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(LISTS).map(([lang, words]) => [lang, new Set(words.split(' '))]),
);

/** The function words of a language by its tag (`de-AT`); undefined for one that is not known. */
export const functionWordsOf = (lang: string | undefined): ReadonlySet<string> | undefined =>
  WORDS.get((lang ?? '').trim().toLowerCase().split(/[-_]/, 1)[0] ?? '');
