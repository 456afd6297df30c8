import type { SearchIndex, WeightedTerms } from './bm25f.ts';
import { countTerms } from './summarise.ts';
import { tokenise } from './tokenise.ts';

/** A query with fewer terms than this cannot stand alone: "and for the second one?". */
const STANDS_ALONE = 2;
const BORROWED_TERMS = 3;
const BORROWED_WEIGHT = 0.3;

export interface Understood {
  readonly terms: WeightedTerms;
  /** What was understood, where that is more than what was asked. */
  readonly expanded: string | undefined;
}

/**
 * The terms of a query. One too short to stand alone borrows the rarest words of the query before it, at a part of
 * their weight.
 * @param before the query that came before, if any
 */
export function understand(query: string, before: string | undefined, index: SearchIndex): Understood {
  const terms = countTerms(index.termsOf(query));
  if (before === undefined || terms.size >= STANDS_ALONE) return { terms, expanded: undefined };
  const borrowed = rarest(before, index).filter(({ term }) => !terms.has(term));
  if (borrowed.length === 0) return { terms, expanded: undefined };
  for (const { term } of borrowed) terms.set(term, BORROWED_WEIGHT);
  return { terms, expanded: [query, ...borrowed.map(({ word }) => word)].join(' ') };
}

/** Words of a text that the library knows, the rarest first; each term once. */
function rarest(text: string, index: SearchIndex): { term: string; word: string }[] {
  const words = new Map(tokenise(text).flatMap((word) => index.termsOf(word).map((term) => [term, word] as const)));
  return [...words]
    .map(([term, word]) => ({ term, word, idf: index.idf(term) }))
    .filter(({ idf }) => idf > 0)
    .sort((a, b) => b.idf - a.idf || (a.term < b.term ? -1 : 1))
    .slice(0, BORROWED_TERMS);
}
