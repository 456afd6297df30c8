/**
 * Whether a question is about matters of the library. What people ask here and what they ask elsewhere give each word,
 * and each pair of neighbouring words, its log odds; how these and the nearest line of an article count together was
 * fitted by logistic regression (`npm run train-ask`).
 */

import type { Steps } from '../basics/steps.ts';

/** Added to each count, so that a word of one side alone has finite odds. */
const SMOOTHING = 0.25;
const QUESTIONS_A_STEP = 1000;
const TERMS_A_STEP = 10_000;
/** How many of the strongest words on each side are looked at one by one: a few words tell what a long question is about. */
const STRONGEST = { forUs: 3, againstUs: 2 };

/** Fitted: first the bias, then one weight for each of `signsOf`. */
const WEIGHTS: readonly number[] = [
  -0.7, 0.37, 0.14, -1.9, 0.65, 0.25, 2.8, 1.62, -1.73, -0.06, 1.17, 1.05, -0.16, 0.02, 0.27, 0.47, 0.12,
];

/** What a question is judged by. */
export interface Evidence {
  /** Its words, in order. */
  readonly terms: readonly string[];
  /** How alike the nearest line of any article is, 0 to 1. */
  readonly alike: number;
  /** How near it comes by what it means to any article, and to questions asked elsewhere; see Closeness. */
  readonly meant: { readonly here: number; readonly elsewhere: number };
  /** It says "you" or "your", which means this service. */
  readonly addressesUs: boolean;
  /** It says "it", "this" or "here", which mean what the asker sees: this service. */
  readonly pointsHere: boolean;
}

export interface Topic {
  /** Log odds of a word or of two with a space between: above 0 it is asked here rather than elsewhere; undefined where it is in neither. */
  odds(term: string): number | undefined;
  /**
   * The signs for and against it: the sums of the log odds of words for us and against us, how many words nobody asks
   * with, the sums of pairs for us and against us, how alike the nearest line is, how near an article and what is asked
   * elsewhere come by what they mean, the length, whether it addresses us or points here, the strongest words for us and
   * against us.
   */
  signsOf(evidence: Evidence): number[];
  /** How sure it is that a question is about our matters: 0 and more where it is. */
  sureness(evidence: Evidence): number;
}

/** The log odds of each word and pair; see Topic. */
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

/** Judges questions by the odds of their words; see the beginning of this file. */
export function createTopic(known: Odds): Topic {
  const odds = (term: string) => known.get(term);
  function signsOf({ terms, alike, meant, addressesUs, pointsHere }: Evidence): number[] {
    const words = terms.map(odds).filter((each) => each !== undefined);
    const pairs = pairsOf(terms)
      .map(odds)
      .filter((each) => each !== undefined);
    const sorted = words.toSorted((a, b) => b - a);
    const strongest = Array.from({ length: STRONGEST.forUs }, (_, at) => Math.max(0, sorted[at] ?? 0));
    const weakest = Array.from({ length: STRONGEST.againstUs }, (_, at) => Math.min(0, sorted.at(-1 - at) ?? 0));
    return [
      sumOf(words, 1),
      sumOf(words, -1),
      terms.length - words.length,
      sumOf(pairs, 1),
      sumOf(pairs, -1),
      alike,
      meant.here,
      meant.elsewhere,
      Math.log(1 + terms.length),
      Number(addressesUs),
      Number(pointsHere),
      ...strongest,
      ...weakest,
    ];
  }
  return {
    odds,
    signsOf,
    sureness(evidence) {
      const [bias = 0, ...weights] = WEIGHTS;
      return signsOf(evidence).reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), bias);
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
