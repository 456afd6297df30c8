/** The ranking of articles: what a question is about, and how well the fields of an article fit it (BM25F). */
import elasticlunr from 'elasticlunr';
import type { Steps } from '../basics/steps.ts';
import { tokenise } from './tokenise.ts';

/** One thing a question is about: the word it has, and words of the library for the same thing. */
export interface Concept {
  /** What it counts for in the ranking, 0 to 1. */
  readonly weight: number;
  /** The best of them counts, by its share. The first one is the question's own. */
  readonly terms: readonly WeightedTerm[];
  /** What it counts for when texts are told apart; 0 for what only adds to the other concepts. */
  readonly rarity: number;
  /** It says what is asked, not what about. */
  readonly isLight: boolean;
}

export interface WeightedTerm {
  readonly term: string;
  readonly share: number;
}

/** What a synonym covers of the word it is found by. */
export const SYNONYM_COVERS = 0.8;

/** The searched fields of an article and their weights. The ranking hardly depends on the exact values. */
const WEIGHTS = { title: 4, questions: 3, asked: 3, names: 2, description: 2, headings: 1.5, body: 1 } as const;
type Field = keyof typeof WEIGHTS;
const FIELDS = Object.entries(WEIGHTS) as readonly [Field, number][];

/** How soon a further occurrence of the same word stops counting. */
const K1 = 1.6;
/** How strongly the length of a field lowers its score. */
const B = 0.7;
/** Scores have four decimals, so that ties are the same on every machine. */
const SCALE = 10_000;
const TERMS_A_STEP = 500;

export type SearchDocument = {
  readonly ref: string;
  /** Documents that say the same of different things count as one in the statistics. */
  readonly group?: string;
} & Readonly<Record<Field, string>>;

interface Hit {
  readonly ref: string;
  readonly score: number;
}

export interface SearchIndex {
  /** Stemmed words without stop words, in the order of the text, as documents and queries are compared by. */
  termsOf(text: string): string[];
  /**
   * The documents with any of the concepts, best first; scores have four decimals, ties are in order of `ref`.
   * @param count the maximum number of documents
   * @param accepts selects the candidates; all by default
   */
  search(concepts: readonly Concept[], count: number, accepts?: (ref: string) => boolean): Hit[];
  /** Rarity of a term over all documents: the rarer the higher, and 0 for one that is in none. */
  idf(term: string): number;
  /** What `idf` would be for a term of no document, were it not 0. */
  readonly unknownIdf: number;
}

/** Statistics of the indexed documents. */
export interface IndexData {
  /** The terms of each word of the documents, so that each is stemmed once. */
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** Sorted. */
  readonly refs: readonly string[];
  readonly documentCount: number;
  readonly terms: readonly string[];
  /** Of each term; see SearchIndex. */
  readonly idfs: Float64Array;
  /** Where the documents of each term end in `positions` and `impacts`. */
  readonly ends: Int32Array;
  /** Their places among the sorted refs. */
  readonly positions: Int32Array;
  /** What the term adds to the score of each of them. */
  readonly impacts: Float64Array;
}

/** elasticlunr counts in plain objects, where the name of an inherited member is never absent and its count is NaN. */
const guardInherited = (token: string): string => (token in {} ? `_${token}` : token);
elasticlunr.Pipeline.registerFunction(guardInherited, 'legible-guard-inherited');
const pipeline = new elasticlunr.Pipeline();
pipeline.add(elasticlunr.stopWordFilter, elasticlunr.stemmer, guardInherited);

/**
 * BM25F over elasticlunr's inverted index (Robertson and Zaragoza, The Probabilistic Relevance Framework, section 3.6):
 *
 *     tf~(t, d) = sum over fields of weight * raw / (1 - b + b * length / mean length)
 *     score(d)  = sum over terms of count * idf * tf~ * (k1 + 1) / (k1 + tf~)
 *     idf(t)    = ln(1 + (N - df + 0.5) / (df + 0.5)), df = documents with the term in any field, a group as one
 *
 * Built whole and never changed: elasticlunr leaves stale postings behind when a document is replaced.
 */
export function* indexDocuments(documents: readonly SearchDocument[]): Steps<IndexData> {
  const known = new Map<string, readonly string[]>();
  // The index runs no pipeline, because its input is already terms.
  const index = new elasticlunr.Index();
  index.setRef('ref');
  index.saveDocument(false);
  for (const [field] of FIELDS) index.addField(field);
  const termsOf = (word: string): readonly string[] => {
    const terms = known.get(word) ?? pipeline.run([word]);
    known.set(word, terms);
    return terms;
  };
  // elasticlunr takes this apart at the spaces again: an array it would copy once for every term.
  const indexable = (text: string) => tokenise(text).flatMap(termsOf).join(' ') || undefined;
  for (const { ref, group: _, ...texts } of documents) {
    index.addDoc({ ref, ...Object.fromEntries(FIELDS.map(([field]) => [field, indexable(texts[field])])) }, false);
    yield;
  }

  const refs = documents.map(({ ref }) => ref).sort();
  const positions = new Map(refs.map((ref, position) => [ref, position]));
  const groupOf = new Map(documents.map(({ ref, group = ref }) => [ref, group]));
  const documentCount = new Set(groupOf.values()).size;
  const { documentStore } = index;
  const sizes = new Map<string, number>();
  for (const group of groupOf.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const shareOf = (ref: string): number => 1 / (sizes.get(groupOf.get(ref) ?? ref) ?? 1);
  const meanLengths = new Map(
    FIELDS.map(([field]) => {
      const total = refs.reduce((sum, ref) => sum + shareOf(ref) * documentStore.getFieldLength(ref, field), 0);
      return [field, total / documentCount || 1];
    }),
  );

  /** The sum of a term over the fields of each document that has it, by ref. */
  function frequenciesOf(term: string): Map<string, number> {
    const frequencies = new Map<string, number>();
    for (const [field, weight] of FIELDS) {
      const postings = index.index[field]?.getDocs(term) ?? {};
      for (const ref in postings) {
        // The stored one is the square root of a whole number.
        const raw = Math.round((postings[ref]?.tf ?? 0) ** 2);
        const length = documentStore.getFieldLength(ref, field) / (meanLengths.get(field) ?? 1);
        frequencies.set(ref, (frequencies.get(ref) ?? 0) + (weight * raw) / (1 - B + B * length));
      }
    }
    return frequencies;
  }
  const terms = [...new Set([...known.values()].flat())];
  const idfs: number[] = [];
  const ends: number[] = [];
  const having: number[] = [];
  const impacts: number[] = [];
  for (const [at, term] of terms.entries()) {
    const frequencies = frequenciesOf(term);
    const idf = idfOf(new Set([...frequencies.keys()].map((ref) => groupOf.get(ref))).size, documentCount);
    for (const [ref, tf] of frequencies) {
      having.push(positions.get(ref) ?? 0);
      impacts.push((idf * tf * (K1 + 1)) / (K1 + tf));
    }
    idfs.push(idf);
    ends.push(having.length);
    if (at % TERMS_A_STEP === 0) yield;
  }
  return {
    words: known,
    refs,
    documentCount,
    terms,
    idfs: Float64Array.from(idfs),
    ends: Int32Array.from(ends),
    positions: Int32Array.from(having),
    impacts: Float64Array.from(impacts),
  };
}

/** The index of documents that indexDocuments has read. */
export function createSearchIndex({
  words,
  refs,
  documentCount,
  terms: known,
  idfs,
  ends,
  positions,
  impacts,
}: IndexData): SearchIndex {
  const termsOfWord = (word: string) => words.get(word) ?? pipeline.run([word]);
  const numberOf = new Map(known.map((term, number) => [term, number]));
  return {
    termsOf: (text) => tokenise(text).flatMap(termsOfWord),
    search(concepts, count, accepts = () => true) {
      const scores = new Float64Array(refs.length);
      const best = new Float64Array(refs.length);
      for (const { weight, terms } of concepts) {
        best.fill(0);
        for (const { term, share } of terms) {
          const number = numberOf.get(term);
          if (number === undefined) continue;
          const end = ends[number] ?? 0;
          for (let at = ends[number - 1] ?? 0; at < end; at += 1) {
            const position = positions[at] ?? 0;
            best[position] = Math.max(best[position] ?? 0, share * (impacts[at] ?? 0));
          }
        }
        for (let position = 0; position < scores.length; position += 1) {
          scores[position] = (scores[position] ?? 0) + weight * (best[position] ?? 0);
        }
      }
      const hits: Hit[] = [];
      for (let position = 0; position < scores.length; position += 1) {
        const score = Math.round((scores[position] ?? 0) * SCALE) / SCALE;
        const worst = hits.length < count ? 0 : (hits.at(-1)?.score ?? 0);
        const ref = refs[position];
        if (score <= worst || ref === undefined || !accepts(ref)) continue;
        // Behind those of the same score, whose refs come before this one.
        const place = hits.findIndex((hit) => hit.score < score);
        hits.splice(place < 0 ? hits.length : place, 0, { ref, score });
        if (hits.length > count) hits.pop();
      }
      return hits;
    },
    idf: (term) => idfs[numberOf.get(term) ?? idfs.length] ?? 0,
    unknownIdf: idfOf(0, documentCount),
  };
}

/** How much a term tells texts apart that `df` of the texts have. */
export const idfOf = (df: number, documents: number): number => Math.log(1 + (documents - df + 0.5) / (df + 0.5));
