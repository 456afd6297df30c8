/** The library: articles, and answers to questions about them. */
import { randomUUID } from 'node:crypto';
import { defined } from '../defined.ts';
import { ServiceError } from '../errors.ts';
import type { AskAnswer, AskResult } from '../schema/ask.ts';
import { atOnce, inSlices, type Steps } from '../steps.ts';
import type { Article, ArticleType } from './articles.ts';
import { loadAsked } from './asked.ts';
import { createSearch, type Search } from './search.ts';
import { makeSearchData, readSearchData } from './search-data.ts';

/** Names for "this site" that NLWeb clients send when their user chose none. */
const ANY_SITE: readonly string[] = ['', 'all', 'any'];

const SCHEMA_TYPES = {
  methodology: 'Article',
  checks: 'TechArticle',
  specs: 'TechArticle',
  'llms-txt': 'Article',
  check: 'TechArticle',
  page: 'WebPage',
  recipe: 'TechArticle',
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
  /**
   * Resolves when the next question need not wait for the index, which takes seconds once: it is made a little at a time,
   * so that nobody else waits meanwhile.
   */
  ready(): Promise<void>;
  /** @throws ServiceError not_found when nothing matches */
  answer(question: Question): AskAnswer;
}

/** By the list it is made of: the services of one process share an index. */
const indexes = new WeakMap<readonly Article[], Index>();

interface Index {
  /** Makes what is missing of it at once. */
  now(): Search;
  ready(): Promise<void>;
}

function createIndex(articles: readonly Article[]): Index {
  let made: Search | undefined;
  let making: Promise<void> | undefined;
  const steps = (function* (): Steps<void> {
    const data = readSearchData(articles) ?? (yield* makeSearchData(articles, loadAsked()));
    made = createSearch(articles, data);
  })();
  return {
    now() {
      if (made === undefined) atOnce(steps);
      if (made === undefined) throw new Error('The index of the library could not be made.');
      return made;
    },
    async ready() {
      making ??= inSlices(steps);
      await making;
    },
  };
}

/**
 * The articles with their index, which is made once for a list: for the first question, because a service starts a third
 * sooner without it.
 * @param given is not changed afterwards
 * @param baseUrl origin of the service: addresses of results begin with it, and its host is the only site there is
 */
export function createLibrary(given: readonly Article[], baseUrl: string): Library {
  const articles = [...given].sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(articles.map((article) => [article.path, article]));
  const index = indexes.get(given) ?? createIndex(articles);
  indexes.set(given, index);
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
    ready: index.ready,
    answer(question) {
      const { query, mode, itemType, queryId, decontextualized } = question;
      if (question.site !== undefined && !isOurs(question.site)) {
        throw new ServiceError('not_found', `site: only ${site} is answered for here, and nothing is known of others.`);
      }
      // A query that the caller completed is used unchanged, because it already contains the earlier ones.
      const before = decontextualized === undefined ? question.prev.at(-1) : undefined;
      const asked = decontextualized ?? query;
      const { results, expanded, summarise } = index.now().find(asked, before, itemType);
      if (results.length === 0) {
        throw new ServiceError(
          'not_found',
          itemType === 'any'
            ? 'Nothing here matches the query. Ask with other words, such as the name of a file, a standard or a check.'
            : `Nothing of type ${itemType} matches the query. Ask with other words, or for itemType any.`,
        );
      }
      const summary = mode === 'summarize' ? summarise() : undefined;
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

/** A library that is made when it is first asked for anything: indexing costs what a scan alone need not pay. */
export function lazyLibrary(make: () => Library): Library {
  let made: Library | undefined;
  const library = () => {
    made ??= make();
    return made;
  };
  return {
    get articles() {
      return library().articles;
    },
    find: (path) => library().find(path),
    ready: () => library().ready(),
    answer: (question) => library().answer(question),
  };
}
