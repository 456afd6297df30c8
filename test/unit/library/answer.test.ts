import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import elasticlunr from 'elasticlunr';
import fc from 'fast-check';
import { atOnce } from '../../../src/basics/steps.ts';
import { ServiceError } from '../../../src/errors.ts';
import { createLibrary, type Library, lazyLibrary, type Question } from '../../../src/library/answer.ts';
import { countTerms, readText } from '../../../src/library/article-text.ts';
import { createRanking, indexRanking } from '../../../src/library/ranking.ts';
import { searchDocumentOf } from '../../../src/library/search-data.ts';
import { termsOf } from '../../../src/library/terms.ts';
import { AskAnswer } from '../../../src/schema/ask.ts';
import { allArticles, checkArticles } from '../../../src/tools/check-articles.ts';
import { OFF_TOPIC } from '../../fixtures/ask-off-topic.ts';
import { ASK_PAIRS } from '../../fixtures/ask-pairs.ts';
import { inWhole, runsOf } from '../../support/exhaustive.ts';

const BASE = 'https://legible.test';
const articles = allArticles();
const library = createLibrary(articles, BASE);

const question = (query: string, more: Partial<Question> = {}): Question => ({
  query,
  mode: 'list',
  itemType: 'any',
  site: undefined,
  queryId: 'q',
  prev: [],
  decontextualized: undefined,
  ...more,
});
/** What the library answered: several tests ask the pairs. */
const answered = new Map<string, AskAnswer | undefined>();
/** Undefined where the library refuses. */
function ask(query: string, more: Partial<Question> = {}): AskAnswer | undefined {
  const name = JSON.stringify([query, more]);
  if (!answered.has(name)) answered.set(name, askOf(library, query, more));
  return answered.get(name);
}
function askOf(of: Library, query: string, more: Partial<Question>): AskAnswer | undefined {
  try {
    return of.answer(question(query, more));
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') return undefined;
    throw error;
  }
}
/** Paths of the results; none where there are none. */
const pathsFor = (query: string): string[] => ask(query)?.results.map(({ url }) => url.slice(BASE.length)) ?? [];

describe('the pairs', () => {
  it('are answered by the first three results nine times in ten', () => {
    const missed = ASK_PAIRS.filter(
      ({ query, expect }) =>
        !pathsFor(query)
          .slice(0, 3)
          .some((path) => [expect].flat().includes(path)),
    );
    const success = 1 - missed.length / ASK_PAIRS.length;
    assert.ok(success >= 0.9, `${success}: ${missed.map(({ query }) => query).join('; ')}`);
  });

  it('find a check by its id first', () => {
    for (const { path } of checkArticles([])) assert.equal(pathsFor(path.slice('/docs/checks/'.length))[0], path);
  });

  it('find the article about llms.txt first, as the README asks for it', () => {
    for (const query of ['llms.txt', 'what is llms.txt'])
      assert.equal(pathsFor(query)[0], '/docs/specs/llms-txt', query);
  });
});

describe('headings held out', () => {
  const documents = articles.map((article) => ({ ...searchDocumentOf(article), headings: '' }));
  const ours = createRanking(atOnce(indexRanking(documents, [])), () => true);
  const theirs = new elasticlunr.Index();
  theirs.setRef('ref');
  theirs.pipeline.add(elasticlunr.stopWordFilter, elasticlunr.stemmer);
  const boosts = { title: 4, questions: 3, names: 2, description: 2, body: 1 };
  for (const field of Object.keys(boosts)) theirs.addField(field);
  for (const document of documents) theirs.addDoc(document, false);
  const fields = Object.fromEntries(Object.entries(boosts).map(([field, boost]) => [field, { boost }]));

  /** Headings that only one article has, and that describe the text below: "In short" does not. */
  const headings = articles.flatMap(({ path, body }) => readText(body).headings.map((heading) => ({ path, heading })));
  const counts = countTerms(headings.map(({ heading }) => heading));
  const telling = headings.filter(({ heading }) => counts.get(heading) === 1 && new Set(termsOf(heading)).size >= 3);

  /** Share of the articles among the first ten for their headings, and the mean reciprocal rank. */
  function judge(search: (query: string) => readonly { readonly ref: string }[]) {
    const ranks = telling.map(({ path, heading }) =>
      search(heading)
        .slice(0, 10)
        .findIndex(({ ref }) => ref === path),
    );
    return {
      success: ranks.filter((rank) => rank >= 0).length / ranks.length,
      mrr: ranks.reduce((sum, rank) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0) / ranks.length,
    };
  }

  it('find their articles, and better than elasticlunr does by itself', () => {
    const { success, mrr } = judge((query) => ours.byFields(query).map((ref) => ({ ref })));
    const stock = judge((query) => theirs.search(query, { fields }));
    assert.ok(telling.length >= 30, `${telling.length} headings`);
    assert.ok(success >= 0.6, `success at 10: ${success}`);
    assert.ok(mrr >= stock.mrr, `mean reciprocal rank: ${mrr}, elasticlunr's ${stock.mrr}`);
  });
});

describe('any text', () => {
  const Text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.string({ unit: 'grapheme', maxLength: 500 }),
    fc
      .array(
        fc.constantFrom(...ASK_PAIRS.map(({ query }) => query), 'constructor', '__proto__', '\u0000', '日本語', '-'),
        {
          maxLength: 40,
        },
      )
      .map((parts) => parts.join(' ').slice(0, 2000)),
  );

  it('has a valid answer or none', () => {
    fc.assert(
      fc.property(
        fc.record({
          query: Text,
          mode: fc.constantFrom('list' as const, 'summarize' as const),
          itemType: fc.constantFrom('any' as const, 'check' as const, 'page' as const),
          prev: fc.array(Text, { maxLength: 2 }),
          decontextualized: fc.option(Text, { nil: undefined }),
          queryId: fc.option(fc.stringMatching(/^[A-Za-z0-9._:-]{1,128}$/), { nil: undefined }),
          site: fc.option(fc.constantFrom('legible.test', 'example.com'), { nil: undefined }),
        }),
        (asked) => {
          let answer: AskAnswer;
          try {
            answer = library.answer(asked);
          } catch (error) {
            assert.ok(error instanceof ServiceError && error.code === 'not_found', String(error));
            return;
          }
          AskAnswer.strict().parse(answer);
          assert.match(answer.query_id, /^[A-Za-z0-9._:-]{1,128}$/);
          assert.ok(answer.results.length > 0 && answer.results.length <= 10);
          for (const { score } of answer.results) assert.ok(Number.isFinite(score) && score > 0);
          assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer);
        },
      ),
      { numRuns: runsOf(300) },
    );
  });

  // Another index, and every pair once more.
  inWhole(() =>
    it('has the same answer each time, for any order of the articles', () => {
      const other = createLibrary(articles.toReversed(), BASE);
      for (const { query } of ASK_PAIRS) {
        assert.deepEqual(askOf(other, query, { mode: 'summarize' }), ask(query, { mode: 'summarize' }));
      }
    }),
  );
});

describe('the index', () => {
  const few = articles.filter(({ itemType }) => itemType === 'specs');

  it('is made a little at a time, while others have their turn, and at once for a question that does not wait', async () => {
    const slow = createLibrary(few, BASE);
    const ready = Promise.all([slow.ready(), slow.ready()]);
    let isReady = false;
    void ready.then(() => {
      isReady = true;
    });
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isReady, false);
    const first = () => askOf(slow, 'What is llms.txt?', {})?.results[0]?.url;
    assert.equal(first(), `${BASE}/docs/specs/llms-txt`);
    await ready;
    await slow.ready();
    assert.equal(first(), `${BASE}/docs/specs/llms-txt`);
  });
});

describe('a summary', () => {
  // A pointer at the end of a sentence is left off, and a colon before what cannot be quoted.
  const quotable = (text: string) => text.replace(/[:;,(] ?see [^.;]{1,80}\./g, '.').replace(/:$/gm, '.');
  /** What each article may be quoted with: its description as it is, and the text of its passages. */
  const words = new Map(
    articles.map(({ path, description, body }): [string, string] => [
      path,
      [
        description,
        ...readText(body).passages.map(({ text, block }) => (block === undefined ? quotable(text) : text)),
      ].join('\n'),
    ]),
  );

  const headingsOf = new Map(allArticles().map(({ path, body }) => [path, readText(body).headings]));
  const blocks = allArticles()
    .flatMap(({ body }) => readText(body).passages.flatMap(({ block }) => block ?? []))
    .sort((a, b) => b.length - a.length);
  const withoutBlocks = (summary: string) =>
    blocks.reduce((rest, block) => rest.replaceAll(`\n\n${block}`, ''), summary).replaceAll('\n\n', ' ');

  it('is made of sentences and blocks of the results it cites, and of nothing else', () => {
    for (const { query } of ASK_PAIRS) {
      const { summary, results } = ask(query, { mode: 'summarize' }) ?? {};
      if (summary === undefined || results === undefined) continue;
      const sentences = withoutBlocks(summary);
      const { length } = sentences.replaceAll(/\*\*.+?:\*\* /g, '');
      assert.ok(length <= 2200, `${query}: ${length}`);
      const rest = sentences.replace(
        /(?:\*\*(.+?):\*\* )?(.*?) ?\[(\d)\](?: |$)/g,
        (_, section: string | undefined, sentence: string, number: string) => {
          const { url = '', name = '' } = results[Number(number) - 1] ?? {};
          const path = url.slice(BASE.length);
          assert.ok(words.get(path)?.includes(sentence), `${number}: ${sentence}`);
          const headings = ['', ...(headingsOf.get(path) ?? [])].flatMap((heading) => [
            heading,
            `${heading} (${name})`,
          ]);
          assert.ok([undefined, name, ...headings].includes(section), `${number}: ${section}`);
          return '';
        },
      );
      assert.equal(rest, '');
    }
  });

  it('is in every answer of that mode', () => {
    for (const { query } of ASK_PAIRS) {
      const answer = ask(query, { mode: 'summarize' });
      if (answer !== undefined) assert.ok(answer.summary?.includes(`${answer.results[0]?.description} [1]`), query);
    }
  });
});

describe('a question about something else', () => {
  it('has no answer, but for few that have only words of the library', () => {
    const answered = OFF_TOPIC.filter((query) => ask(query) !== undefined);
    // "meaning of life" has only words of the library: an index of words cannot know better.
    assert.ok(answered.length <= 0.07 * OFF_TOPIC.length, answered.join('; '));
  });

  it('differs from the pairs, which have one', () => {
    const refused = ASK_PAIRS.filter(({ query }) => ask(query) === undefined);
    assert.ok(refused.length <= 0.03 * ASK_PAIRS.length, refused.map(({ query }) => query).join('; '));
  });

  it('is not sunk by one word that the library lacks', () => {
    assert.ok(
      pathsFor('how do I serve Markdown from zorgblat').slice(0, 3).includes('/docs/specs/markdown-negotiation'),
    );
  });
});

describe('a question of several sentences', () => {
  const PAGES = ['/docs/operations', '/docs/self-hosting'];
  it('is answered by the sentences that are about our matters', () => {
    const found = pathsFor(
      'We moved to new offices in spring, and my colleague who knew all of this has left. Since yesterday every scan of our own installation stays queued. Is it the Redis server or the worker that I should restart?',
    );
    assert.ok(
      found.slice(0, 2).some((path) => PAGES.includes(path)),
      found.join(' '),
    );
  });

  it('has no answer when one sentence alone could be about our matters', () => {
    assert.deepEqual(
      pathsFor(
        'My espresso machine makes a terrible noise since I changed the water. I cleaned it twice and put in new beans. Is there anything else to check?',
      ),
      [],
    );
  });

  it('has no answer when none is', () => {
    assert.deepEqual(pathsFor('My knee hurts after long runs. Should I rest for a week? The race is in May.'), []);
  });
});

describe('a misspelt word', () => {
  for (const [query, path] of [
    ['which crawlers does my robts.txt shut out', '/docs/specs/robots-txt'],
    ['sitmap xml not found', '/docs/specs/sitemaps'],
  ] as const) {
    it(`is found: ${query}`, () => assert.ok(pathsFor(query).slice(0, 3).includes(path), pathsFor(query).join(' ')));
  }
});

it('a lazy library is made once, at its first use, and answers like the real one', () => {
  const whole = createLibrary(articles, 'https://legible.example');
  let made = 0;
  const lazy = lazyLibrary(() => {
    made += 1;
    return whole;
  });
  assert.equal(made, 0);
  assert.equal(lazy.articles, whole.articles);
  const [first] = whole.articles;
  assert.ok(first);
  assert.equal(lazy.find(first.path), first);
  const question = { query: 'llms.txt', mode: 'list', itemType: 'any', prev: [] } as const;
  const rest = { site: undefined, queryId: 'a', decontextualized: undefined };
  assert.deepEqual(lazy.answer({ ...question, ...rest }), whole.answer({ ...question, ...rest }));
  assert.equal(made, 1);
});
