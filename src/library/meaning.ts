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
import { keepNearest } from './lists.ts';

/** A line on the origin, then one for each word: the word, the size of a step, and its numbers as steps, bytes in Base64. */
const FILE = join(import.meta.dirname, 'meaning', 'words.txt');
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
  const lines = new Map<string, string>();
  const text = readFileSync(FILE, 'utf8');
  for (let start = text.indexOf('\n') + 1; start < text.length; ) {
    const end = text.indexOf('\n', start);
    lines.set(text.slice(start, text.indexOf(' ', start)), text.slice(start, end));
    start = end + 1;
  }
  // Only of words that have one, so that questions cannot fill it.
  const known = new Map<string, Float32Array>();
  const vectorOf = (word: string): Float32Array | undefined => {
    const vector = known.get(word) ?? parseLine(lines.get(word));
    if (vector !== undefined) known.set(word, vector);
    return vector;
  };
  const length = parseLine(lines.values().next().value)?.length ?? 0;
  return (asked) => {
    const sum = new Float32Array(length);
    for (const word of meantWordsOf(asked)) {
      const vector = vectorOf(word);
      if (vector !== undefined) add(sum, vector);
    }
    return unit(sum);
  };
}

/** The words of a text that can have a meaning; of a long one the last, because a question comes after its story. */
export const meantWordsOf = (text: string): string[] => (text.toLowerCase().match(WORD) ?? []).slice(-MAX_WORDS);

function parseLine(line: string | undefined): Float32Array | undefined {
  const [, step, numbers] = line?.split(' ') ?? [];
  if (numbers === undefined) return undefined;
  const bytes = new Int8Array(Buffer.from(numbers, 'base64'));
  const size = Number(step);
  const vector = new Float32Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) vector[at] = (bytes[at] ?? 0) * size;
  return vector;
}

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

/** What the nearest lines of an article count for, best first. */
const NEAREST = [1, 0.5, 0.5, 0.5, 0.5];

/** How near a question comes to articles by what it means. */
export interface Closeness {
  /** The articles whose lines are nearest on the whole, in no order. */
  readonly nearest: readonly string[];
  /** How near the nearest lines of an article are together: at most the sum of what they count for. */
  of(ref: string): number;
  /** How near the nearest lines of each of its sections are together, by heading. */
  sectionsOf(ref: string): ReadonlyMap<string, number>;
  /** How near each of some texts is, -1 to 1. */
  toEach(texts: Meant): readonly number[];
}

/** Vectors of texts, one after the other. */
export type Meant = Int8Array;

interface MeantArticle {
  readonly all: Meant;
  /** Where the lines of its sections are, by heading. */
  readonly sections: ReadonlyMap<string, readonly [start: number, end: number]>;
}

/** Vectors of the lines of articles. */
export interface MeantArticles {
  /** By ref. */
  readonly articles: ReadonlyMap<string, MeantArticle>;
  /** What each article means on the whole. */
  readonly centres: Meant;
}

/** Reads what each line means, for createCloseness. */
export function* indexMeanings(lines: readonly MeantLine[], meanings: Meanings): Steps<MeantArticles> {
  const articles = new Map<string, MeantArticle>();
  const centres: Float32Array[] = [];
  for (const [ref, own] of groupedBy(lines, (line) => line.ref)) {
    const groups = [...groupedBy(own, ({ heading }) => heading)];
    const vectors = groups.flatMap(([, some]) => some.map(({ text }) => meanings(text)));
    const all = joined(vectors);
    const sections = new Map<string, [start: number, end: number]>();
    let start = 0;
    for (const [heading, { length }] of groups) {
      const end = start + (length * all.length) / vectors.length;
      if (heading !== undefined) sections.set(heading, [start, end]);
      start = end;
    }
    articles.set(ref, { all, sections });
    const sum = new Float32Array(vectors[0]?.length ?? 0);
    for (const vector of vectors) add(sum, vector);
    centres.push(unit(sum));
    yield;
  }
  return { articles, centres: joined(centres) };
}

/**
 * Compares questions with lines of articles by what they mean.
 * @returns takes the vector of one question
 */
export function createCloseness({ articles, centres }: MeantArticles): (question: Meant) => Closeness {
  const refs = [...articles.keys()];
  const nearestOf = (question: Meant): string[] => {
    const alike = dotProducts(question, centres);
    const best = new Float64Array(CENTRES).fill(-Infinity);
    for (const each of alike) keepNearest(best, 0, CENTRES, each);
    const last = best.at(-1) ?? -Infinity;
    return refs.filter((_, at) => (alike[at] ?? 0) >= last);
  };
  return (question) => {
    const known = new Map<string, number>();
    return {
      nearest: nearestOf(question),
      of(ref) {
        const article = articles.get(ref);
        if (article === undefined) return 0;
        const near = known.get(ref) ?? together(question, article.all);
        known.set(ref, near);
        return near;
      },
      sectionsOf(ref) {
        const article = articles.get(ref);
        if (article === undefined) return new Map();
        const { all, sections } = article;
        return new Map(
          [...sections].map(([heading, [start, end]]) => [heading, together(question, all.subarray(start, end))]),
        );
      },
      toEach: (texts) => Array.from(dotProducts(question, texts), (each) => each / STEPS ** 2),
    };
  };
}

/** How many articles are compared line by line because of what their lines mean on the whole. */
const CENTRES = 8;
/** Unit vectors are kept as bytes of such steps. */
const STEPS = 127;

/** One after the other. */
export function joined(vectors: readonly Float32Array[]): Meant {
  const width = vectors[0]?.length ?? 0;
  const all = new Int8Array(width * vectors.length);
  for (const [line, vector] of vectors.entries()) {
    for (let at = 0; at < width; at += 1) all[line * width + at] = Math.round((vector[at] ?? 0) * STEPS);
  }
  return all;
}

/** What the nearest of some lines count for together. */
function together(question: Meant, lines: Meant): number {
  const nearest = new Float64Array(NEAREST.length);
  for (const alike of dotProducts(question, lines)) keepNearest(nearest, 0, NEAREST.length, alike);
  return NEAREST.reduce((sum, share, at) => sum + (share * (nearest[at] ?? 0)) / STEPS ** 2, 0);
}
