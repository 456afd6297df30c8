import type { SearchDocument, SearchIndex } from './bm25f.ts';
import type { Concept } from './concept.ts';
import { SYNONYM_COVERS } from './coverage.ts';

/** The fields whose lines are compared, and what each line proves of the subject of its article. */
const LINES = { title: 1, questions: 1, names: 1, description: 0.7, headings: 0.7 } as const;
const FIELDS = Object.entries(LINES) as readonly [keyof typeof LINES, number][];
/** How far words of the line that the question lacks count against it: 0 not at all, 1 like those of the question. */
const PRECISION = 0.3;

/** The lines of an article, by their number. */
interface Lines {
  readonly numbersOf: ReadonlyMap<string, readonly number[]>;
  readonly weights: readonly number[];
  readonly proofs: readonly number[];
}

export interface Likeness {
  /** How much of the evidence of the question the best line has, 0 to 1. */
  readonly covered: number;
  /** How much of its rarity the best line has, less where the line is about more than the question. */
  readonly alike: number;
}

/**
 * Compares questions with single lines of articles: a question of the front matter, a heading, a title. Words that
 * meet in one line say more than the same words scattered over an article.
 */
export function createLikeness(documents: readonly SearchDocument[], index: SearchIndex) {
  const byRef = new Map(documents.map((document) => [document.ref, document]));
  const read = new Map<string, Lines>();
  /** Read when the article is first found, and kept. */
  function linesOf(ref: string): Lines {
    const known = read.get(ref);
    if (known !== undefined) return known;
    const document = byRef.get(ref);
    const numbersOf = new Map<string, number[]>();
    const weights: number[] = [];
    const proofs: number[] = [];
    for (const [field, proof] of FIELDS) {
      for (const text of (document?.[field] ?? '').split('\n')) {
        const terms = new Set(index.termsOf(text));
        for (const term of terms) numbersOf.set(term, [...(numbersOf.get(term) ?? []), weights.length]);
        weights.push([...terms].reduce((sum, term) => sum + index.idf(term), 0));
        proofs.push(proof);
      }
    }
    const lines = { numbersOf, weights, proofs };
    read.set(ref, lines);
    return lines;
  }

  return function likenessTo(concepts: readonly Concept[]): (ref: string) => Likeness {
    const total = concepts.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
    const allEvidence = concepts.reduce((sum, { evidence }) => sum + evidence, 0) || 1;
    const counted = concepts.filter(({ rarity }) => rarity > 0);
    return (ref) => {
      const { numbersOf, weights, proofs } = linesOf(ref);
      const ofQuestion = new Float64Array(weights.length);
      const ofEvidence = new Float64Array(weights.length);
      const ofLine = new Float64Array(weights.length);
      for (const { terms, rarity, evidence } of counted) {
        const covered = new Set<number>();
        for (const [at, { term }] of terms.entries()) {
          const share = at === 0 ? 1 : SYNONYM_COVERS;
          for (const number of numbersOf.get(term) ?? []) {
            if (covered.has(number)) continue;
            covered.add(number);
            ofQuestion[number] = (ofQuestion[number] ?? 0) + share * rarity;
            ofEvidence[number] = (ofEvidence[number] ?? 0) + share * evidence;
            ofLine[number] = (ofLine[number] ?? 0) + index.idf(term);
          }
        }
      }
      let covered = 0;
      let alike = 0;
      for (const [number, weight] of weights.entries()) {
        const ofAll = ofQuestion[number] ?? 0;
        if (ofAll === 0) continue;
        const precision = weight === 0 ? 0 : Math.min(1, (ofLine[number] ?? 0) / weight);
        covered = Math.max(covered, ((proofs[number] ?? 0) * (ofEvidence[number] ?? 0)) / allEvidence);
        alike = Math.max(alike, (ofAll / total) * precision ** PRECISION);
      }
      return { covered, alike };
    };
  };
}
