/**
 * Whether a question is about matters of the library. What people ask here and what they ask elsewhere give each word,
 * and each pair of neighbouring words, its log odds; how these count together with how near the library comes was fitted
 * by logistic regression (`npm run train-topic`).
 */

import type { Steps } from '../basics/steps.ts';

/** Added to each count, so that a word of one side alone has finite odds. */
const SMOOTHING = 0.25;
const QUESTIONS_A_STEP = 1000;
const TERMS_A_STEP = 10_000;

/** What speaks for and against it. */
export interface Signs {
  /** The sums of the log odds of words that are asked here, and of those that are asked elsewhere (below 0). */
  readonly wordsHere: number;
  readonly wordsElsewhere: number;
  /** How many words nobody asks with. */
  readonly wordsNowhere: number;
  /** The same sums for pairs of words. */
  readonly pairsHere: number;
  readonly pairsElsewhere: number;
  /** Logarithm of one more than its words. */
  readonly length: number;
  /** It says "you" or "your", which means this service. */
  readonly addressesUs: number;
  /** It says "it", "this" or "here", which mean what the asker sees: this service. */
  readonly pointsHere: number;
  /** The score of the section that is asked for most alike, for each of the words that it has, and the share of those. */
  readonly alike: number;
  readonly covered: number;
  /** How near an article comes by what it means; see Closeness. */
  readonly meantHere: number;
}

/** What is known of a question next to its words. */
export type Evidence = Pick<Signs, 'alike' | 'covered' | 'meantHere'> & {
  readonly text: string;
  /** Its words, in order. */
  readonly terms: readonly string[];
};

/** What each of the signs counts for. */
type Weights = Readonly<Record<keyof Signs, number>>;

/** Printed by `npm run train-topic`. */
const WEIGHTS: Weights = {
  wordsHere: 0.35,
  wordsElsewhere: 0.55,
  wordsNowhere: -1.73,
  pairsHere: 0.67,
  pairsElsewhere: 0.28,
  length: -1.14,
  addressesUs: 1.17,
  pointsHere: 1.13,
  alike: 0.11,
  covered: 1.82,
  meantHere: 0.57,
};
/** The sum from which on a question is answered: printed with them, and refuses what is asked elsewhere 92 times in 100. */
const LEAST = 1.41;

/** The names of the signs. */
// The keys of a literal of that type.
export const SIGNS = Object.keys(WEIGHTS) as readonly (keyof Signs)[];

const ADDRESSES_US = /\b(?:you|your|yours)\b/i;
const POINTS_HERE = /\b(?:it|this|here)\b/i;
/** A word of the languages in which questions are known: one in another script says nothing of its topic, as a number does. */
const IS_WORD = /^[a-z]/;

export interface Topic {
  /** Whether somebody asks with a term, here or elsewhere. */
  isAsked(term: string): boolean;
  signsOf(evidence: Evidence): Signs;
  /** Whether a question is about our matters. */
  isOurs(evidence: Evidence): boolean;
}

/** The log odds of each word and of each two with a space between: above 0 it is asked here rather than elsewhere. */
export type Odds = ReadonlyMap<string, number>;

/**
 * Counts who asks with which words.
 * @param here the terms of each question that is asked here
 * @param elsewhere the terms of each that is asked elsewhere
 */
export function* countOdds(
  here: readonly (readonly string[])[],
  elsewhere: readonly (readonly string[])[],
): Steps<Odds> {
  const ours = yield* countIn(here);
  const theirs = yield* countIn(elsewhere);
  const shareOf = (count: number, of: number) => Math.log((count + SMOOTHING) / (of + 2 * SMOOTHING));
  const odds = new Map<string, number>();
  let at = 0;
  for (const counts of [ours, theirs]) {
    for (const term of counts.keys()) {
      const [own = 0, other = 0] = [ours.get(term), theirs.get(term)];
      odds.set(term, shareOf(own, here.length) - shareOf(other, elsewhere.length));
      at += 1;
      if (at % TERMS_A_STEP === 0) yield;
    }
  }
  return odds;
}

/**
 * Judges questions by the odds of their words; see the beginning of this file.
 * @param isWritten whether an article has a term
 */
export function createTopic(odds: Odds, isWritten: (term: string) => boolean): Topic {
  function signsOf({ text, terms, alike, covered, meantHere }: Evidence): Signs {
    const oddsOf = (some: readonly string[]) => some.map((term) => odds.get(term)).filter((each) => each !== undefined);
    const words = oddsOf(terms);
    const pairs = oddsOf(pairsOf(terms));
    const isNowhere = (term: string) => !odds.has(term) && IS_WORD.test(term) && !isWritten(term);
    const nowhere = terms.filter(isNowhere).length;
    return {
      wordsHere: sumOf(words, 1),
      wordsElsewhere: sumOf(words, -1),
      wordsNowhere: nowhere,
      pairsHere: sumOf(pairs, 1),
      pairsElsewhere: sumOf(pairs, -1),
      length: Math.log(1 + words.length + nowhere),
      addressesUs: Number(ADDRESSES_US.test(text)),
      pointsHere: Number(POINTS_HERE.test(text)),
      alike,
      covered,
      meantHere,
    };
  }
  return {
    isAsked: (term) => odds.has(term),
    signsOf,
    isOurs(evidence) {
      const signs = signsOf(evidence);
      return SIGNS.reduce((sum, sign) => sum + signs[sign] * WEIGHTS[sign], 0) >= LEAST;
    },
  };
}

/** In how many of the questions each word and each pair is. */
function* countIn(questions: readonly (readonly string[])[]): Steps<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [at, terms] of questions.entries()) {
    for (const each of new Set(terms.concat(pairsOf(terms)))) counts.set(each, (counts.get(each) ?? 0) + 1);
    if (at % QUESTIONS_A_STEP === 0) yield;
  }
  return counts;
}

const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]} ${term}`);

/** The sum of those with the sign. */
const sumOf = (values: readonly number[], sign: 1 | -1): number =>
  values.reduce((sum, value) => (Math.sign(value) === sign ? sum + value : sum), 0);
