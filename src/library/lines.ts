import type { Steps } from '../steps.ts';
import type { Concept } from './bm25f.ts';
import { SYNONYM_COVERS } from './bm25f.ts';

/** So many lines of an article have a say. */
const NEAREST = 3;

/** What the nearest lines of a section count for, best first; fitted to questions whose section is known. */
const SECTION_WEIGHTS: readonly number[] = [1, 0.75, 0.57];

const LINES_A_STEP = 1000;
const NO_LINES = new Int32Array();

/** A title, a heading, a description or a question: one line that tells what an article answers. */
export interface Line {
  readonly ref: string;
  /** The heading of the section it is for, empty for the beginning; undefined for the article as a whole. */
  readonly heading: string | undefined;
  readonly terms: readonly string[];
}

/** How near the articles come to a question. */
export interface Nearness {
  /** How alike the nearest lines of an article are, best first, 0 to 1. */
  of(ref: string): readonly number[];
  /** How alike the nearest lines of each of its sections are together, by heading: 0 to the sum of SECTION_WEIGHTS. */
  sectionsOf(ref: string): ReadonlyMap<string, number>;
}

/**
 * Compares questions with single lines of articles: words that meet in one line say more than the same words
 * scattered over an article. A line is alike by the rarity of the words it shares with the question, as a share of
 * those of the question and, to the power of three quarters, of those of the line: words that the question lacks count
 * less against a line than words that the line lacks.
 */
export function* createLines(given: readonly Line[]): Steps<(concepts: readonly Concept[]) => Nearness> {
  const articles = groupedBy(given, ({ ref }) => ref);
  const lines = [...articles.values()].flat();
  /** Where the lines of each article begin, and where those of the next one do. */
  const ranges = new Map<string, readonly [start: number, end: number]>();
  let end = 0;
  for (const [ref, { length }] of articles) {
    ranges.set(ref, [end, end + length]);
    end += length;
  }
  const articleNumbers = new Map([...articles.keys()].map((ref, number) => [ref, number]));
  const articleOf = Int32Array.from(lines, ({ ref }) => articleNumbers.get(ref) ?? 0);
  const linesWith = new Map<string, number[]>();
  for (const [number, { terms }] of lines.entries()) {
    for (const term of new Set(terms)) {
      const numbers = linesWith.get(term);
      if (numbers === undefined) linesWith.set(term, [number]);
      else numbers.push(number);
    }
    if (number % LINES_A_STEP === 0) yield;
  }
  const numbersOf = new Map([...linesWith].map(([term, numbers]) => [term, Int32Array.from(numbers)]));
  /**
   * How much a term tells lines apart. A word of nearly every article is rare among lines where each has it once or
   * twice, and one that a single article repeats is not: lines are compared by this, articles by `idf`.
   */
  const rarityOf = (count: number) => Math.log(1 + (lines.length - count + 0.5) / (count + 0.5));
  const rarities = new Map([...numbersOf].map(([term, { length }]) => [term, rarityOf(length)]));
  const rarity = (term: string) => rarities.get(term) ?? rarityOf(0);
  const weights = new Float64Array(lines.length);
  for (const [number, { terms }] of lines.entries()) {
    weights[number] = [...new Set(terms)].reduce((sum, term) => sum + rarity(term), 0);
    if (number % LINES_A_STEP === 0) yield;
  }

  // Used by one question after the other, because to make them anew would cost more than the question does.
  const ofQuestion = new Float64Array(lines.length);
  const ofLine = new Float64Array(lines.length);
  const coveredBy = new Int32Array(lines.length);
  const touched = new Int32Array(lines.length);

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
    const nearest = new Float64Array(articles.size * NEAREST);
    const count = cover(counted, 0, lines.length);
    for (let at = 0; at < count; at += 1) {
      const number = touched[at] ?? 0;
      const share = (ofQuestion[number] ?? 0) / total;
      const first = (articleOf[number] ?? 0) * NEAREST;
      // No line is more alike than its share of the question.
      if (share > (nearest[first + NEAREST - 1] ?? 0)) {
        keepNearest(nearest, first, NEAREST, likeness(share, ofLine[number] ?? 0, weights[number] ?? 0));
      }
      forget(number);
    }
    return {
      of(ref) {
        const first = (articleNumbers.get(ref) ?? articles.size) * NEAREST;
        const alikes: number[] = [];
        for (let at = first; at < first + NEAREST; at += 1) {
          const alike = nearest[at] ?? 0;
          if (alike > 0) alikes.push(alike);
        }
        return alikes;
      },
      sectionsOf(ref) {
        const sections = new Map<string, number[]>();
        const [start, end] = ranges.get(ref) ?? [0, 0];
        const found = touched.slice(0, cover(counted, start, end)).sort();
        for (const number of found) {
          const heading = lines[number]?.heading;
          if (heading !== undefined) {
            const alike = likeness((ofQuestion[number] ?? 0) / total, ofLine[number] ?? 0, weights[number] ?? 0);
            const known = sections.get(heading);
            if (known === undefined) sections.set(heading, [alike]);
            else known.push(alike);
          }
          forget(number);
        }
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

/** Where the first number that is at least as great stands in ascending ones. */
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

/** Puts a value in its place among `count` values from `first` on, which are in descending order; the least drops out. */
export function keepNearest(values: Float64Array, first: number, count: number, value: number): void {
  let place = first + count - 1;
  if (value <= (values[place] ?? 0)) return;
  while (place > first && value > (values[place - 1] ?? 0)) {
    values[place] = values[place - 1] ?? 0;
    place -= 1;
  }
  values[place] = value;
}

/** Map.groupBy, which Node 20 lacks. */
export function groupedBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
