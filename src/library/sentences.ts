import type { SearchIndex } from './bm25f.ts';
import type { Passage } from './read-text.ts';

const SHORTEST_SENTENCE = 30;
const LONGEST_SENTENCE = 320;
/** How a summary cites. */
export const CITATION = /\[(\d{1,2})\]/g;

/** Words that need the sentence before: what they mean is said there. */
const LEANS_BACK =
  /^(?:It|Its|They|Their|Them|This|That|These|Those|He|She|Such|Both|Here|There,|Then|So|But|And|Or|Nor|Yet|Also|Too|Thus|Hence|Otherwise|However|Therefore|Instead|Else|Neither|Either|None|Others?|Another|Only then|For example|In (?:that|this|both|such)|The (?:first|second|third|latter|former|others?|same|rest|last|answer|reason)|(?:One|Some|All|Each|Two|Most|Many) of (?:them|it|these|those)|(?:Each|All|Several|Some|Many|Most|Few|Any) (?:has|have|is|are|was|were|can|may|must|do|does)|With both|(?:What|Whether|How|Why|When|Where)(?: \w+){0,3} (?:it|they|them|these|those)|Beyond that|Without (?:one|it|them))(?![\p{L}-])/u;
/** A pointer to another page answers nothing: at the end of a sentence it is left off, a whole one is not quoted. */
const TAIL = /[:;,(] ?see [^.;]{1,80}\.$/;
const POINTS_ELSEWHERE =
  /^(?:See|Read|More (?:on|in)|Details are|How else)\b|\bread about\b|\b(?:is|are) (?:told|discussed|explained) (?:in|at)\b/;
const ENDS_OPEN = /\b(?:those|these|them|this|that|there|so|below|above)[.!?]$/;
const IS_WHOLE = /[.!?]["'”’)]?$/;

/** A bag of weighted terms, with its Euclidean length. */
export interface Vector {
  readonly weights: ReadonlyMap<string, number>;
  readonly norm: number;
}

/** What a summary can quote: a sentence, or two where the second one leans on the first. */
export interface Sentence {
  readonly text: string;
  readonly heading: string;
  /** The terms of the heading. */
  readonly inHeading: ReadonlySet<string>;
  readonly vector: Vector;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts passages into sentences that make sense alone. */
export function sentencesOf(passages: readonly Passage[], index: SearchIndex): Sentence[] {
  return passages
    .flatMap(({ text, heading, isRow }) =>
      (isRow ? [text] : unitsOf(text)).map((unit) => ({ text: withoutTail(unit), heading })),
    )
    .filter(({ text }) => isQuotable(text))
    .map(({ text, heading }) => sentenceOf(text, heading, index));
}

export function sentenceOf(text: string, heading: string, index: SearchIndex): Sentence {
  return {
    text,
    heading,
    inHeading: new Set(index.termsOf(heading)),
    vector: vectorOf(countTerms(index.termsOf(text)), index),
  };
}

/** A sentence that leans on the one before is joined to it, or left out where both are too long together. */
function unitsOf(text: string): string[] {
  const units: string[] = [];
  let gap = false;
  for (const whole of sentencesIn(text)) {
    const sentence = withoutTail(whole);
    if (!LEANS_BACK.test(sentence)) {
      units.push(sentence);
      gap = false;
      continue;
    }
    const last: string | undefined = gap ? undefined : units.pop();
    const joined: string = `${last ?? ''} ${sentence}`;
    if (last !== undefined && joined.length <= LONGEST_SENTENCE) units.push(joined);
    else if (last !== undefined) units.push(last);
    gap = last === undefined || joined.length > LONGEST_SENTENCE;
  }
  return units;
}

/** The segmenter also cuts behind a question mark within an address, where no space follows. */
function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let rest = '';
  for (const { segment } of segmenter.segment(text)) {
    rest += segment;
    if (!/\s$/.test(segment)) continue;
    sentences.push(rest.trim());
    rest = '';
  }
  if (rest !== '') sentences.push(rest);
  return sentences;
}

const withoutTail = (sentence: string): string => sentence.replace(TAIL, '.');

const isQuotable = (text: string): boolean =>
  text.length >= SHORTEST_SENTENCE &&
  text.length <= LONGEST_SENTENCE &&
  IS_WHOLE.test(text) &&
  !POINTS_ELSEWHERE.test(text) &&
  !ENDS_OPEN.test(text) &&
  text.search(CITATION) < 0;

/** How often each term is in a list. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function vectorOf(counts: ReadonlyMap<string, number>, index: SearchIndex): Vector {
  const weights = new Map([...counts].map(([term, count]) => [term, count * index.idf(term)]));
  return { weights, norm: Math.hypot(...weights.values()) || 1 };
}

/** 0 for no term in common, 1 for the same direction. */
export function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.weights) sum += weight * (many.weights.get(term) ?? 0);
  return sum / (a.norm * b.norm);
}
