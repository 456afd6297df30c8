import type { SearchIndex, WeightedTerms } from './bm25f.ts';

const SHORTEST_SENTENCE = 30;
const LONGEST_SENTENCE = 320;
const MAX_SENTENCES = 4;
const MAX_CHARACTERS = 700;
/** What nearness to the question, the rank of the article and the place in it count for. They add up to 1. */
const WEIGHTS = { question: 0.75, article: 0.2, place: 0.05 };
/** Maximal marginal relevance: what relevance counts against repetition (Carbonell and Goldstein 1998). */
const LAMBDA = 0.7;
/** Two sentences nearer than this to each other say the same. */
const SAME = 0.7;

/** A bag of weighted terms, with its Euclidean length. */
interface Vector {
  readonly weights: WeightedTerms;
  readonly norm: number;
}

/** A sentence a summary can quote. */
export interface Sentence {
  readonly text: string;
  readonly vector: Vector;
}

/** An article that was found: its sentences in order, and its score. */
export interface Source {
  readonly sentences: readonly Sentence[];
  readonly score: number;
}

export interface Summary {
  /** Whole sentences of the sources in their order, each with `[n]`: n counts the sources from 1. */
  readonly text: string;
  /** Which sources were quoted, counted from 0. */
  readonly sources: readonly number[];
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts paragraphs into sentences that can stand alone. */
export function sentencesOf(paragraphs: readonly string[], index: SearchIndex): Sentence[] {
  return paragraphs
    .flatMap((paragraph) => [...segmenter.segment(paragraph)])
    .map(({ segment }) => segment.trim())
    .filter(({ length }) => length >= SHORTEST_SENTENCE && length <= LONGEST_SENTENCE)
    .map((text) => ({ text, vector: vectorOf(countTerms(index.termsOf(text)), index) }));
}

/** How often each term is in a list. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * A summary that is quoted, never written: the sentences nearest to the question that do not repeat each other.
 * @returns undefined when no sentence has anything of the question
 */
export function summarise(
  question: WeightedTerms,
  sources: readonly Source[],
  index: SearchIndex,
): Summary | undefined {
  const asked = vectorOf(question, index);
  const best = sources[0]?.score ?? 1;
  const candidates = sources.flatMap(({ sentences, score }, source) =>
    sentences.flatMap((sentence, place) => {
      const nearness = cosine(asked, sentence.vector);
      if (nearness === 0) return [];
      const relevance = WEIGHTS.question * nearness + WEIGHTS.article * (score / best) + WEIGHTS.place / (1 + place);
      return [{ ...sentence, source, place, relevance }];
    }),
  );

  const chosen: typeof candidates = [];
  let left = MAX_CHARACTERS;
  while (chosen.length < MAX_SENTENCES) {
    let next: { candidate: (typeof candidates)[number]; worth: number } | undefined;
    for (const candidate of candidates) {
      if (candidate.text.length > left) continue;
      const repetition = Math.max(0, ...chosen.map(({ vector }) => cosine(candidate.vector, vector)));
      const worth = LAMBDA * candidate.relevance - (1 - LAMBDA) * repetition;
      if (repetition <= SAME && (next === undefined || worth > next.worth)) next = { candidate, worth };
    }
    if (next === undefined) break;
    chosen.push(next.candidate);
    left -= next.candidate.text.length;
  }
  if (chosen.length === 0) return undefined;
  chosen.sort((a, b) => a.source - b.source || a.place - b.place);
  return {
    text: chosen.map(({ text, source }) => `${text} [${source + 1}]`).join(' '),
    sources: [...new Set(chosen.map(({ source }) => source))],
  };
}

function vectorOf(counts: WeightedTerms, index: SearchIndex): Vector {
  const weights = new Map([...counts].map(([term, count]) => [term, count * index.idf(term)]));
  return { weights, norm: Math.hypot(...weights.values()) || 1 };
}

/** 0 for no term in common, 1 for the same direction. */
function cosine(a: Vector, b: Vector): number {
  const [few, many] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.weights) sum += weight * (many.weights.get(term) ?? 0);
  return sum / (a.norm * b.norm);
}
