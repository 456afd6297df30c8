import elasticlunr from 'elasticlunr';
import MiniSearch from 'minisearch';
import { createLibrary } from '../src/library/answer.ts';
import type { Article } from '../src/library/articles.ts';
import { searchDocumentOf } from '../src/library/search-data.ts';
import { termOf } from '../src/library/terms.ts';
import { tokenise } from '../src/library/tokenise.ts';
import { ASK_PAIRS } from '../test/fixtures/ask-pairs.ts';
import { askLibrary } from './ask/judge.ts';

export interface Relevance {
  readonly name: string;
  /** Share of the queries whose first result, or one of the first three, is one expected. */
  readonly success1: number;
  readonly success3: number;
  readonly mrr: number;
}

type Search = (query: string) => readonly string[];

const BOOSTS = [
  { title: 2, questions: 3, names: 2, description: 2, headings: 1.5, body: 1 },
  { title: 4, questions: 3, names: 2, description: 2, headings: 1.5, body: 1 },
  { title: 3, questions: 3, names: 3, description: 1.5, headings: 1.5, body: 1 },
  { title: 6, questions: 3, names: 4, description: 3, headings: 2, body: 1 },
];
const BM25_PLUS = [
  { k: 1.2, b: 0.7, d: 0.5 },
  { k: 1.6, b: 0.7, d: 0.5 },
  { k: 1.2, b: 0.4, d: 0 },
];

/** Ours, minisearch with our words and the best of its settings, and both of the others as they come. */
export function compareEngines(articles: readonly Article[]): Relevance[] {
  const library = createLibrary(articles, 'http://localhost');
  const documents = articles.map((article) => searchDocumentOf(article));
  const ours: Search = (query) => askLibrary(library, query)?.results.map(({ url }) => new URL(url).pathname) ?? [];

  const fields = ['title', 'questions', 'names', 'description', 'headings', 'body'];
  const tuned = new MiniSearch({
    idField: 'ref',
    fields,
    tokenize: tokenise,
    processTerm: (word) => termOf(word) ?? null,
  });
  const plain = new MiniSearch({ idField: 'ref', fields });
  for (const engine of [tuned, plain]) engine.addAll(documents);
  const variants = BOOSTS.flatMap((boost) =>
    BM25_PLUS.flatMap((bm25) =>
      [0, 0.2].map((fuzzy) => judge('minisearch, tuned', (query) => refs(tuned.search(query, { boost, bm25, fuzzy })))),
    ),
  );
  const [best] = variants.sort((a, b) => b.mrr - a.mrr);

  const stock = new elasticlunr.Index();
  stock.setRef('ref');
  stock.pipeline.add(elasticlunr.stopWordFilter, elasticlunr.stemmer);
  for (const field of fields) stock.addField(field);
  for (const document of documents) stock.addDoc(document, false);
  const boosted = Object.fromEntries(Object.entries(BOOSTS[1] ?? {}).map(([field, boost]) => [field, { boost }]));

  return [
    judge('Legible', ours),
    ...(best === undefined ? [] : [best]),
    judge('minisearch, as it comes', (query) => refs(plain.search(query))),
    judge('elasticlunr with our boosts', (query) => stock.search(query, { fields: boosted }).map(({ ref }) => ref)),
  ];
}

const refs = (results: readonly { readonly id: unknown }[]): string[] => results.map(({ id }) => String(id));

function judge(name: string, search: Search): Relevance {
  const ranks = ASK_PAIRS.map(({ query, expect }) =>
    search(query)
      .slice(0, 10)
      .findIndex((path) => [expect].flat().includes(path)),
  );
  const share = (count: number) => ranks.filter((rank) => rank >= 0 && rank < count).length / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length;
  return { name, success1: share(1), success3: share(3), mrr };
}
