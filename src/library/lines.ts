import { groupedBy } from '../basics/grouped-by.ts';
import type { Steps } from '../basics/steps.ts';
import type { Concept } from './bm25f.ts';
import { idfOf, SYNONYM_COVERS } from './bm25f.ts';
import { addToEach, endsOf, keepNearest } from './lists.ts';

/** So many lines of an article have a say. */
const NEAREST = 3;

/** What the nearest lines of a section count for, best first; fitted to questions whose section is known. */
const SECTION_WEIGHTS: readonly number[] = [1, 0.75, 0.57];

const LINES_A_STEP = 1000;
/** The number of the heading of a line that has none. */
const NO_HEADING = -1;
const NO_LINES = new Int32Array();

/** A title, a heading, a description or a question: one line that tells what an article answers. */
export interface Line {
  readonly ref: string;
  /** The heading of the section it is for, empty for the beginning; undefined for the article as a whole. */
  readonly heading: string | undefined;
  readonly terms: readonly string[];
}

/** The terms of the lines of articles. Lines are numbered article by article. */
export interface LinesData {
  readonly refs: readonly string[];
  /** Where the lines of each article end. */
  readonly ends: Int32Array;
  readonly headings: readonly string[];
  /** Which of the headings each line has, or -1. */
  readonly headingOf: Int32Array;
  /** The rarity of all terms of each line together. */
  readonly weights: Float64Array;
  readonly terms: readonly string[];
  /** Where the numbers of each term end in `numbers`. */
  readonly termEnds: Int32Array;
  /** The lines that have each term, ascending. */
  readonly numbers: Int32Array;
}

/** How near the articles come to a question. */
export interface Nearness {
  /** How alike the nearest lines of an article are, best first, 0 to 1. */
  of(ref: string): readonly number[];
  /** How alike the nearest lines of each of its sections are together, by heading: 0 to the sum of SECTION_WEIGHTS. */
  sectionsOf(ref: string): ReadonlyMap<string, number>;
}

/** Counts the terms of each line, for createLines. */
export function* indexLines(given: readonly Line[]): Steps<LinesData> {
  const articles = groupedBy(given, ({ ref }) => ref);
  const lines = [...articles.values()].flat();
  const linesWith = new Map<string, number[]>();
  for (const [number, { terms }] of lines.entries()) {
    addToEach(linesWith, new Set(terms), number);
    if (number % LINES_A_STEP === 0) yield;
  }
  // A word of nearly every article is rare among lines where each has it once or twice, and one that a single article
  // repeats is not: lines are compared by the lines that have a term, articles by the articles.
  const rarity = (term: string) => idfOf(linesWith.get(term)?.length ?? 0, lines.length);
  const weights = new Float64Array(lines.length);
  for (const [number, { terms }] of lines.entries()) {
    weights[number] = [...new Set(terms)].reduce((sum, term) => sum + rarity(term), 0);
    if (number % LINES_A_STEP === 0) yield;
  }
  const headings = [...new Set(lines.flatMap(({ heading }) => (heading === undefined ? [] : [heading])))];
  const numberOf = new Map<string | undefined, number>(headings.map((heading, number) => [heading, number]));
  return {
    refs: [...articles.keys()],
    ends: Int32Array.from(endsOf([...articles.values()])),
    headings,
    headingOf: Int32Array.from(lines, ({ heading }) => numberOf.get(heading) ?? NO_HEADING),
    weights,
    terms: [...linesWith.keys()],
    termEnds: Int32Array.from(endsOf([...linesWith.values()])),
    numbers: Int32Array.from([...linesWith.values()].flat()),
  };
}

/**
 * Compares questions with single lines of articles: words that meet in one line say more than the same words
 * scattered over an article. A line is alike by the rarity of the words it shares with the question, as a share of
 * those of the question and, to the power of three quarters, of those of the line: words that the question lacks count
 * less against a line than words that the line lacks.
 * @returns takes the concepts of one question
 */
export function createLines({
  refs,
  ends,
  headings,
  headingOf,
  weights,
  terms: known,
  termEnds,
  numbers: all,
}: LinesData): (concepts: readonly Concept[]) => Nearness {
  const lineCount = weights.length;
  const articleNumbers = new Map(refs.map((ref, number) => [ref, number]));
  const articleOf = new Int32Array(lineCount);
  for (const [number, end] of ends.entries()) articleOf.fill(number, ends[number - 1] ?? 0, end);
  const numbersOf = new Map(known.map((term, at) => [term, all.subarray(termEnds[at - 1] ?? 0, termEnds[at])]));
  const rarities = new Map([...numbersOf].map(([term, { length }]) => [term, idfOf(length, lineCount)]));
  const unknownRarity = idfOf(0, lineCount);
  const rarity = (term: string) => rarities.get(term) ?? unknownRarity;

  // Used by one question after the other, because to make them anew would cost more than the question does.
  const ofQuestion = new Float64Array(lineCount);
  const ofLine = new Float64Array(lineCount);
  const coveredBy = new Int32Array(lineCount);
  const touched = new Int32Array(lineCount);

  /**
   * Sums up what each of the lines from `start` to `end` shares with the question.
   * @returns how many share anything: the first of `touched`, whose sums the caller sets back to 0
   */
  function cover(concepts: readonly Counted[], start: number, end: number): number {
    let count = 0;
    for (let at = 0; at < concepts.length; at += 1) {
      const { terms, worth } = concepts[at] ?? { terms: [], worth: 0 };
      for (let place = 0; place < terms.length; place += 1) {
        const term = terms[place]?.term ?? '';
        const ofTerm = rarity(term);
        const share = place === 0 ? worth : SYNONYM_COVERS * worth;
        const numbers = numbersOf.get(term) ?? NO_LINES;
        for (let next = firstFrom(numbers, start); next < numbers.length; next += 1) {
          const number = numbers[next] ?? 0;
          if (number >= end) break;
          const by = coveredBy[number] ?? 0;
          // A concept counts once for a line, by the first of its terms.
          if (by === at + 1) continue;
          if (by === 0) {
            touched[count] = number;
            count += 1;
          }
          coveredBy[number] = at + 1;
          ofQuestion[number] = (ofQuestion[number] ?? 0) + share;
          ofLine[number] = (ofLine[number] ?? 0) + ofTerm;
        }
      }
    }
    return count;
  }
  function forget(number: number): void {
    ofQuestion[number] = 0;
    ofLine[number] = 0;
    coveredBy[number] = 0;
  }

  return (concepts) => {
    const counted = concepts
      .filter((concept) => concept.rarity > 0)
      .map(({ weight, terms }) => ({ terms, worth: weight * rarity(terms[0]?.term ?? '') }));
    const total = counted.reduce((sum, { worth }) => sum + worth, 0) || 1;
    /** How alike a covered line is. */
    const alikenessOf = (number: number) =>
      likeness((ofQuestion[number] ?? 0) / total, ofLine[number] ?? 0, weights[number] ?? 0);
    const nearest = new Float64Array(refs.length * NEAREST);
    const count = cover(counted, 0, lineCount);
    for (let at = 0; at < count; at += 1) {
      const number = touched[at] ?? 0;
      const share = (ofQuestion[number] ?? 0) / total;
      const first = (articleOf[number] ?? 0) * NEAREST;
      // No line is more alike than its share of the question.
      if (share > (nearest[first + NEAREST - 1] ?? 0)) {
        keepNearest(nearest, first, NEAREST, alikenessOf(number));
      }
      forget(number);
    }
    return {
      of(ref) {
        const first = (articleNumbers.get(ref) ?? refs.length) * NEAREST;
        const alikes: number[] = [];
        for (let at = first; at < first + NEAREST; at += 1) {
          const alike = nearest[at] ?? 0;
          if (alike > 0) alikes.push(alike);
        }
        return alikes;
      },
      sectionsOf(ref) {
        const sections = new Map<string, number[]>();
        const article = articleNumbers.get(ref) ?? refs.length;
        const found = touched.slice(0, cover(counted, ends[article - 1] ?? 0, ends[article] ?? 0)).sort();
        for (const [heading, numbers] of groupedBy([...found], (number) => headings[headingOf[number] ?? NO_HEADING])) {
          if (heading !== undefined) sections.set(heading, numbers.map(alikenessOf));
        }
        found.forEach(forget);
        const together = (each: number[]) =>
          each
            .sort((a, b) => b - a)
            .slice(0, SECTION_WEIGHTS.length)
            .reduce((sum, alike, at) => sum + alike * (SECTION_WEIGHTS[at] ?? 0), 0);
        return new Map([...sections].map(([heading, each]) => [heading, together(each)]));
      },
    };
  };
}

/** A concept that tells texts apart, and what it counts for. */
interface Counted extends Pick<Concept, 'terms'> {
  readonly worth: number;
}

/** The place of the first of ascending numbers that is not less than `least`; their count where all are. */
function firstFrom(numbers: Int32Array, least: number): number {
  let [low, high] = [0, least === 0 ? 0 : numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param share of the question that is in a line; `shared` and `weight` are the rarity of those words and of all of the line */
function likeness(share: number, shared: number, weight: number): number {
  const ofLine = Math.min(1, shared / (weight || 1));
  // Two roots take a fraction of the time of a power.
  return share * Math.sqrt(ofLine * Math.sqrt(ofLine));
}
