/** One thing a question is about: the word it has, and words of the library for the same thing. */
export interface Concept {
  /** What it counts for in the ranking, 0 to 1. */
  readonly weight: number;
  /** The best of them counts, by its share. The first one is the question's own. */
  readonly terms: readonly WeightedTerm[];
  /** What it counts for when texts of the library are told apart; 0 for what only adds to the other concepts. */
  readonly rarity: number;
  /** What it counts for when the library is told from other topics; 0 as above. */
  readonly evidence: number;
  /** It is a word of the field. */
  readonly isOfField: boolean;
  /** It says what is asked, not what about. */
  readonly isLight: boolean;
}

export interface WeightedTerm {
  readonly term: string;
  readonly share: number;
}

/** What a synonym covers of the word it is found by. */
export const SYNONYM_COVERS = 0.8;

/**
 * How much of a question a text covers: the share of what its concepts count for, 0 to 1.
 * @param by `rarity` tells texts of the library apart, `evidence` the library from other topics
 */
export function coverageOf(
  concepts: readonly Concept[],
  by: 'rarity' | 'evidence',
): (covers: (term: string) => number) => number {
  const total = concepts.reduce((sum, concept) => sum + concept[by], 0) || 1;
  return (covers) => {
    let sum = 0;
    for (const { terms, [by]: worth } of concepts) {
      if (worth === 0) continue;
      let best = 0;
      for (const [at, { term }] of terms.entries()) {
        best = Math.max(best, covers(term) * (at === 0 ? 1 : SYNONYM_COVERS));
        if (best === 1) break;
      }
      sum += worth * best;
    }
    return sum / total;
  };
}
