import { ENGLISH_CONDUCT_WORDS, ENGLISH_USURPING_WORDS } from './english-conduct-words.ts';
import { ENGLISH_DATA_WORDS, ENGLISH_WORDS } from './english-words.ts';
import { FOREIGN_WORDS } from './foreign-words.ts';

export const MAX_PHRASE_WORDS = 4;
/** What a word is about that is no English one. */
export const FOREIGN = 'foreign';

interface Vocabulary {
  readonly words: Map<string, string[]>;
  readonly stems: Map<string, string[]>;
  readonly phrases: Map<string, string[]>;
  /** The first words of the phrases. */
  readonly phraseStarts: Set<string>;
}
const MIN_STEM = 2;
const MAX_STEM = 16;

/** As `normalise` leaves a word. */
const withoutMarks = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

function learn(
  { words, stems, phrases }: Vocabulary,
  vocabulary: Readonly<Record<string, string>>,
  isForeign: boolean,
): void {
  for (const [concept, list] of Object.entries(vocabulary)) {
    for (const entry of list.split(' ')) {
      const place = entry.includes('_') ? phrases : entry.endsWith('*') ? stems : words;
      const key = withoutMarks(entry.replace(/_/g, ' ').replace(/\*$/, ''));
      for (const spelling of isForeign ? [key] : [key, inBritish(key)]) {
        const isNew = !place.has(spelling);
        const known = place.get(spelling) ?? [];
        if (isForeign && isNew) known.push(FOREIGN);
        if (!known.includes(concept)) known.push(concept);
        place.set(spelling, known);
      }
    }
  }
}

const inBritish = (word: string): string => word.replace(/(?<=[a-z]{3})iz(?=e|ing|ation)/g, 'is');

let learned: Vocabulary | undefined;

/** Learned with the first text: most threads and commands that load it read none. */
function vocabulary(): Vocabulary {
  if (learned !== undefined) return learned;
  learned = { words: new Map(), stems: new Map(), phrases: new Map(), phraseStarts: new Set() };
  for (const words of [ENGLISH_WORDS, ENGLISH_DATA_WORDS, ENGLISH_CONDUCT_WORDS, ENGLISH_USURPING_WORDS]) {
    learn(learned, words, false);
  }
  learn(learned, FOREIGN_WORDS, true);
  for (const phrase of learned.phrases.keys()) learned.phraseStarts.add(phrase.slice(0, phrase.indexOf(' ')));
  return learned;
}

export const conceptsOfPhrase = (phrase: string): readonly string[] => vocabulary().phrases.get(phrase) ?? [];

export const startsPhrase = (word: string): boolean => vocabulary().phraseStarts.has(word);

/** Digits that stand for letters in a word that hides from readers of words. */
const LEET: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' };

const ARABIC = /^[\u0620-\u064a]/;
const ARABIC_PREFIX = /^[\u0648\u0641]?[\u0628\u0643\u0644]?(?:\u0627\u0644)?/;

/** A cache, because most words of a text recur; cleared as a whole, so that untrusted words cannot fill the memory. */
const MAX_REMEMBERED = 8_192;
const remembered = new Map<string, readonly string[]>();

/** What a word is about. */
export function conceptsOf(word: string): readonly string[] {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  // French and Italian articles are written with an apostrophe.
  const lower = word.toLowerCase().replace(/^(?:l|d|n|m|j|qu|s|c|t|dell|all)'/, '');
  const found = lookUp(lower);
  const concepts = found.length === 0 ? lookUp(otherSpelling(lower)) : found;
  if (word.length <= 2 * MAX_STEM) remembered.set(word, concepts);
  return concepts;
}

/** Without the article and prepositions that Arabic writes as a part of the word; with letters for the digits of leetspeak. */
function otherSpelling(word: string): string {
  if (ARABIC.test(word)) return word.replace(ARABIC_PREFIX, '');
  const isLeet = /[a-z][013457][a-z0-9]|^[013457][a-z]{2}/.test(word);
  return isLeet ? word.replace(/[013457]/g, (digit) => LEET[digit] ?? digit) : word;
}

function lookUp(word: string): readonly string[] {
  const { words, stems } = vocabulary();
  const found = new Set(words.get(word) ?? []);
  for (let length = Math.min(word.length, MAX_STEM); length >= MIN_STEM; length -= 1) {
    for (const concept of stems.get(word.slice(0, length)) ?? []) found.add(concept);
  }
  return [...found];
}
