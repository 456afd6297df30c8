/** Looks up what a word or phrase can mean. Learned from `words/` with the first text, because most commands judge none. */

import type { Act, Concept } from './concepts.ts';
import { DOUBLES, ENGLISH_ACTS, IRREGULAR } from './words/english-acts.ts';
import { ENGLISH_THINGS } from './words/english-things.ts';
import { OTHER_LANGUAGES } from './words/other-languages.ts';
import { OTHER_SCOPES } from './words/other-scopes.ts';

/** Base ("send"), third person ("sends"), gerund ("sending"), past or participle ("sent"); `any` in other languages. */
export type Form = 'base' | 'third' | 'gerund' | 'past' | 'any';

export interface Meaning {
  readonly concepts: readonly Concept[];
  readonly acts: readonly { readonly act: Act; readonly form: Form }[];
}

const NOTHING: Meaning = { concepts: [], acts: [] };
/** Longest phrase, in words. */
export const MAX_PHRASE_WORDS = 5;

interface Lexicon {
  readonly words: Map<string, Meaning>;
  readonly stems: Map<string, Meaning>;
  readonly starts: Set<string>;
}
interface Vocabulary {
  readonly english: Lexicon;
  readonly others: Lexicon;
}

const emptyLexicon = (): Lexicon => ({ words: new Map(), stems: new Map(), starts: new Set() });

/** As `normalise` leaves a word. */
const withoutMarks = (word: string): string =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

function add({ words, stems, starts }: Lexicon, entry: string, meaning: Meaning): void {
  const key = withoutMarks(entry.replace(/_/g, ' ').replace(/\*$/, ''));
  const place = entry.endsWith('*') ? stems : words;
  const known = place.get(key) ?? NOTHING;
  place.set(key, {
    concepts: [...new Set([...known.concepts, ...meaning.concepts])],
    acts: [
      ...known.acts,
      ...meaning.acts.filter(({ act, form }) => !known.acts.some((k) => k.act === act && k.form === form)),
    ],
  });
  const space = key.indexOf(' ');
  if (space > 0) starts.add(key.slice(0, space));
}

const VOWEL = /[aeiou]/;

/** The forms of a regular verb; past and participle can be several. */
export function formsOf(verb: string): readonly { readonly word: string; readonly form: Form }[] {
  const cut = verb.endsWith('e') && !verb.endsWith('ee') ? verb.slice(0, -1) : verb;
  const isConsonantY = verb.endsWith('y') && !VOWEL.test(verb.charAt(verb.length - 2));
  const doubled = DOUBLES.includes(verb) ? verb + verb.charAt(verb.length - 1) : cut;
  const third = isConsonantY ? `${verb.slice(0, -1)}ies` : /(?:s|x|z|ch|sh|o)$/.test(verb) ? `${verb}es` : `${verb}s`;
  const pasts = IRREGULAR[verb] ?? [isConsonantY ? `${verb.slice(0, -1)}ied` : `${doubled}ed`];
  return [
    { word: verb, form: 'base' },
    { word: third, form: 'third' },
    { word: `${doubled}ing`, form: 'gerund' },
    ...pasts.map((word) => ({ word, form: 'past' as const })),
  ];
}

function learnEnglish(): Lexicon {
  const lexicon = emptyLexicon();
  for (const [act, list] of Object.entries(ENGLISH_ACTS)) {
    if (!isAct(act)) continue;
    for (const entry of new Set(list.split(' '))) {
      const [verb = '', ...rest] = entry.split('_');
      for (const { word, form } of formsOf(verb))
        add(lexicon, [word, ...rest].join('_'), { concepts: [], acts: [{ act, form }] });
    }
  }
  for (const [concept, list] of Object.entries(ENGLISH_THINGS)) learnThing(lexicon, concept, list);
  return lexicon;
}

const isAct = (name: string): name is Act => Object.hasOwn(ENGLISH_ACTS, name);

function learnThing(lexicon: Lexicon, concept: string, list: string): void {
  // The keys of both tables are concepts by their types, which `Object.entries` forgets.
  const meaning: Meaning = { concepts: [concept as Concept], acts: [] };
  for (const entry of list.split(' ')) {
    if (entry === '') continue;
    add(lexicon, entry, meaning);
    if (/[a-z]$/.test(entry) && !/(?:s|ly|ing)$/.test(entry)) add(lexicon, pluralOf(entry), meaning);
  }
}

const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;

function learnOthers(): Lexicon {
  const lexicon = emptyLexicon();
  for (const [concept, list] of [...Object.entries(OTHER_LANGUAGES), ...Object.entries(OTHER_SCOPES)]) {
    const meaning: Meaning = isAct(concept)
      ? { concepts: [], acts: [{ act: concept, form: 'any' }] }
      : { concepts: [concept as Concept], acts: [] };
    for (const entry of list.split(/\s+/)) if (entry !== '') add(lexicon, entry, meaning);
  }
  return lexicon;
}

let learned: Vocabulary | undefined;
const vocabulary = (): Vocabulary => {
  learned ??= { english: learnEnglish(), others: learnOthers() };
  return learned;
};

const MIN_STEM = 2;
const MAX_STEM = 18;
const ARABIC_PREFIX = /^[\u0648\u0641]?[\u0628\u0643\u0644]?(?:\u0627\u0644)?/;

/** A cache, because most words of a text recur; cleared as a whole, so that untrusted words cannot fill the memory. */
const MAX_REMEMBERED = 8_192;
const remembered = new Map<string, Meaning>();

/** What a word or phrase, in lower case, means in English or in one of the other languages. */
export function meaningOf(word: string, isEnglish: boolean): Meaning {
  const key = `${isEnglish ? 'e' : 'o'}${word}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  const found = isEnglish ? inEnglish(word) : inOthers(word);
  if (word.length <= 3 * MAX_STEM) remembered.set(key, found);
  return found;
}

function inEnglish(word: string): Meaning {
  const { words } = vocabulary().english;
  return words.get(word) ?? words.get(word.replace(/(?<=[a-z]{3})is(?=e|ing|ation)/, 'iz')) ?? NOTHING;
}

function inOthers(word: string): Meaning {
  const plain = word.replace(/^(?:l|d|n|m|j|qu|s|c|t|dell|all|nell|sull|un)'/, '');
  const bare = /^[\u0620-\u064a]/.test(plain) && !exact(plain) ? plain.replace(ARABIC_PREFIX, '') : plain;
  const { words, stems } = vocabulary().others;
  let concepts = [...(words.get(bare)?.concepts ?? [])];
  let acts = [...(words.get(bare)?.acts ?? [])];
  for (let length = Math.min(bare.length, MAX_STEM); length >= MIN_STEM; length -= 1) {
    const stem = stems.get(bare.slice(0, length));
    if (stem === undefined) continue;
    concepts = [...concepts, ...stem.concepts];
    acts = [...acts, ...stem.acts];
  }
  return concepts.length + acts.length === 0 ? NOTHING : { concepts: [...new Set(concepts)], acts };
}

const exact = (word: string): boolean => vocabulary().others.words.has(word);

/** Whether a phrase of the vocabulary can begin with a word. */
export const startsPhrase = (word: string, isEnglish: boolean): boolean =>
  (isEnglish ? vocabulary().english : vocabulary().others).starts.has(word);
