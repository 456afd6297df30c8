/** An article as sentences that can be quoted, with the words of each. */
import type { Sentence } from './article-text.ts';
import { type Concept, type SearchIndex, SYNONYM_COVERS } from './bm25f.ts';
import { addToEach } from './lists.ts';

/** A sentence need not repeat its heading and its title. */
const COVERED_BY = { heading: 0.7, title: 0.4 };

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

export function quotableOf(
  title: string,
  lead: Sentence,
  sentences: readonly Sentence[],
  index: SearchIndex,
): Quotable {
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
      addToEach(headingsWith, new Set(index.termsOf(heading)), section);
    }
    const place = sizes[section] ?? 0;
    sizes[section] = place + 1;
    sectionOf.push(section);
    placeOf.push(place);
    addToEach(sentencesWith, vector.weights.keys(), number);
  }
  const inTitle = new Set(index.termsOf(title));
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

/** How much of a question each sentence and each section has, 0 to 1: the share of what its concepts count for. */
export function coverageIn(
  { sentences, headings, sectionOf, inTitle, headingsWith, sentencesWith }: Quotable,
  concepts: readonly Concept[],
): { readonly sentences: Float64Array; readonly sections: Float64Array } {
  const ofSentences = new Float64Array(sentences.length);
  const ofSections = new Float64Array(headings.length);
  const inSentence = new Float64Array(sentences.length);
  const inHeading = new Float64Array(headings.length);
  const inSection = new Float64Array(headings.length);
  const total = concepts.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  for (const { terms, rarity } of concepts) {
    if (rarity === 0) continue;
    for (const each of [inSentence, inHeading, inSection]) each.fill(0);
    let byTitle = 0;
    for (const [at, { term }] of terms.entries()) {
      const share = at === 0 ? 1 : SYNONYM_COVERS;
      if (inTitle.has(term)) byTitle = Math.max(byTitle, COVERED_BY.title * share);
      for (const section of headingsWith.get(term) ?? []) {
        raise(inHeading, section, COVERED_BY.heading * share);
        raise(inSection, section, share);
      }
      for (const number of sentencesWith.get(term) ?? []) {
        raise(inSentence, number, share);
        raise(inSection, sectionOf[number] ?? 0, share);
      }
    }
    const part = rarity / total;
    for (let section = 0; section < ofSections.length; section += 1) {
      ofSections[section] = (ofSections[section] ?? 0) + part * (inSection[section] ?? 0);
    }
    for (let number = 0; number < ofSentences.length; number += 1) {
      const byHeading = inHeading[sectionOf[number] ?? 0] ?? 0;
      ofSentences[number] = (ofSentences[number] ?? 0) + part * Math.max(inSentence[number] ?? 0, byHeading, byTitle);
    }
  }
  return { sentences: ofSentences, sections: ofSections };
}

function raise(values: Float64Array, at: number, value: number): void {
  if (value > (values[at] ?? 0)) values[at] = value;
}
