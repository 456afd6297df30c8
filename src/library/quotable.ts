/** An article as sentences that can be quoted, with the words of each. */
import type { Sentence } from './article-text.ts';
import { termsOfLibrary } from './terms.ts';

/** Sentences and sections are numbered in order. */
export interface Quotable {
  readonly title: string;
  /** The article's own answer in one or two sentences. */
  readonly lead: Sentence;
  readonly sentences: readonly Sentence[];
  /** The headings of its sections. */
  readonly headings: readonly string[];
  /** The section of each sentence, and its place in there. */
  readonly sectionOf: readonly number[];
  readonly placeOf: readonly number[];
  readonly inTitle: ReadonlySet<string>;
  /** Which sections have a term in their heading, and which sentences have it. */
  readonly headingsWith: ReadonlyMap<string, readonly number[]>;
  readonly sentencesWith: ReadonlyMap<string, readonly number[]>;
}

export function quotableOf(title: string, lead: Sentence, sentences: readonly Sentence[]): Quotable {
  const sections = new Map<string, number>();
  const sizes: number[] = [];
  const sectionOf: number[] = [];
  const placeOf: number[] = [];
  const headingsWith = new Map<string, number[]>();
  const sentencesWith = new Map<string, number[]>();
  for (const [number, { heading, vector }] of sentences.entries()) {
    const section = sections.get(heading) ?? sections.size;
    if (!sections.has(heading)) {
      sections.set(heading, section);
      addToEach(headingsWith, new Set(termsOfLibrary(heading)), section);
    }
    const place = sizes[section] ?? 0;
    sizes[section] = place + 1;
    sectionOf.push(section);
    placeOf.push(place);
    addToEach(sentencesWith, vector.weights.keys(), number);
  }
  const inTitle = new Set(termsOfLibrary(title));
  return {
    title,
    lead,
    sentences,
    headings: [...sections.keys()],
    sectionOf,
    placeOf,
    inTitle,
    headingsWith,
    sentencesWith,
  };
}

/** How much of a question each sentence and each section has, 0 to 1: the share of the rarity of its terms. */
export function coverageIn(
  { sentences, headings, sectionOf, inTitle, headingsWith, sentencesWith }: Quotable,
  terms: ReadonlyMap<string, number>,
): { readonly sentences: Float64Array; readonly sections: Float64Array } {
  const ofSentences = new Float64Array(sentences.length);
  const ofSections = new Float64Array(headings.length);
  const total = [...terms.values()].reduce((sum, rarity) => sum + rarity, 0) || 1;
  for (const [term, rarity] of terms) {
    const inHeadings = new Set(headingsWith.get(term));
    const inSentences = new Set(sentencesWith.get(term));
    const inSections = new Set([...inHeadings, ...[...inSentences].map((number) => sectionOf[number] ?? 0)]);
    for (const section of inSections) ofSections[section] = (ofSections[section] ?? 0) + rarity / total;
    // A sentence need not repeat its heading and its title.
    const isSaid = (number: number) =>
      inTitle.has(term) || inSentences.has(number) || inHeadings.has(sectionOf[number] ?? 0);
    for (let number = 0; number < ofSentences.length; number += 1) {
      if (isSaid(number)) ofSentences[number] = (ofSentences[number] ?? 0) + rarity / total;
    }
  }
  return { sentences: ofSentences, sections: ofSections };
}

/** Adds a number to the list of each term. @param terms without repetition */
function addToEach(lists: Map<string, number[]>, terms: Iterable<string>, number: number): void {
  for (const term of terms) {
    const list = lists.get(term);
    if (list === undefined) lists.set(term, [number]);
    else list.push(number);
  }
}
