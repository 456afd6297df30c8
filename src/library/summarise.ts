import { cosine, type Sentence, type Vector, vectorOf } from './article-text.ts';
import type { SearchIndex } from './bm25f.ts';
import { type Concept, coverageOf } from './bm25f.ts';

const MAX_SENTENCES = 5;
const MAX_CHARACTERS = 750;
/** How many sentences may follow the answer of the best article, and how many may come from others. */
const OWN_SENTENCES = 3;
const OTHER_SENTENCES = 1;
/**
 * How much of the question a sentence of the best article must have, with its title and heading; less where it is in the
 * section that the question is nearest to, and nothing where it begins a section that surely answers: sections begin with their answer.
 */
const LEAST_OF_OWN = 0.45;
const LEAST_IN_SECTION = 0.2;
/** The score another article must have, as a share of the best, and how much of the question a sentence of it. */
const LEAST_OF_ARTICLE = 0.75;
const LEAST_OF_OTHER = 0.75;
/** A question of one word is answered by one article: each sentence with the word would fit it. */
const LEAST_WORDS_FOR_OTHER = 2;
/** What the words of a section count for when it is chosen, and what it must reach together with its lines. */
const SECTION_TEXT = 0.4;
const LEAST_OF_SECTION = 0.25;
/** From this likeness on it is sure that the section answers, in whichever words. */
const SURE_SECTION = 0.6;
/** What nearness to the question, its coverage, the place in the article and the nearest section count for. */
const WEIGHTS = { nearness: 0.3, coverage: 0.6, place: 0.1, section: 0.3, beginning: 0.2 };
/** A sentence need not repeat its heading and its title. */
const COVERED_BY = { heading: 0.7, title: 0.4 };
/** Maximal marginal relevance: what relevance counts against repetition (Carbonell and Goldstein 1998). */
const LAMBDA = 0.7;
/** Two sentences nearer than this to each other say the same. */
const SAME = 0.6;

/** An article that was found. */
export interface Source {
  /** As the index knows it. */
  readonly ref: string;
  /** Its sentences need not repeat what it says. */
  readonly title: string;
  /** As a share of that of the best one. */
  readonly score: number;
  /** How alike its sections are to the question, 0 to 1, by heading. */
  readonly likeness: ReadonlyMap<string, number>;
  /** Its own answer in one or two sentences. */
  readonly lead: Sentence;
  /** In order. */
  readonly sentences: readonly Sentence[];
}

interface Candidate extends Sentence {
  readonly source: number;
  readonly place: number;
  readonly relevance: number;
}

/**
 * A summary that is quoted, never written: the best article's own answer, then those of its sentences that are in
 * the section nearest to the question or have its words, then one of the other articles.
 * @returns whole sentences, each with `[n]`: n counts the sources from 1; undefined without a source
 */
export function summarise(
  concepts: readonly Concept[],
  sources: readonly Source[],
  index: SearchIndex,
): string | undefined {
  const [best] = sources;
  if (best === undefined) return undefined;
  const asked = vectorOfConcepts(concepts, index);
  const coverage = coverageOf(concepts);
  const exactCoverage = coverageOf(concepts.map((concept) => ({ ...concept, terms: concept.terms.slice(0, 1) })));
  const candidates = sources.flatMap((source, at): Candidate[] => {
    if (source.score < LEAST_OF_ARTICLE) return [];
    const inTitle = new Set(index.termsOf(source.title));
    const section = at === 0 ? nearestSection(source, coverage) : undefined;
    const beginsAlike = at === 0 && (source.likeness.get('') ?? 0) >= SURE_SECTION;
    const beginning = source.sentences.findIndex(({ heading }) => heading === section?.heading);
    return source.sentences.flatMap((sentence, place) => {
      const isInSection = sentence.heading === section?.heading;
      const isBeginning = isInSection && place === beginning && section.alike >= SURE_SECTION;
      const nearness = cosine(asked, sentence.vector);
      if ((nearness === 0 && !isBeginning) || best.lead.text.includes(sentence.text)) return [];
      const isIn = (term: string) => sentence.vector.weights.has(term);
      // Of another article only a sentence that has the question's own words is shown to fit.
      const covers = at > 0 ? exactCoverage : coverage;
      const covered = covers((term) => {
        if (isIn(term)) return 1;
        if (at > 0) return 0;
        return sentence.inHeading.has(term) ? COVERED_BY.heading : inTitle.has(term) ? COVERED_BY.title : 0;
      });
      const isNear = isInSection || (sentence.heading === '' && beginsAlike);
      const least = isBeginning ? 0 : isNear ? LEAST_IN_SECTION : at === 0 ? LEAST_OF_OWN : LEAST_OF_OTHER;
      if (covered < least) return [];
      const relevance =
        WEIGHTS.nearness * nearness +
        WEIGHTS.coverage * covered +
        WEIGHTS.place / (1 + place) +
        (isInSection ? WEIGHTS.section : 0) +
        (isBeginning ? WEIGHTS.beginning : 0);
      return [{ ...sentence, source: at, place, relevance }];
    });
  });

  const chosen: Candidate[] = [{ ...best.lead, source: 0, place: -1, relevance: 1 }];
  choose(
    candidates.filter(({ source }) => source === 0),
    OWN_SENTENCES,
    chosen,
  );
  const telling = concepts.filter(({ rarity, isLight }) => rarity > 0 && !isLight);
  if (telling.length >= LEAST_WORDS_FOR_OTHER) {
    choose(
      candidates.filter(({ source }) => source > 0),
      OTHER_SENTENCES,
      chosen,
    );
  }
  chosen.sort((a, b) => a.source - b.source || a.place - b.place);
  return chosen.map(({ text, source }) => `${text} [${source + 1}]`).join(' ');
}

/**
 * The heading of the section that the question is about: one whose lines are asked alike and whose sentences have its
 * words. The beginning of an article is none, because its answer is quoted anyway.
 */
function nearestSection(
  { sentences, likeness }: Source,
  coverage: (covers: (term: string) => number) => number,
): { readonly heading: string; readonly alike: number } | undefined {
  let nearest: { heading: string; alike: number; score: number } | undefined;
  for (const heading of new Set(sentences.map((sentence) => sentence.heading))) {
    if (heading === '') continue;
    const own = sentences.filter((sentence) => sentence.heading === heading);
    const covered = coverage((term) =>
      own.some(({ vector, inHeading }) => vector.weights.has(term) || inHeading.has(term)) ? 1 : 0,
    );
    const alike = likeness.get(heading) ?? 0;
    const score = alike + SECTION_TEXT * covered;
    const isNearest = nearest === undefined || score > nearest.score;
    if (score >= LEAST_OF_SECTION && isNearest) nearest = { heading, alike, score };
  }
  return nearest;
}

/** Adds the most relevant candidates that do not repeat what is chosen, within the bounds of a summary. */
function choose(candidates: readonly Candidate[], count: number, chosen: Candidate[]): void {
  for (let added = 0; added < count && chosen.length < MAX_SENTENCES; added += 1) {
    const left = MAX_CHARACTERS - chosen.reduce((sum, { text }) => sum + text.length, 0);
    let next: { candidate: Candidate; worth: number } | undefined;
    for (const candidate of candidates) {
      if (candidate.text.length > left || chosen.includes(candidate)) continue;
      const repetition = Math.max(...chosen.map(({ vector }) => cosine(candidate.vector, vector)));
      const worth = LAMBDA * candidate.relevance - (1 - LAMBDA) * repetition;
      if (repetition <= SAME && (next === undefined || worth > next.worth)) next = { candidate, worth };
    }
    if (next === undefined) return;
    chosen.push(next.candidate);
  }
}

function vectorOfConcepts(concepts: readonly Concept[], index: SearchIndex): Vector {
  const counts = new Map<string, number>();
  for (const { weight, terms } of concepts) {
    for (const { term, share } of terms) counts.set(term, Math.max(counts.get(term) ?? 0, weight * share));
  }
  return vectorOf(counts, index);
}
