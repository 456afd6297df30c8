import { cosine, type Sentence, type Vector, vectorOf } from './article-text.ts';
import type { SearchIndex } from './bm25f.ts';
import { type Concept, coverageOf } from './bm25f.ts';

/** Without the citations. The best article leaves room for others that come near it. */
const MAX_CHARACTERS = 1400;
const MAX_OF_BEST = 1000;
/** How many sentences the nearest sections may give, and how far behind the nearest one they may be. */
const SECTIONS = [
  { sentences: 8, behind: 0 },
  { sentences: 4, behind: 1.5 },
  { sentences: 3, behind: 1.2 },
];
/** How near a section must be at all. */
const LEAST_OF_SECTION = 1.5;
/**
 * What its words, and the meaning of its lines, count for beside how alike its lines are, and what the beginning of an
 * article counts less, because its own answer says the same; fitted to questions whose section is known.
 */
const OF_SECTION = { text: 1, meaning: 2, beginning: -0.1 };
/** What else the best article may give: sentences that have so much of the question, with its title and heading. */
const LOOSE = { sentences: 2, coverage: 0.6 };
/**
 * How many other articles are quoted, from which score on, as a share of the best, and how many sentences of a section
 * that is how far behind the nearest one of the best article.
 */
const OTHERS = { articles: 2, score: 0.4, sentences: 2, behind: 0.4 };
/** What nearness to the question, its coverage, its meaning and the place in the section count for. */
const WEIGHTS = { nearness: 0.3, coverage: 0.6, meaning: 0.6, place: 0.2 };
/** A table with more rows gives those alone that have at least so much of the question as the best of them. */
const ROWS = { few: 3, share: 0.5 };
/** A sentence need not repeat its heading and its title. */
const COVERED_BY = { heading: 0.7, title: 0.4 };
/** Two sentences nearer than this to each other say the same. */
const SAME = 0.8;

/** An article that was found. */
export interface Source {
  /** As the index knows it. */
  readonly ref: string;
  /** Its sentences need not repeat what it says. */
  readonly title: string;
  /** As a share of that of the best one. */
  readonly score: number;
  /** How alike the lines of its sections are to the question, by heading; see Nearness. */
  likeness(): ReadonlyMap<string, number>;
  /** How near they come by what they mean, and each of its sentences does; see Closeness. */
  meaning(): { readonly sections: ReadonlyMap<string, number>; readonly sentences: readonly number[] };
  /** Its own answer in one or two sentences. */
  readonly lead: Sentence;
  /** In order. */
  readonly sentences: readonly Sentence[];
}

interface Candidate extends Sentence {
  readonly source: number;
  readonly place: number;
  /** How much of the question it has, 0 to 1. */
  readonly covered: number;
  readonly relevance: number;
}

/**
 * A summary that is quoted, never written: the best article's own answer, then the sections of it that are nearest to
 * the question and single sentences that have its words, then the answers and nearest sections of articles that come near.
 * @returns whole sentences, each with `[n]`: n counts the sources from 1; undefined without a source
 */
export function summarise(
  concepts: readonly Concept[],
  sources: readonly Source[],
  index: SearchIndex,
): string | undefined {
  const [best, ...others] = sources;
  if (best === undefined) return undefined;
  const near = others.slice(0, OTHERS.articles).filter(({ score }) => score >= OTHERS.score);
  const sections = sectionsOf(best, 0, concepts, index);
  const nearest = sections[0]?.score ?? 0;
  const chosen: Candidate[] = [leadOf(best, 0)];
  const mostOfBest = near.length > 0 ? MAX_OF_BEST : MAX_CHARACTERS;
  for (const [at, { sentences, behind }] of SECTIONS.entries()) {
    const section = sections[at];
    const least = Math.max(LEAST_OF_SECTION, nearest - behind);
    if (section !== undefined && section.score >= least) choose(section.candidates, sentences, chosen, mostOfBest);
  }
  const loose = sections.flatMap(({ candidates }) => candidates).filter(({ covered }) => covered >= LOOSE.coverage);
  choose(loose, LOOSE.sentences, chosen, mostOfBest);
  for (const [at, other] of near.entries()) {
    choose([leadOf(other, at + 1)], 1, chosen, MAX_CHARACTERS);
    const [section] = sectionsOf(other, at + 1, concepts, index);
    const isNear = section !== undefined && section.score >= Math.max(LEAST_OF_SECTION, nearest - OTHERS.behind);
    if (isNear) choose(section.candidates, OTHERS.sentences, chosen, MAX_CHARACTERS);
  }
  chosen.sort((a, b) => a.source - b.source || a.place - b.place);
  return chosen.map(({ text, source }) => `${text} [${source + 1}]`).join(' ');
}

/** The article's own answer. */
const leadOf = ({ lead }: Source, source: number): Candidate => ({
  ...lead,
  source,
  place: -1,
  covered: 1,
  relevance: 1,
});

/** The sections of an article, nearest first: their lines are asked alike, and their sentences have its words. */
function sectionsOf(
  { title, sentences, likeness, meaning }: Source,
  source: number,
  concepts: readonly Concept[],
  index: SearchIndex,
): { readonly candidates: readonly Candidate[]; readonly score: number }[] {
  const asked = vectorOfConcepts(concepts, index);
  const coverage = coverageOf(concepts);
  const inTitle = new Set(index.termsOf(title));
  const alike = likeness();
  const meant = meaning();
  const terms = termsBySection(sentences);
  const candidateOf = (sentence: Sentence, place: number, placeInSection: number): Candidate => {
    const covered = coverage((term) => {
      if (sentence.vector.weights.has(term)) return 1;
      return sentence.inHeading.has(term) ? COVERED_BY.heading : inTitle.has(term) ? COVERED_BY.title : 0;
    });
    const relevance =
      WEIGHTS.nearness * cosine(asked, sentence.vector) +
      WEIGHTS.coverage * covered +
      WEIGHTS.meaning * (meant.sentences[place] ?? 0) +
      WEIGHTS.place / (1 + placeInSection);
    return { ...sentence, source, place, covered, relevance };
  };
  const sections = new Map<string, Candidate[]>();
  for (const [place, sentence] of sentences.entries()) {
    const own = sections.get(sentence.heading);
    if (own === undefined) sections.set(sentence.heading, [candidateOf(sentence, place, 0)]);
    else own.push(candidateOf(sentence, place, own.length));
  }
  return [...sections]
    .map(([heading, candidates]) => {
      const isIn = (term: string) => terms.get(heading)?.has(term);
      const score =
        (alike.get(heading) ?? 0) +
        OF_SECTION.text * coverage((term) => (isIn(term) ? 1 : 0)) +
        OF_SECTION.meaning * (meant.sections.get(heading) ?? 0) +
        (heading === '' ? OF_SECTION.beginning : 0);
      return { candidates: withFewRows(candidates, coverage), score };
    })
    .sort((a, b) => b.score - a.score);
}

/** Of the articles that were quoted, whose sentences are kept as well. */
const termsKept = new WeakMap<readonly Sentence[], ReadonlyMap<string, ReadonlySet<string>>>();

/** The terms of each section and of its heading, by heading. */
function termsBySection(sentences: readonly Sentence[]): ReadonlyMap<string, ReadonlySet<string>> {
  const known = termsKept.get(sentences);
  if (known !== undefined) return known;
  const sections = new Map<string, Set<string>>();
  for (const { heading, inHeading, vector } of sentences) {
    const terms = sections.get(heading) ?? new Set(inHeading);
    for (const term of vector.weights.keys()) terms.add(term);
    sections.set(heading, terms);
  }
  termsKept.set(sentences, sections);
  return sections;
}

/** Leaves out rows that have less of the question than others of a long table. */
function withFewRows(candidates: readonly Candidate[], coverage: ReturnType<typeof coverageOf>): readonly Candidate[] {
  const rows = candidates.filter(({ isRow }) => isRow);
  if (rows.length <= ROWS.few) return candidates;
  const covered = new Map(rows.map((row) => [row, coverage((term) => (row.vector.weights.has(term) ? 1 : 0))]));
  const least = ROWS.share * Math.max(...covered.values());
  return candidates.filter((candidate) => (covered.get(candidate) ?? 1) >= least);
}

/**
 * Adds the most relevant candidates that do not repeat what is chosen.
 * @param most characters of all that is chosen
 */
function choose(candidates: readonly Candidate[], count: number, chosen: Candidate[], most: number): void {
  let added = 0;
  let left = most - chosen.reduce((sum, { text }) => sum + text.length, 0);
  for (const candidate of candidates.toSorted((a, b) => b.relevance - a.relevance)) {
    if (added === count) return;
    const repeats = ({ text, vector }: Candidate) =>
      text.includes(candidate.text) || cosine(candidate.vector, vector) > SAME;
    if (candidate.text.length > left || chosen.some(repeats)) continue;
    chosen.push(candidate);
    left -= candidate.text.length;
    added += 1;
  }
}

function vectorOfConcepts(concepts: readonly Concept[], index: SearchIndex): Vector {
  const counts = new Map<string, number>();
  for (const { weight, terms } of concepts) {
    for (const { term, share } of terms) counts.set(term, Math.max(counts.get(term) ?? 0, weight * share));
  }
  return vectorOf(counts, index);
}
