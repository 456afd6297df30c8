/** The data that the search reads: indexes, counts and vectors of all articles. */
import type { Steps } from '../basics/steps.ts';
import { readText } from './article-text.ts';
import { type Article, RECIPES_HEADING } from './articles.ts';
import type { Asked, AskedSection } from './asked.ts';
import { indexMeanings, loadMeanings, type MeantArticles, type MeantLine } from './meaning.ts';
import { indexRanking, type RankingData, type SearchDocument, type SectionAsked } from './ranking.ts';
import { termsOfLibrary } from './terms.ts';
import { countOdds, type Odds } from './topic.ts';

export interface SearchData {
  readonly ranking: RankingData;
  readonly meant: MeantArticles;
  readonly odds: Odds;
  /** Of each term of the articles: how few of them have it, as a logarithm. */
  readonly rarity: ReadonlyMap<string, number>;
}

interface Read {
  readonly document: SearchDocument;
  readonly sections: readonly AskedSection[];
}

/** Reads the articles and how people ask for them. @param articles sorted by path */
export function* makeSearchData(articles: readonly Article[], asked: Asked): Steps<SearchData> {
  const all: Read[] = [];
  for (const article of articles) {
    all.push({ document: searchDocumentOf(article), sections: asked.of(article.path) });
    yield;
  }
  const { elsewhere } = asked;
  const meanings = loadMeanings();
  yield;
  return {
    ranking: yield* indexRanking(
      all.map(({ document }) => document),
      all.flatMap(sectionsAskedOf),
    ),
    meant: yield* indexMeanings(all.flatMap(meantLinesOf), meanings),
    odds: yield* countOdds(yield* termsOfEach(all.flatMap(linesOf)), yield* termsOfEach(elsewhere)),
    rarity: yield* countRarity(all.map(({ document }) => document)),
  };
}

/** The fields of an article as the index wants them. Links to recipes name platforms that a check is not about. */
export function searchDocumentOf({ path, title, description, questions, keywords, body }: Article): SearchDocument {
  const { headings, passages, blocks } = readText(body);
  return {
    ref: path,
    title,
    questions: questions.join('\n'),
    names: [path.slice(path.lastIndexOf('/') + 1), ...keywords].join('\n'),
    description,
    headings: headings.filter((heading) => heading !== RECIPES_HEADING).join('\n'),
    body: [...passages.flatMap(({ heading, text }) => (heading === RECIPES_HEADING ? [] : [text])), ...blocks].join(
      '\n',
    ),
  };
}

const sectionsAskedOf = ({ document: { ref }, sections }: Read): SectionAsked[] =>
  sections.map(({ heading, questions }) => ({ ref, heading, asked: questions.join('\n') }));

/** The lines that tell what an article answers. */
function linesOf({ document: { title, questions, names, description, headings }, sections }: Read): string[] {
  return [
    title,
    description,
    ...[questions, names, headings].flatMap((lines) => lines.split('\n')),
    ...sections.flatMap((section) => section.questions),
  ].filter((line) => line !== '');
}

/** Those that say what it means, as they are written. */
function meantLinesOf({ document: { ref, title, questions, description }, sections }: Read): MeantLine[] {
  return [
    ...[title, description, ...questions.split('\n')].map((text) => ({ ref, heading: undefined, text })),
    ...sections.flatMap(({ heading, questions: texts }) => texts.map((text) => ({ ref, heading, text }))),
  ];
}

const LINES_A_STEP = 200;

function* termsOfEach(lines: readonly string[]): Steps<string[][]> {
  const terms: string[][] = [];
  for (const line of lines) {
    terms.push(termsOfLibrary(line));
    if (terms.length % LINES_A_STEP === 0) yield;
  }
  return terms;
}

function* countRarity(documents: readonly SearchDocument[]): Steps<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { ref: _, ...texts } of documents) {
    for (const term of new Set(termsOfLibrary(Object.values(texts).join('\n')))) {
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    yield;
  }
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + documents.length / count)]));
}
