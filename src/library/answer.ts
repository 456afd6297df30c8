/** The library: articles, and answers to questions about them. */
import { randomUUID } from 'node:crypto';
import { defined } from '../basics/defined.ts';
import { atOnce, inSlices, type Steps } from '../basics/steps.ts';
import { ServiceError } from '../errors.ts';
import type { AskAnswer, AskResult } from '../schema/ask.ts';
import { type Article, type ArticleType, sortedByPath } from './articles.ts';
import { loadAsked } from './asked.ts';
import { keptSearchData } from './kept-search-data.ts';
import { createSearch, type Search } from './search.ts';
import { makeSearchData } from './search-data.ts';

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
   * Resolves when the search is complete, which takes seconds once where no bundle keeps its data: it is made in slices,
   * so that other requests are served. Rejects when a file of the library cannot be read.
   */
  ready(): Promise<void>;
  /** Whether the search is complete. */
  readonly isReady: boolean;
  /** @throws ServiceError not_found when nothing matches; Error when a file of the library cannot be read */
  answer(question: Question): AskAnswer;
}

/** By the list they are made of: the services of one process share one. */
const searches = new WeakMap<readonly Article[], LazySearch>();

interface LazySearch {
  /** Builds its missing parts at once, which can take seconds. */
  now(): Search;
  ready(): Promise<void>;
  readonly isReady: boolean;
}

function createLazySearch(articles: readonly Article[]): LazySearch {
  let made: Search | undefined;
  let steps: Steps<void> | undefined;
  function* making(): Steps<void> {
    try {
      made = yield* createSearch(articles, keptSearchData(articles) ?? (yield* makeSearchData(articles, loadAsked())));
    } finally {
      // After an error the next question tries again.
      steps = undefined;
    }
  }
  function begun(): Steps<void> {
    steps ??= making();
    return steps;
  }
  return {
    now() {
      if (made === undefined) atOnce(begun());
      if (made === undefined) throw new Error('The search of the library is not complete.');
      return made;
    },
    async ready() {
      if (made === undefined) await inSlices(begun());
    },
    get isReady() {
      return made !== undefined;
    },
  };
}

/**
 * The articles with their search, which is made once for a list: for the first question, because a service starts a
 * third sooner without it.
 * @param given is not changed afterwards
 * @param baseUrl origin of the service: addresses of results begin with it, and its host is the only site there is
 */
export function createLibrary(given: readonly Article[], baseUrl: string): Library {
  const articles = sortedByPath(given);
  const byPath = new Map(articles.map((article) => [article.path, article]));
  const search = searches.get(given) ?? createLazySearch(articles);
  searches.set(given, search);
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
    ready: search.ready,
    get isReady() {
      return search.isReady;
    },
    answer(question) {
      const { query, mode, itemType, queryId, decontextualized } = question;
      if (question.site !== undefined && !isOurs(question.site)) {
        throw new ServiceError('not_found', `site: only ${site} is answered for here, and nothing is known of others.`);
      }
      // A query that the caller completed is used unchanged, because it already contains the earlier ones.
      const before = decontextualized === undefined ? question.prev.at(-1) : undefined;
      const asked = decontextualized ?? query;
      const { results, expanded, summarise } = search.now().find(asked, before, itemType);
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
    get isReady() {
      return library().isReady;
    },
    answer: (question) => library().answer(question),
  };
}
