import type { SearchDocument, SearchIndex } from './bm25f.ts';
import type { Concept } from './concept.ts';
import { SYNONYM_COVERS } from './coverage.ts';

/** The fields whose lines are compared, and what each line proves of the subject of its article. */
const LINES = { title: 1, questions: 1, names: 1, description: 0.7, headings: 0.7 } as const;
const FIELDS = Object.entries(LINES) as readonly [keyof typeof LINES, number][];
/** How far words of the line that the question lacks count against it: 0 not at all, 1 like those of the question. */
const PRECISION = 0.3;

interface Line {
  readonly terms: ReadonlySet<string>;
  readonly weight: number;
  readonly proof: number;
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
  const read = new Map<string, readonly Line[]>();
  /** Read when the article is first found, and kept. */
  function linesOf(ref: string): readonly Line[] {
    const known = read.get(ref);
    if (known !== undefined) return known;
    const document = byRef.get(ref);
    const lines = FIELDS.flatMap(([field, proof]) =>
      (document?.[field] ?? '').split('\n').map((text): Line => {
        const terms = new Set(index.termsOf(text));
        return { terms, proof, weight: [...terms].reduce((sum, term) => sum + index.idf(term), 0) };
      }),
    );
    read.set(ref, lines);
    return lines;
  }

  return function likenessTo(concepts: readonly Concept[]): (ref: string) => Likeness {
    const total = concepts.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
    const allEvidence = concepts.reduce((sum, { evidence }) => sum + evidence, 0) || 1;
    return (ref) => {
      let covered = 0;
      let alike = 0;
      for (const line of linesOf(ref)) {
        let ofQuestion = 0;
        let ofEvidence = 0;
        let ofLine = 0;
        for (const { terms, rarity, evidence } of concepts) {
          if (rarity === 0) continue;
          const at = terms.findIndex(({ term }) => line.terms.has(term));
          if (at < 0) continue;
          const share = at === 0 ? 1 : SYNONYM_COVERS;
          ofQuestion += share * rarity;
          ofEvidence += share * evidence;
          ofLine += index.idf(terms[at]?.term ?? '');
        }
        const precision = line.weight === 0 ? 0 : Math.min(1, ofLine / line.weight);
        covered = Math.max(covered, (line.proof * ofEvidence) / allEvidence);
        alike = Math.max(alike, (ofQuestion / total) * precision ** PRECISION);
      }
      return { covered, alike };
    };
  };
}
