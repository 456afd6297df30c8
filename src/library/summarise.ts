/** A summary that is quoted, never written: sentences, rows, lists and code of the articles that answer best. */
import { announcedByHeading, cosine, type Sentence } from './article-text.ts';
import { coverageIn, type Quotable } from './quotable.ts';

/** Without citations and headings, and without blocks, which have room of their own. */
const MAX_CHARACTERS = 2000;
const MAX_BLOCKS = 1200;
/** From here on a sentence is as long as any. */
const LONG_SENTENCE = 320;
/** Two sentences nearer than this to each other say the same. */
const SAME = 0.8;

/** What each of the signs of a candidate counts for, and from which sum on it is quoted. */
export interface Judgement {
  readonly weights: readonly number[];
  readonly least: number;
}

/** Fitted to questions for which readers marked what an answer has to say (`npm run train-summary`). */
const FITTED: Judgement = {
  weights: [1.86, 0.69, 1.51, 1.2, 1.28, 0.91, 1.43, 0.67, 1.4, 1.74, 0.78, 1.02, 0.5],
  least: 3.82,
};

/** An article that was found. */
export interface Source {
  readonly article: Quotable;
  /** As a share of that of the best one. */
  readonly score: number;
  /** How alike its sections are asked for, by heading, as a share of the section that is asked for most alike. */
  readonly alike: ReadonlyMap<string, number>;
  /** How near they come by what they mean, and each of its sentences does; see Closeness. */
  readonly meaning: { readonly sections: ReadonlyMap<string, number>; readonly sentences: readonly number[] };
}

/** A sentence that can be quoted. */
export interface Candidate {
  readonly sentence: Sentence;
  /** Of its article. */
  readonly title: string;
  /** Counted from 0. */
  readonly source: number;
  /** In its article; -1 for its own answer. */
  readonly place: number;
  /**
   * What speaks for it: whether it is of the best article, of the second, the score of its article, whether it is the
   * article's own answer, and that score again if so, how far its section is from the nearest one (0 or less), whether it
   * is in that or in the next one, how much of the question it has, how near it comes by what it means, its place in the
   * section (1 for the first, then less), whether it announces a block, and its length.
   */
  readonly signs: readonly number[];
}

/**
 * All that can be quoted, article by article, each begun by its own answer.
 * @param terms of the question, with the rarity of each
 * @param sources best first
 */
export const candidatesOf = (terms: ReadonlyMap<string, number>, sources: readonly Source[]): readonly Candidate[] =>
  sources.flatMap((source, at) => candidatesIn(source, at, terms));

function candidatesIn(
  { article, score, alike, meaning }: Source,
  source: number,
  terms: ReadonlyMap<string, number>,
): Candidate[] {
  const { title, lead, sentences, headings, sectionOf, placeOf } = article;
  const covered = coverageIn(article, terms);
  const near = headings.map(
    (heading, section) =>
      (alike.get(heading) ?? 0) + (covered.sections[section] ?? 0) + (meaning.sections.get(heading) ?? 0),
  );
  const nearest = Math.max(...near);
  const next = Math.max(...near.filter((each) => each < nearest));
  const ofArticle = [Number(source === 0), Number(source === 1), score];
  const signsOfLead = [...ofArticle, 1, score, 0, 0, 0, 0, 0, 0, 0, lengthOf(lead)];
  return [
    { sentence: lead, title, source, place: -1, signs: signsOfLead },
    ...sentences.map((sentence, place) => {
      const nearness = near[sectionOf[place] ?? 0] ?? 0;
      const signs = [
        ...ofArticle,
        0,
        0,
        nearness - nearest,
        Number(nearness === nearest),
        Number(nearness === next),
        covered.sentences[place] ?? 0,
        meaning.sentences[place] ?? 0,
        1 / (1 + (placeOf[place] ?? 0)),
        Number(sentence.block !== undefined),
        lengthOf(sentence),
      ];
      return { sentence, title, source, place, signs };
    }),
  ];
}

const lengthOf = ({ text }: Sentence): number => Math.min(1, text.length / LONG_SENTENCE);

/** How much speaks for a candidate. */
export const worthOf = ({ signs }: Candidate, weights: readonly number[]): number =>
  signs.reduce((worth, sign, at) => worth + sign * (weights[at] ?? 0), 0);

/**
 * The best article's own answer, then the sentences for which most speaks, as many as fit in and do not repeat each
 * other, in the order of the articles.
 * @returns Markdown: a paragraph for each section, of whole sentences, each with `[n]`, and blocks behind those that
 * announce them; n counts the sources from 1; undefined without a candidate
 */
export function quote(candidates: readonly Candidate[], { weights, least } = FITTED): string | undefined {
  const [first, ...others] = candidates;
  if (first === undefined) return undefined;
  const chosen = [first];
  let left = MAX_CHARACTERS - first.sentence.text.length;
  let leftOfBlocks = MAX_BLOCKS;
  const ranked = others
    .map((candidate) => ({ candidate, worth: worthOf(candidate, weights) }))
    .filter(({ worth }) => worth >= least)
    .sort((a, b) => b.worth - a.worth);
  for (const { candidate } of ranked) {
    const { text, vector, block = '' } = candidate.sentence;
    const repeats = ({ sentence }: Candidate) => sentence.text.includes(text) || cosine(vector, sentence.vector) > SAME;
    if (text.length > left || block.length > leftOfBlocks || chosen.some(repeats)) continue;
    chosen.push(candidate);
    left -= text.length;
    leftOfBlocks -= block.length;
  }
  return inMarkdown(chosen.sort((a, b) => a.source - b.source || a.place - b.place));
}

/** A paragraph for each section, with its heading, and each block as a paragraph of its own. */
function inMarkdown(chosen: readonly Candidate[]): string {
  let summary = '';
  let section = '';
  const add = (words: string) => {
    summary += summary === '' || /\s$/.test(summary) ? words : ` ${words}`;
  };
  for (const { sentence, title, source } of chosen) {
    const { text, heading, block } = sentence;
    const name = nameOf(heading, source === 0 ? '' : title);
    if (name !== section) summary = `${summary.trimEnd()}\n\n**${name}:** `;
    section = name;
    const citation = `[${source + 1}]`;
    if (text !== announcedByHeading(heading)) add(`${text} ${citation}`);
    // A block that is announced by its heading alone: a sentence from there is cited already.
    else if (!summary.endsWith(citation)) add(citation);
    if (block !== undefined) summary += `\n\n${block}\n\n`;
  }
  return summary.trim();
}

/** Of a section; of another article than the best one with its title. */
function nameOf(heading: string, title: string): string {
  if (heading === '' || title === '') return heading || title;
  return `${heading} (${title})`;
}
