/** The data that the search reads: counts and vectors of all articles. */
import type { Steps } from '../basics/steps.ts';
import { readText } from './article-text.ts';
import { type Article, RECIPES_HEADING } from './articles.ts';
import type { Asked, AskedSection } from './asked.ts';
import { createSearchIndex, type IndexData, indexDocuments, type SearchDocument, type SearchIndex } from './bm25f.ts';
import { indexLines, type Line, type LinesData } from './lines.ts';
import { indexMeanings, loadMeanings, type MeantArticles, type MeantLine } from './meaning.ts';
import { wordsOf } from './tokenise.ts';
import { countOdds, type Odds } from './topic.ts';
import { LIGHT_WORDS } from './vocabulary.ts';

/** Questions that are asked elsewhere are in the order of their topics: this number of neighbours counts as one article. */
const ELSEWHERE_TOGETHER = 40;

export interface SearchData {
  readonly index: IndexData;
  readonly lines: LinesData;
  readonly meant: MeantArticles;
  /** Of questions that are asked elsewhere. */
  readonly meantElsewhere: MeantArticles;
  readonly odds: Odds;
  /** The words that a misspelt one may mean, the more frequent first. */
  readonly subjects: readonly string[];
}

/** Reads the articles and how people ask for them. @param articles sorted by path */
export function* makeSearchData(articles: readonly Article[], asked: Asked): Steps<SearchData> {
  const sections = new Map<string, readonly AskedSection[]>();
  const documents: SearchDocument[] = [];
  for (const article of articles) {
    const own = asked.of(article.path);
    sections.set(article.path, own);
    documents.push(searchDocumentOf(article, own));
    yield;
  }
  const data = yield* indexDocuments(documents);
  const index = createSearchIndex(data);
  const lines: Line[] = [];
  for (const document of documents) {
    lines.push(...linesOf(document, sections.get(document.ref) ?? [], index));
    yield;
  }
  const { elsewhere } = asked;
  const termsElsewhere: (readonly string[])[] = [];
  for (const question of elsewhere) {
    termsElsewhere.push(index.termsOf(question));
    yield;
  }
  const meanings = loadMeanings();
  yield;
  return {
    index: data,
    lines: yield* indexLines(lines),
    meant: yield* indexMeanings(
      documents.flatMap((document) => meantLinesOf(document, sections.get(document.ref) ?? [])),
      meanings,
    ),
    meantElsewhere: yield* indexMeanings(
      elsewhere.map((text, at) => ({ ref: `${Math.floor(at / ELSEWHERE_TOGETHER)}`, heading: undefined, text })),
      meanings,
    ),
    odds: yield* countOdds(
      lines.map(({ terms }) => terms),
      termsElsewhere,
    ),
    subjects: yield* wordsOfSubjects(documents, index),
  };
}

/** The fields of an article as the index wants them. Links to recipes name platforms that a check is not about. */
export function searchDocumentOf(article: Article, asked: readonly AskedSection[] = []): SearchDocument {
  const { path, itemType, title, description, questions, keywords, body } = article;
  const { headings, passages, blocks } = readText(body);
  return {
    ref: path,
    ...(itemType === 'recipe' && { group: itemType }),
    title,
    questions: questions.join('\n'),
    asked: asked.flatMap((section) => section.questions).join('\n'),
    names: [path.slice(path.lastIndexOf('/') + 1), ...keywords].join('\n'),
    description,
    headings: headings.filter((heading) => heading !== RECIPES_HEADING).join('\n'),
    body: [...passages.flatMap(({ heading, text }) => (heading === RECIPES_HEADING ? [] : [text])), ...blocks].join(
      '\n',
    ),
  };
}

/** The words that name what articles are about, the more frequent first. */
function* wordsOfSubjects(documents: readonly SearchDocument[], index: SearchIndex): Steps<string[]> {
  const words = new Set<string>();
  for (const { title, questions, asked, names } of documents) {
    for (const word of wordsOf(`${title}\n${questions}\n${asked}\n${names}`)) words.add(word);
    yield;
  }
  const rarity = new Map<string, number>();
  for (const word of words) {
    const idf = index.idf(index.termsOf(word).at(-1) ?? '');
    if (idf > 0) rarity.set(word, idf);
  }
  yield;
  const ofSubjects = [...rarity].sort(([a, rareA], [b, rareB]) => rareA - rareB || (a < b ? -1 : 1));
  // A light word that is misspelt says no more than one that is not.
  return [...ofSubjects.map(([word]) => word), ...LIGHT_WORDS];
}

/** The lines that tell what an article answers. */
function linesOf(document: SearchDocument, sections: readonly AskedSection[], index: SearchIndex): Line[] {
  const { ref, title, questions, names, description, headings } = document;
  const line = (text: string, heading?: string): Line => ({ ref, heading, terms: index.termsOf(text) });
  return [
    ...[title, description, ...questions.split('\n'), ...names.split('\n')].map((text) => line(text)),
    ...headings.split('\n').map((heading) => line(heading, heading)),
    ...sections.flatMap(({ heading, questions }) => questions.map((question) => line(question, heading))),
  ].filter(({ terms }) => terms.length > 0);
}

/** The lines of an article, as they are written. */
function meantLinesOf(document: SearchDocument, sections: readonly AskedSection[]): MeantLine[] {
  const { ref, title, questions, description } = document;
  return [
    ...[title, description, ...questions.split('\n')].map((text) => ({ ref, heading: undefined, text })),
    ...sections.flatMap(({ heading, questions: texts }) => texts.map((text) => ({ ref, heading, text }))),
  ];
}
