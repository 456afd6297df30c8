import type { SearchDocument, SearchIndex } from './bm25f.ts';
import { type Concept, SYNONYM_COVERS } from './bm25f.ts';

/** The fields whose lines are compared, and what each line proves of the subject of its article. */
const LINES = { title: 1, questions: 1, names: 1, description: 0.7, headings: 0.7 } as const;
const FIELDS = Object.entries(LINES) as readonly [keyof typeof LINES, number][];
/** How far words of the line that the question lacks count against it: 0 not at all, 1 like those of the question. */
const PRECISION = 0.8;

/** A line that tells of an article. */
interface Line {
  readonly terms: ReadonlySet<string>;
  readonly proof: number;
}

/** The lines of an article, by their number. */
interface Lines {
  readonly numbersOf: ReadonlyMap<string, readonly number[]>;
  readonly weights: readonly number[];
  readonly proofs: readonly number[];
}

export interface Likeness {
  /** How much of the evidence of the question the best line has, 0 to 1. */
  readonly covered: number;
  /** How much of its rarity among lines the best line has, less where the line is about more than the question. */
  readonly alike: number;
}

/**
 * Compares questions with single lines of articles: a question of the front matter, a heading, a title. Words that
 * meet in one line say more than the same words scattered over an article.
 */
export function createLikeness(documents: readonly SearchDocument[], index: SearchIndex) {
  const lines = new Map(documents.map((document) => [document.ref, linesOf(document, index)]));
  const rarity = rarityAmong([...lines.values()].flat());
  const numbered = new Map<string, Lines>();
  /** Numbered when the article is first found, and kept. */
  function numberedLinesOf(ref: string): Lines {
    const known = numbered.get(ref);
    if (known !== undefined) return known;
    const numbersOf = new Map<string, number[]>();
    const own = lines.get(ref) ?? [];
    for (const [number, { terms }] of own.entries()) {
      for (const term of terms) numbersOf.set(term, [...(numbersOf.get(term) ?? []), number]);
    }
    const weights = own.map(({ terms }) => [...terms].reduce((sum, term) => sum + rarity(term), 0));
    const made = { numbersOf, weights, proofs: own.map(({ proof }) => proof) };
    numbered.set(ref, made);
    return made;
  }

  return function likenessTo(concepts: readonly Concept[]): (ref: string) => Likeness {
    const counted = concepts
      .filter((concept) => concept.rarity > 0)
      .map((concept) => ({ ...concept, worth: concept.weight * rarity(concept.terms[0]?.term ?? '') }));
    const total = counted.reduce((sum, { worth }) => sum + worth, 0) || 1;
    const allEvidence = concepts.reduce((sum, { evidence }) => sum + evidence, 0) || 1;
    return (ref) => {
      const { numbersOf, weights, proofs } = numberedLinesOf(ref);
      const ofQuestion = new Float64Array(weights.length);
      const ofEvidence = new Float64Array(weights.length);
      const ofLine = new Float64Array(weights.length);
      for (const { terms, worth, evidence } of counted) {
        const covered = new Set<number>();
        for (const [at, { term }] of terms.entries()) {
          const share = at === 0 ? 1 : SYNONYM_COVERS;
          for (const number of numbersOf.get(term) ?? []) {
            if (covered.has(number)) continue;
            covered.add(number);
            ofQuestion[number] = (ofQuestion[number] ?? 0) + share * worth;
            ofEvidence[number] = (ofEvidence[number] ?? 0) + share * evidence;
            ofLine[number] = (ofLine[number] ?? 0) + rarity(term);
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

const linesOf = (document: SearchDocument, index: SearchIndex): Line[] =>
  FIELDS.flatMap(([field, proof]) =>
    document[field].split('\n').map((text) => ({ terms: new Set(index.termsOf(text)), proof })),
  );

/**
 * How much a term tells lines apart. A word of nearly every article is rare among lines where each has it once or twice,
 * and one that a single article repeats is not: lines are compared by this, articles by `idf`.
 */
function rarityAmong(lines: readonly Line[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const { terms } of lines) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const rarityOf = (count: number) => Math.log(1 + (lines.length - count + 0.5) / (count + 0.5));
  const rarities = new Map([...counts].map(([term, count]) => [term, rarityOf(count)]));
  const ofUnknown = rarityOf(0);
  return (term) => rarities.get(term) ?? ofUnknown;
}
