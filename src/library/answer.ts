import { randomUUID } from 'node:crypto';
import { lexer, type Token, type Tokens } from 'marked';
import { defined } from '../defined.ts';
import { ServiceError } from '../errors.ts';
import type { AskAnswer, AskResult } from '../schema/ask.ts';
import { createSearchIndex, type SearchIndex, type WeightedTerms } from './bm25f.ts';
import type { Article, ArticleType } from './load-articles.ts';
import { countTerms, type Sentence, sentencesOf, summarise } from './summarise.ts';
import { tokenise } from './tokenise.ts';

const MAX_RESULTS = 10;
/** A summary quotes from the best of them only. */
const SUMMARISED_RESULTS = 5;
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

/**
 * The articles with their index, which is made once.
 * @param baseUrl origin of the service: addresses of results begin with it, and its host is the only site there is
 */
export function createLibrary(given: readonly Article[], baseUrl: string): Library {
  const articles = [...given].sort((a, b) => (a.path < b.path ? -1 : 1));
  const byPath = new Map(articles.map((article) => [article.path, article]));
  let indexed: SearchIndex | undefined;
  /** Made for the first question: a service starts a third sooner without it. */
  const index = (): SearchIndex => {
    indexed ??= createSearchIndex(articles.map(indexable));
    return indexed;
  };
  const cut = new Map<string, readonly Sentence[]>();
  /** Cut when they are first quoted from, and kept: a start need not wait for it. */
  function sentencesIn({ path, description, body }: Article): readonly Sentence[] {
    const sentences = cut.get(path) ?? sentencesOf([description, ...readText(body).prose], index());
    cut.set(path, sentences);
    return sentences;
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
      const { terms, expanded } = understand(decontextualized ?? query, before, index());
      const isWanted = (path: string) => itemType === 'any' || byPath.get(path)?.itemType === itemType;
      const results = index()
        .search(terms, MAX_RESULTS, isWanted)
        .flatMap(({ ref, score }) => {
          const article = byPath.get(ref);
          return article === undefined ? [] : [{ article, score }];
        });
      if (results.length === 0) {
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
              terms,
              results.slice(0, SUMMARISED_RESULTS).map(({ article, score }) => ({
                ref: article.path,
                title: article.title,
                sentences: sentencesIn(article),
                score,
              })),
              index(),
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

function indexable({ path, title, description, keywords, body }: Article) {
  const text = readText(body);
  return {
    ref: path,
    title,
    description,
    names: [path.slice(path.lastIndexOf('/') + 1), ...keywords].join('\n'),
    headings: text.headings.join('\n'),
    body: [...text.prose, ...text.rest].join('\n'),
  };
}

/** A query with fewer terms depends on the one before it: "and for the second one?". */
const STANDS_ALONE = 2;
const BORROWED_TERMS = 3;
const BORROWED_WEIGHT = 0.3;

interface Understood {
  readonly terms: WeightedTerms;
  /** The interpreted question, when it differs from the given one. */
  readonly expanded: string | undefined;
}

/**
 * The terms of a query. A short one borrows the rarest words of the query before it, at a reduced weight.
 * @param before the previous query, if any
 */
export function understand(query: string, before: string | undefined, index: SearchIndex): Understood {
  const terms = countTerms(index.termsOf(query));
  if (before === undefined || terms.size >= STANDS_ALONE) return { terms, expanded: undefined };
  const borrowed = rarest(before, index).filter(({ term }) => !terms.has(term));
  if (borrowed.length === 0) return { terms, expanded: undefined };
  for (const { term } of borrowed) terms.set(term, BORROWED_WEIGHT);
  return { terms, expanded: [query, ...borrowed.map(({ word }) => word)].join(' ') };
}

/** Words of a text that the library knows, the rarest first; each term once. */
function rarest(text: string, index: SearchIndex): { term: string; word: string }[] {
  const words = new Map(tokenise(text).flatMap((word) => index.termsOf(word).map((term) => [term, word] as const)));
  return [...words]
    .map(([term, word]) => ({ term, word, idf: index.idf(term) }))
    .filter(({ idf }) => idf > 0)
    .sort((a, b) => b.idf - a.idf || (a.term < b.term ? -1 : 1))
    .slice(0, BORROWED_TERMS);
}

/** The words of an article, grouped by their use in ranking. */
interface ArticleText {
  readonly headings: readonly string[];
  /** Paragraphs and list items, in order, without markup: what sentences can be taken from. */
  readonly prose: readonly string[];
  /** Code and cells of tables. */
  readonly rest: readonly string[];
}

/** Reads the words out of an article's Markdown. The Markdown is ours: its depth is what we wrote. */
export function readText(markdown: string): ArticleText {
  const headings: string[] = [];
  const prose: string[] = [];
  const rest: string[] = [];
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (token.type === 'heading') headings.push(plain(token.tokens ?? []));
      else if (token.type === 'paragraph' || token.type === 'text') prose.push(plain(token.tokens ?? [token]));
      else if (token.type === 'code') rest.push(token.text);
      else if (isTable(token)) rest.push(...[token.header, ...token.rows].flat().map((cell) => plain(cell.tokens)));
      else if (isList(token)) for (const item of token.items) read(item.tokens);
      else if (token.type === 'blockquote') read(token.tokens ?? []);
    }
  };
  read(lexer(markdown));
  return { headings, prose, rest };
}

const isTable = (token: Token): token is Tokens.Table => token.type === 'table';
const isList = (token: Token): token is Tokens.List => token.type === 'list';

/** Inline markup as the words a reader sees. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return ' ';
      if ('tokens' in token && token.tokens !== undefined) return plain(token.tokens);
      return 'text' in token ? token.text : '';
    })
    .join('')
    .replace(/\s+/g, ' ');
}
