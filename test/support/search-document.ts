import type { SearchDocument } from '../../src/library/bm25f.ts';

/** A document with these parts alone. */
export const documentOf = (ref: string, parts: Partial<SearchDocument>): SearchDocument => ({
  ref,
  title: '',
  questions: '',
  asked: '',
  names: '',
  description: '',
  headings: '',
  body: '',
  ...parts,
});
