/**
 * The ranking of articles for a question. Several lists rank them: what is written in their fields, how people ask for their
 * best section and for their best three (all MiniSearch, as it comes), and what their lines mean. Reciprocal rank fusion makes one list of them.
 */
import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import { groupedBy } from '../basics/grouped-by.ts';
import type { Steps } from '../basics/steps.ts';
import { termOf, termOfLibrary } from './terms.ts';
import { tokenise } from './tokenise.ts';

/** The searched fields of an article. */
const FIELDS = ['title', 'questions', 'names', 'description', 'headings', 'body'] as const;

/**
 * An article at the place n of a list gets 1 / (10 + n) from it (Cormack, Clarke and Büttcher, Reciprocal Rank Fusion,
 * SIGIR 2009). An answer has ten results: the first place of a list is worth twice the last one that is shown.
 */
const PLACES = 10;
const SECTIONS_A_STEP = 50;

export type SearchDocument = { readonly ref: string } & Readonly<Record<(typeof FIELDS)[number], string>>;

/** How people ask for one section of an article. */
export interface SectionAsked {
  readonly ref: string;
  /** Empty for the beginning of the article. */
  readonly heading: string;
  readonly asked: string;
}

type SectionPlace = Pick<SectionAsked, 'ref' | 'heading'>;

/** Both indexes as data. */
export interface RankingData {
  readonly fields: AsPlainObject;
  readonly sections: AsPlainObject;
  /** The articles and the headings of the sections, by the number of each. */
  readonly places: readonly SectionPlace[];
}

/** A section that has words of a question. */
export interface SectionFound {
  readonly place: SectionPlace;
  readonly score: number;
  /** The words of the question that it has, as terms. */
  readonly terms: readonly string[];
}

export interface Ranking {
  /** The articles whose fields have words of a text, best first, by ref. */
  byFields(text: string): string[];
  /** The sections that are asked for with words of a text, best first. */
  sectionsFor(text: string): SectionFound[];
  /** The term itself; for an unknown one, the known term that is most likely meant. */
  meantBy(term: string): string;
}

/** Unknown words may be misspelt: MiniSearch matches them to words within a quarter of their length. */
const FUZZY = 0.25;

const words = { tokenize: tokenise, processTerm: (word: string) => termOfLibrary(word) ?? null };
const optionsOf = (isKnown: (term: string) => boolean) => ({
  ...words,
  searchOptions: {
    processTerm: (word: string) => termOf(word) ?? null,
    fuzzy: (term: string) => (isKnown(term) ? false : FUZZY),
  },
});
const fieldsOptions: Options<SearchDocument> = { ...words, idField: 'ref', fields: [...FIELDS] };
const sectionsOptions: Options<{ readonly id: number } & SectionAsked> = { ...words, fields: ['asked'] };

/** Reads what is searched. */
export function* indexRanking(
  documents: readonly SearchDocument[],
  sections: readonly SectionAsked[],
): Steps<RankingData> {
  const fields = new MiniSearch(fieldsOptions);
  for (const document of documents) {
    fields.add(document);
    yield;
  }
  const bySection = new MiniSearch(sectionsOptions);
  for (const [id, section] of sections.entries()) {
    bySection.add({ id, ...section });
    if (id % SECTIONS_A_STEP === 0) yield;
  }
  return {
    fields: fields.toJSON(),
    sections: bySection.toJSON(),
    places: sections.map(({ ref, heading }) => ({ ref, heading })),
  };
}

/** @param isKnown whether a term is one that the library or those who ask elsewhere use */
export function createRanking(data: RankingData, isKnown: (term: string) => boolean): Ranking {
  const options = optionsOf(isKnown);
  const fields = MiniSearch.loadJS(data.fields, { ...fieldsOptions, ...options });
  const sections = MiniSearch.loadJS(data.sections, { ...sectionsOptions, ...options });
  return {
    byFields: (text) => fields.search(text).map(({ id }) => String(id)),
    sectionsFor(text) {
      const found: SectionFound[] = [];
      for (const { id, score, queryTerms } of sections.search(text)) {
        const place = data.places[Number(id)];
        if (place !== undefined) found.push({ place, score, terms: queryTerms });
      }
      return found;
    },
    meantBy: (term) =>
      isKnown(term) ? term : (sections.search(term, { processTerm: () => term, fuzzy: FUZZY })[0]?.terms[0] ?? term),
  };
}

/** What the best sections of an article count for, best first: the next ones confirm it. */
const CONFIRMING = [1, 0.5, 0.25];

/** The articles of sections, the one whose best sections have the most together first. @param sections best first */
export function articlesOf(sections: readonly SectionFound[]): string[] {
  const scores = new Map<string, number>();
  for (const [ref, own] of groupedBy(sections, ({ place }) => place.ref))
    scores.set(
      ref,
      CONFIRMING.reduce((sum, share, at) => sum + share * (own[at]?.score ?? 0), 0),
    );
  return [...scores].sort(([, a], [, b]) => b - a).map(([ref]) => ref);
}

/** One list of all that are in any of the lists, best first, with what each has from all of them together. */
export function fused(lists: readonly (readonly string[])[]): { readonly ref: string; readonly score: number }[] {
  const scores = new Map<string, number>();
  for (const list of lists) {
    for (const [at, ref] of list.entries()) scores.set(ref, (scores.get(ref) ?? 0) + 1 / (PLACES + at + 1));
  }
  return [...scores]
    .map(([ref, score]) => ({ ref, score }))
    .sort((a, b) => b.score - a.score || (a.ref < b.ref ? -1 : 1));
}
