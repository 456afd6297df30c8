/**
 * What a text means, as a vector: questions that share no word with an article can still mean the same. The vector of a
 * text is the sum of those of its words, which were fitted so that these sums point where a sentence encoder puts the
 * whole text (`npm run train-meaning`).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groupedBy } from '../basics/grouped-by.ts';
import type { Steps } from '../basics/steps.ts';
import { dotProducts } from './dot-products.ts';
import { packedLength, unpackVector } from './packed-vectors.ts';

const FOLDER = join(import.meta.dirname, 'meaning');
/** A line on the origin, then one for each word. */
export const WORDS_FILE = join(FOLDER, 'words.txt');
/** The vectors of the words, in their order; see packVector. */
export const VECTORS_FILE = join(FOLDER, 'vectors.bin');
/** Of a vector. More numbers add little: so many keep .84 of the variance of what is asked. */
export const DIMENSIONS = 96;
const WORD = /[a-z0-9]+(?:['’.-][a-z0-9]+)*/g;
const MAX_WORDS = 120;

/** Unit vectors, or nothing but 0 for a text without any word that is known. */
export type Meanings = (text: string) => Float32Array;

let loaded: Meanings | undefined;

/** Reads the vectors of words, once. */
export function loadMeanings(): Meanings {
  loaded ??= readMeanings();
  return loaded;
}

function readMeanings(): Meanings {
  const [, ...words] = readFileSync(WORDS_FILE, 'utf8').trimEnd().split('\n');
  const packed = readFileSync(VECTORS_FILE);
  const size = packedLength(DIMENSIONS);
  const vectors = new Map(words.map((word, at) => [word, unpackVector(packed, at * size, DIMENSIONS)]));
  return (asked) => {
    const sum = new Float32Array(DIMENSIONS);
    for (const word of meantWordsOf(asked)) {
      const vector = vectors.get(word);
      if (vector !== undefined) add(sum, vector);
    }
    return unit(sum);
  };
}

/** The words of a text that can have a meaning; of a long one the last, because a question comes after its story. */
export const meantWordsOf = (text: string): string[] => (text.toLowerCase().match(WORD) ?? []).slice(-MAX_WORDS);

function add(sum: Float32Array, vector: Float32Array): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
}

function unit(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const each of vector) squares += each * each;
  const length = Math.sqrt(squares) || 1;
  const scaled = new Float32Array(vector.length);
  for (let at = 0; at < vector.length; at += 1) scaled[at] = (vector[at] ?? 0) / length;
  return scaled;
}

/** A text that an article or a section answers. */
export interface MeantLine {
  readonly ref: string;
  /** The heading of the section it is for, empty for the beginning; undefined for the article as a whole. */
  readonly heading: string | undefined;
  readonly text: string;
}

/** What the nearest lines of an article or a section count for, best first: the next ones confirm it. */
const NEAREST = [1, 0.5, 0.5, 0.5, 0.5];
/** How many sections are compared line by line because of what their lines mean on the whole: more rank little better. */
const SECTIONS = 200;
/** Unit vectors are kept as bytes of such steps. */
const STEPS = 127;

/** How near a question comes to articles by what it means. */
export interface Closeness {
  /** The articles with the nearest sections, the one with the nearest lines first. */
  readonly articles: readonly { readonly ref: string; readonly near: number }[];
  /** How near the nearest lines of each section of an article are together, by heading. */
  sectionsOf(ref: string): ReadonlyMap<string, number>;
  /** How near each of some texts is, -1 to 1. */
  toEach(texts: Meant): readonly number[];
}

/** Vectors of texts, one after the other. */
export type Meant = Int8Array;

interface MeantSection extends Pick<MeantLine, 'ref' | 'heading'> {
  /** Where its lines are. */
  readonly start: number;
  readonly end: number;
}

/** Vectors of the lines of articles. */
export interface MeantArticles {
  readonly sections: readonly MeantSection[];
  readonly lines: Meant;
  /** What each section means on the whole. */
  readonly centres: Meant;
}

/** Reads what each line means, for createCloseness. @param lines those of a section follow each other */
export function* indexMeanings(lines: readonly MeantLine[], meanings: Meanings): Steps<MeantArticles> {
  const vectors: Float32Array[] = [];
  const centres: Float32Array[] = [];
  const sections: MeantSection[] = [];
  for (const own of groupedBy(lines, ({ ref, heading }) => JSON.stringify([ref, heading])).values()) {
    const meant = own.map(({ text }) => meanings(text));
    const centre = centreOf(meant);
    const start = vectors.length * centre.length;
    vectors.push(...meant);
    centres.push(centre);
    const [first] = own;
    if (first !== undefined) {
      sections.push({ ref: first.ref, heading: first.heading, start, end: vectors.length * centre.length });
    }
    yield;
  }
  return { sections, lines: joined(vectors), centres: joined(centres) };
}

function centreOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) add(sum, vector);
  return unit(sum);
}

/**
 * Compares questions with lines of articles by what they mean.
 * @returns takes the vector of one question
 */
export function createCloseness({ sections, lines, centres }: MeantArticles): (question: Meant) => Closeness {
  const byRef = groupedBy(sections, ({ ref }) => ref);
  const linesOf = ({ start, end }: MeantSection): Meant => lines.subarray(start, end);
  return (question) => {
    const alike = dotProducts(question, centres);
    const least = alike.toSorted().at(-SECTIONS) ?? -Infinity;
    const isNear = alike.map((each) => Number(each >= least));
    const nearest = groupedBy(
      sections.filter((_, at) => isNear[at] === 1),
      ({ ref }) => ref,
    );
    return {
      articles: [...nearest]
        .map(([ref, own]) => ({ ref, near: together(question, own.map(linesOf)) }))
        .sort((a, b) => b.near - a.near || (a.ref < b.ref ? -1 : 1)),
      sectionsOf: (ref) =>
        new Map(
          (byRef.get(ref) ?? []).flatMap((section) =>
            section.heading === undefined ? [] : [[section.heading, together(question, [linesOf(section)])] as const],
          ),
        ),
      toEach: (texts) => Array.from(dotProducts(question, texts), (each) => each / STEPS ** 2),
    };
  };
}

/** One after the other. */
export function joined(vectors: readonly Float32Array[]): Meant {
  const width = vectors[0]?.length ?? 0;
  const all = new Int8Array(width * vectors.length);
  for (const [line, vector] of vectors.entries()) {
    for (let at = 0; at < width; at += 1) all[line * width + at] = Math.round((vector[at] ?? 0) * STEPS);
  }
  return all;
}

/** What the nearest lines of some sections count for together. */
function together(question: Meant, sections: readonly Meant[]): number {
  const nearest = new Float64Array(NEAREST.length);
  for (const lines of sections) for (const alike of dotProducts(question, lines)) keepNearest(nearest, alike);
  return NEAREST.reduce((sum, share, at) => sum + (share * (nearest[at] ?? 0)) / STEPS ** 2, 0);
}

/** Puts a value in its place among those in descending order; the least drops out. */
function keepNearest(values: Float64Array, value: number): void {
  let place = values.length - 1;
  if (value <= (values[place] ?? 0)) return;
  while (place > 0 && value > (values[place - 1] ?? 0)) {
    values[place] = values[place - 1] ?? 0;
    place -= 1;
  }
  values[place] = value;
}
