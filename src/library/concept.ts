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
