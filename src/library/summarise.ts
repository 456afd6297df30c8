import type { SearchIndex, WeightedTerms } from './bm25f.ts';

const SHORTEST_SENTENCE = 30;
const LONGEST_SENTENCE = 320;
const MAX_SENTENCES = 4;
const MAX_CHARACTERS = 700;
/**
 * How much of the question an article must have to be quoted, and a sentence of it with its title; see `coverageOf`. Chosen between
 * what questions of the library's matters reach and what others do, which share a word or two with some article.
 */
const LEAST_OF_ARTICLE = 0.58;
const LEAST_OF_SENTENCE = 0.35;
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
interface Source {
  /** As the index knows it. */
  readonly ref: string;
  /** Its sentences need not repeat what it says. */
  readonly title: string;
  readonly sentences: readonly Sentence[];
  readonly score: number;
}

/** How a summary cites. */
const CITATION = /\[(\d{1,2})\]/g;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Cuts paragraphs into sentences that make sense alone: a sentence that ends in a colon needs the next one. */
export function sentencesOf(paragraphs: readonly string[], index: SearchIndex): Sentence[] {
  return paragraphs
    .flatMap((paragraph) => [...segmenter.segment(paragraph)])
    .map(({ segment }) => segment.trim())
    .filter((text) => text.length >= SHORTEST_SENTENCE && text.length <= LONGEST_SENTENCE)
    .filter((text) => !text.endsWith(':') && text.search(CITATION) < 0)
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
 * @returns whole sentences of the sources in their order, each with `[n]`: n counts the sources from 1;
 *   undefined when no sentence has enough of the question
 */
export function summarise(question: WeightedTerms, sources: readonly Source[], index: SearchIndex): string | undefined {
  const asked = vectorOf(question, index);
  const best = sources[0]?.score ?? 1;
  const coverage = coverageOf(question, index);
  const candidates = sources.flatMap(({ ref, title, sentences, score }, source) => {
    if (coverage((term) => index.has(ref, term)) < LEAST_OF_ARTICLE) return [];
    const inTitle = new Set(index.termsOf(title));
    return sentences.flatMap((sentence, place) => {
      const { weights } = sentence.vector;
      const nearness = cosine(asked, sentence.vector);
      if (nearness === 0) return [];
      if (coverage((term) => weights.has(term) || inTitle.has(term)) < LEAST_OF_SENTENCE) return [];
      const relevance = WEIGHTS.question * nearness + WEIGHTS.article * (score / best) + WEIGHTS.place / (1 + place);
      return [{ ...sentence, source, place, relevance }];
    });
  });

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
  return chosen.map(({ text, source }) => `${text} [${source + 1}]`).join(' ');
}

/** The sources that a summary quotes, counted from 0. No article sentence contains this marker. */
export function sourcesCited(summary: string): number[] {
  return [...new Set([...summary.matchAll(CITATION)].map(([, number]) => Number(number) - 1))];
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

/**
 * How much of a question a text covers: the share of the rarity of its terms, 0 to 1. An unknown term counts as the
 * rarest, so that common words alone never match an unrelated topic.
 */
function coverageOf(question: WeightedTerms, index: SearchIndex): (has: (term: string) => boolean) => number {
  const weights = [...question].map(([term, count]) => [term, count * (index.idf(term) || index.unknownIdf)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  return (has) => weights.reduce((sum, [term, weight]) => (has(term) ? sum + weight : sum), 0) / total;
}
