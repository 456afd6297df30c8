import type { SearchIndex, WeightedTerms } from './bm25f.ts';

/**
 * Tells how much of a question a text has: the share of the rarity of its terms, 0 to 1. A term that no article has counts
 * as the rarest would, so that a question about something else stays one, whatever small words it shares with the library.
 */
export function coverageOf(question: WeightedTerms, index: SearchIndex): (has: (term: string) => boolean) => number {
  const weights = [...question].map(([term, count]) => [term, count * (index.idf(term) || index.unknownIdf)] as const);
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  return (has) => weights.reduce((sum, [term, weight]) => (has(term) ? sum + weight : sum), 0) / total;
}
