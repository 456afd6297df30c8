/** Reads one sentence: which acts it orders, forbids or describes, and what it names. */

import type { Act, Concept } from './concepts.ts';
import type { Sentence, Token } from './sentences.ts';

/**
 * How a sentence has an act: `order` commands the reader, `ban` forbids it or says that it is not done, `does` says what
 * something does, `theirs` is what the user does, `loose` is anything else, such as a purpose or a noun.
 */
export type Mood = 'order' | 'ban' | 'does' | 'theirs' | 'loose';

export interface Deed {
  readonly act: Act;
  readonly mood: Mood;
  readonly at: number;
}

export interface Reading {
  readonly sentence: Sentence;
  readonly deeds: readonly Deed[];
  /** Concepts of the sentence, with the places where they are. */
  readonly places: ReadonlyMap<Concept, readonly number[]>;
  readonly isEnglish: boolean;
}

const NEGATIONS = new Set(
  "not never don't dont doesn't cannot can't won't shouldn't mustn't needn't nor neither without avoid avoiding refrain isn't aren't no nothing nobody rather".split(' '),
);
const SKIPPED = new Set(
  'please kindly simply just also then now first next so always only even instead therefore thus still to do does be being been it again both either once immediately directly automatically ever both actually really merely additionally afterwards finally lastly secondly second thereafter later subsequently go ahead proceed proactively verbatim too all henceforth feel free dutifully'.split(' '),
);
const CONJUNCTIONS = new Set('and or but then & nor plus yet while'.split(' '));
const MODALS = new Set("must should shall will may can could would might ought has have needs need is are am was were be been needs supposed 'll 'd gets".split(' '));
const DETERMINERS = new Set('the a an this that these those each every any your my our their its his her no some all one such another of in on for with from per by which what same full'.split(' '));
/** Before "to": the infinitive that follows is an order. */
const ORDERING = new Set(
  'need needs have has had must required obliged expected asked instructed remember sure want forget supposed ought try requested told free allowed permitted welcome is are necessary essential important mandatory crucial proceed continue best obligated bound care begin start mind advised encouraged agree like good helpful wise authorised authorized cleared entitled made urged trusted reminded taught known configured designed directed'.split(' '),
);
const BE = new Set('be is are was were been being gets get got am'.split(' '));
/** Nouns that are also verbs are nouns after these words, but acts at the start of a clause. */
const isAdverb = (word: string): boolean => SKIPPED.has(word) || (word.length > 4 && word.endsWith('ly'));

export function readingOf(sentence: Sentence, isOpening: boolean): Reading {
  const { tokens, isEnglish } = sentence;
  const places = new Map<Concept, number[]>();
  tokens.forEach(({ concepts }, at) => {
    for (const concept of concepts) {
      const known = places.get(concept);
      if (known === undefined) places.set(concept, [at]);
      else known.push(at);
    }
  });
  const deeds: Deed[] = [];
  tokens.forEach(({ acts }, at) => {
    if (acts.length === 0) return;
    const moods = new Map<string, Mood>();
    for (const { act, form } of acts) {
      const mood = moods.get(form) ?? (isEnglish ? moodAt(tokens, at, form, isOpening, deeds) : foreignMood(tokens, at));
      moods.set(form, mood);
      deeds.push({ act, mood, at });
    }
  });
  return { sentence, deeds, places, isEnglish };
}

const FOREIGN_NEAR = 4;
const foreignMood = (tokens: readonly Token[], at: number): Mood =>
  tokens.slice(Math.max(0, at - FOREIGN_NEAR), at + FOREIGN_NEAR).some(({ concepts }) => concepts.has('negative')) ? 'ban' : 'order';

function moodAt(tokens: readonly Token[], at: number, form: string, isOpening: boolean, earlier: readonly Deed[]): Mood {
  const { before, isBanned, isStart } = lookBack(tokens, at);
  const previous = before >= 0 ? tokens[before] : undefined;
  if (form === 'base') return baseMood(tokens, { at, before, previous, isBanned, isStart }, isOpening, earlier);
  if (form === 'third') return previous !== undefined && !isStart && DETERMINERS.has(previous.word) ? 'loose' : 'does';
  if (form === 'gerund') {
    if (isBanned) return 'ban';
    return previous !== undefined && BE.has(previous.word) ? 'does' : 'loose';
  }
  return pastMood(tokens, at, isBanned);
}

interface Before {
  readonly before: number;
  readonly isBanned: boolean;
  readonly isStart: boolean;
}

/** Goes back over adverbs and negations to the word that decides, or to the start of the clause. */
function lookBack(tokens: readonly Token[], at: number): Before {
  let before = at - 1;
  let isBanned = false;
  let isStart = tokens[at]?.startsClause === true;
  while (!isStart && before >= 0) {
    const token = tokens[before];
    if (token === undefined) break;
    if (NEGATIONS.has(token.word)) isBanned = true;
    else if (token.word === 'to' || BE.has(token.word) || !isAdverb(token.word)) break;
    if (token.startsClause) isStart = true;
    before -= 1;
  }
  return { before: isStart ? -1 : before, isBanned, isStart: isStart || before < 0 };
}

function baseMood(
  tokens: readonly Token[],
  { at, before, previous, isBanned, isStart }: Before & { readonly at: number; readonly previous: Token | undefined },
  isOpening: boolean,
  earlier: readonly Deed[],
): Mood {
  const toEarlier = (): Mood => {
    const last = earlier.findLast((deed) => deed.at < at && deed.mood !== 'loose');
    return last?.mood === 'ban' && (previous?.word === 'or' || previous?.word === 'nor') ? 'ban' : isBanned ? 'ban' : (last?.mood ?? 'order');
  };
  if (isStart || previous === undefined) {
    if (isBanned) return 'ban';
    return isOpening && before < 0 && at < 2 ? 'does' : 'order';
  }
  if (CONJUNCTIONS.has(previous.word)) {
    const first = earlier.findLast((deed) => deed.at < before && deed.mood !== 'loose');
    return first === undefined ? (isBanned ? 'ban' : 'order') : toEarlier();
  }
  if (previous.word === 'to') return infinitiveMood(tokens, before, isBanned);
  if (MODALS.has(previous.word)) return isBanned ? 'ban' : subjectMood(tokens, before);
  if (previous.concepts.has('model') || previous.word === 'you') return isBanned ? 'ban' : 'order';
  if (previous.concepts.has('user')) return 'theirs';
  if (previous.word === 'let' || previous.word === 'help' || previous.word === 'helps') return isBanned ? 'ban' : 'loose';
  return isBanned ? 'ban' : 'loose';
}

const AROUND = 6;

function infinitiveMood(tokens: readonly Token[], to: number, isBanned: boolean): Mood {
  let at = to - 1;
  let isNegated = isBanned;
  while (at >= 0 && (isAdverb(tokens[at]?.word ?? '') || NEGATIONS.has(tokens[at]?.word ?? ''))) {
    if (NEGATIONS.has(tokens[at]?.word ?? '')) isNegated = true;
    at -= 1;
  }
  const lead = tokens[at];
  if (lead === undefined) return isNegated ? 'ban' : 'loose';
  const around = tokens.slice(Math.max(0, at - 3), at).map(({ word }) => word);
  if (around.some((word) => NEGATIONS.has(word)) || lead.word === 'unnecessary') isNegated = lead.word !== 'forget' && lead.word !== 'fail';
  if (isNegated) return 'ban';
  if (lead.word === 'forget' || ORDERING.has(lead.word)) return subjectMood(tokens, at);
  return 'loose';
}

/** Whose act it is, by the nearest party before a modal. */
function subjectMood(tokens: readonly Token[], modal: number): Mood {
  for (let at = modal - 1; at >= Math.max(0, modal - AROUND); at -= 1) {
    const token = tokens[at];
    if (token === undefined) break;
    if (token.concepts.has('model') || token.word === 'you') return 'order';
    if (token.concepts.has('user') && !/'s$|s'$/.test(token.word)) return 'theirs';
    if (token.startsClause) break;
  }
  return 'order';
}

function pastMood(tokens: readonly Token[], at: number, isBannedNear: boolean): Mood {
  let back = at - 1;
  let isBanned = isBannedNear;
  while (back >= 0 && !tokens[back + 1]?.startsClause && (isAdverb(tokens[back]?.word ?? '') || NEGATIONS.has(tokens[back]?.word ?? '')) && !BE.has(tokens[back]?.word ?? '')) {
    if (NEGATIONS.has(tokens[back]?.word ?? '')) isBanned = true;
    back -= 1;
  }
  const helper = tokens[back]?.word ?? '';
  if (!BE.has(helper)) {
    // A second participle of "are to be read and sent".
    return isBanned ? 'ban' : 'loose';
  }
  const lead = tokens.slice(Math.max(0, back - 4), back).map(({ word }) => word);
  if (lead.some((word) => NEGATIONS.has(word)) || isBanned) return 'ban';
  if (helper === 'be' || helper === 'get') return lead.some((word) => MODALS.has(word) || word === 'to') ? 'order' : 'loose';
  return 'does';
}
