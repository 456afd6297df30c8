import type { SearchIndex } from './bm25f.ts';
import type { Concept } from './understand.ts';

/** What a synonym covers of the word it is found by. */
export const SYNONYM_COVERS = 0.8;

/**
 * How much of a question a text covers: the share of the rarity of its concepts, 0 to 1. An unknown word counts as the
 * rarest, so that common words alone never match an unrelated topic.
 */
export function coverageOf(
  concepts: readonly Concept[],
  index: SearchIndex,
): (covers: (term: string) => number) => number {
  const weighed = concepts
    .filter(({ isExtra }) => !isExtra)
    .map(({ weight, terms }) => ({ terms, weight: weight * rarityOf(terms, index) }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return (covers) => {
    let sum = 0;
    for (const { terms, weight } of weighed) {
      let best = 0;
      for (const [at, { term }] of terms.entries()) {
        best = Math.max(best, covers(term) * (at === 0 ? 1 : SYNONYM_COVERS));
        if (best === 1) break;
      }
      sum += weight * best;
    }
    return sum / total;
  };
}

/** Of the question's own word, else of the most frequent word for the same thing. */
export function rarityOf(terms: Concept['terms'], index: SearchIndex): number {
  const known = terms.map(({ term }) => index.idf(term)).filter((idf) => idf > 0);
  const own = index.idf(terms[0]?.term ?? '');
  return own > 0 ? own : known.length > 0 ? Math.min(...known) : index.unknownIdf;
}
