import { randomUUID } from 'node:crypto';
import { defined } from '../defined.ts';
import { ServiceError } from '../errors.ts';
import type { AskAnswer, AskResult } from '../schema/ask.ts';
import { createSearchIndex, type SearchDocument } from './bm25f.ts';
import type { Concept } from './concept.ts';
import { coverageOf } from './coverage.ts';
import { createLikeness } from './likeness.ts';
import type { Article, ArticleType } from './load-articles.ts';
import { readText } from './read-text.ts';
import { sentenceOf, sentencesOf } from './sentences.ts';
import { type Source, summarise } from './summarise.ts';
import { compoundsOf } from './tokenise.ts';
import { createReader } from './understand.ts';

const MAX_RESULTS = 10;
/** So many of the best by BM25F are compared line by line; a line like the question adds to the score. */
const CANDIDATES = 20;
const LIKENESS = 2;
/** A line that asks the very question decides. */
const SAME_QUESTION = { from: 0.99, factor: 1.4 };
/** Who speaks of "you" means this service: the articles about it count more. */
const ABOUT_US = /\b(?:you|your|yours|legible|here)\b/i;
/** Who asks what a thing is wants its definition: the articles about standards count more. */
const ABOUT_A_THING = /^\W*(?:what(?:['’]s| is| are)|define|explain)(?: \S+){1,4}\W*$/i;
const PREFERRED = 1.2;
/** A summary quotes from the best of them only. */
const SUMMARISED_RESULTS = 5;
/** The floor: at least one of so many results must have so much of the question. A word only in the text counts less. */
const JUDGED_RESULTS = 3;
const LEAST_COVERAGE = 1;
const IN_TEXT = 0.5;
/** A question is about our matters, too, when so much of its evidence is words of the field, in whichever articles. */
const LEAST_OF_FIELD = 0.5;
/** The sections of a check's article that speak of that check alone. */
const CHECK_TEXT: readonly string[] = ['Why it matters', 'Rule'];
/** Names for "this site" that NLWeb clients send when their user chose none. */
const ANY_SITE: readonly string[] = ['', 'all', 'any'];

const SCHEMA_TYPES = {
  methodology: 'Article',
  checks: 'TechArticle',
  specs: 'TechArticle',
  'llms-txt': 'Article',
  check: 'TechArticle',
  page: 'WebPage',
} as const satisfies Record<ArticleType, AskResult['schema_object']['@type']>;

/** The question, normalised. */
export interface Question {
  /** 1 to 2000 characters. */
  readonly query: string;
  readonly mode: 'list' | 'summarize';
  readonly itemType: ArticleType | 'any';
  readonly site: string | undefined;
  /** Fit for a stream's ids, as the schema of `ask` makes sure; made when it is left out. */
  readonly queryId: string | undefined;
  /** Earlier queries, oldest first. */
  readonly prev: readonly string[];
  /** The query with its context written out by the caller: searched in its place. */
  readonly decontextualized: string | undefined;
}

export interface Library {
  /** Sorted by path. */
  readonly articles: readonly Article[];
  /** The article at a root-relative path. */
  find(path: string): Article | undefined;
  /** @throws ServiceError not_found when nothing matches */
  answer(question: Question): AskAnswer;
}

/** The fields of an article as the index wants them. */
export function searchDocumentOf({ path, title, description, questions, keywords, body }: Article): SearchDocument {
  const { headings, passages, code } = readText(body);
  return {
    ref: path,
    title,
    questions: questions.join('\n'),
    names: [path.slice(path.lastIndexOf('/') + 1), ...keywords].join('\n'),
    description,
    headings: headings.join('\n'),
    body: [...passages.map(({ text }) => text), ...code].join('\n'),
  };
}

/**
 * Indexes the articles, once and for all.
 * @param baseUrl origin of the service: addresses of results begin with it, and its host is the only site there is
 */
export function createLibrary(given: readonly Article[], baseUrl: string): Library {
  const articles = [...given].sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(articles.map((article) => [article.path, article]));
  const documents = articles.map(searchDocumentOf);
  const index = createSearchIndex(documents);
  const likenessTo = createLikeness(documents, index);
  const understand = createReader(index);
  const cut = new Map<string, Omit<Source, 'score'>>();
  /** Cut when it is first quoted from, and kept: a start need not wait for it. */
  function sourceOf({ path, itemType, title, description, body }: Article): Omit<Source, 'score'> {
    const known = cut.get(path);
    if (known !== undefined) return known;
    const lead = sentenceOf(description, '', index);
    const { passages } = readText(body);
    // The rest of a check's article is the same in every one.
    const quotable = itemType === 'check' ? passages.filter(({ heading }) => CHECK_TEXT.includes(heading)) : passages;
    const sentences = sentencesOf(quotable, index);
    const source = { ref: path, title, lead, sentences: sentences };
    cut.set(path, source);
    return source;
  }
  /** Whether a result has enough of the question: one that shares a common word with it is about another topic. */
  function isKnown(text: string, concepts: readonly Concept[], paths: readonly string[]): boolean {
    const coverage = coverageOf(concepts, 'evidence');
    const likeness = likenessTo(concepts);
    const names = index.termsOf(compoundsOf(text).join(' '));
    const sumOf = (some: readonly Concept[]) => some.reduce((sum, { evidence }) => sum + evidence, 0);
    if (sumOf(concepts.filter(({ isOfField }) => isOfField)) >= LEAST_OF_FIELD * sumOf(concepts)) {
      return sumOf(concepts) > 0;
    }
    return paths.slice(0, JUDGED_RESULTS).some((path) => {
      if (names.some((name) => index.isAbout(path, name))) return true;
      const scattered = coverage((term) => (index.isAbout(path, term) ? 1 : index.has(path, term) ? IN_TEXT : 0));
      return likeness(path).covered + scattered >= LEAST_COVERAGE;
    });
  }
  const { host: site, hostname } = new URL(baseUrl);

  const isOurs = (asked: string) =>
    asked.split(',').some((name) => {
      const host = name
        .trim()
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\/$/, '');
      return [...ANY_SITE, site, hostname].includes(host);
    });

  function resultOf({ path, itemType, title, description }: Article, score: number): AskResult {
    const url = baseUrl + path;
    return {
      url,
      name: title,
      site,
      score,
      description,
      schema_object: {
        '@context': 'https://schema.org',
        '@type': SCHEMA_TYPES[itemType],
        name: title,
        url,
        description,
      },
    };
  }

  return {
    articles,
    find: (path) => byPath.get(path),
    answer(question) {
      const { query, mode, itemType, queryId, decontextualized } = question;
      if (question.site !== undefined && !isOurs(question.site)) {
        throw new ServiceError('not_found', `site: only ${site} is answered for here, and nothing is known of others.`);
      }
      // A query that the caller completed is used unchanged, because it already contains the earlier ones.
      const before = decontextualized === undefined ? question.prev.at(-1) : undefined;
      const asked = decontextualized ?? query;
      const { concepts, expanded } = understand(asked, before);
      const isWanted = (path: string) => itemType === 'any' || byPath.get(path)?.itemType === itemType;
      const likeness = likenessTo(concepts);
      const preferred = typesPreferred(asked);
      const found = index
        .search(concepts, CANDIDATES, isWanted)
        .map(({ ref, score }) => ({ ref, score, ...likeness(ref) }));
      const results = found
        .map(({ ref, score, alike }) => {
          const type = byPath.get(ref)?.itemType;
          const isPreferred = type !== undefined && preferred.includes(type);
          const factor = (isPreferred ? PREFERRED : 1) * (alike >= SAME_QUESTION.from ? SAME_QUESTION.factor : 1);
          return { ref, score: round(score * (1 + LIKENESS * alike) * factor) };
        })
        .sort((a, b) => b.score - a.score || (a.ref < b.ref ? -1 : 1))
        .slice(0, MAX_RESULTS)
        .flatMap(({ ref, score }) => {
          const article = byPath.get(ref);
          return article === undefined ? [] : [{ article, score }];
        });
      if (
        results.length === 0 ||
        !isKnown(
          asked,
          concepts,
          results.map(({ article }) => article.path),
        )
      ) {
        throw new ServiceError(
          'not_found',
          itemType === 'any'
            ? 'Nothing here matches the query. Ask with other words, such as the name of a file, a standard or a check.'
            : `Nothing of type ${itemType} matches the query. Ask with other words, or for itemType any.`,
        );
      }
      const summary =
        mode === 'summarize'
          ? summarise(
              concepts,
              results.slice(0, SUMMARISED_RESULTS).map(({ article, score }) => ({
                ...sourceOf(article),
                score: score / (results[0]?.score ?? score),
              })),
              index,
            )
          : undefined;
      const searched = expanded ?? decontextualized;
      return {
        _meta: {
          response_type: 'answer',
          version: '0.1',
          mode,
          ...defined({ decontextualized_query: searched }),
        },
        query_id: queryId ?? randomUUID(),
        site,
        mode,
        query,
        results: results.map(({ article, score }) => resultOf(article, score)),
        ...defined({ summary }),
      };
    },
  };
}

/** Scores have four decimals. */
const round = (score: number): number => Math.round(score * 10_000) / 10_000;

function typesPreferred(query: string): readonly ArticleType[] {
  if (ABOUT_US.test(query)) return ['page', 'methodology'];
  return ABOUT_A_THING.test(query) ? ['specs'] : [];
}
