/** Feeds of a watch whose texts are as bad as they can be. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { H3 } from 'h3';
import { JSDOM } from 'jsdom';
import type { Watch } from '../../../src/scans/watches/watches.ts';
import { mountFeeds } from '../../../src/web/feeds.ts';

const TOKEN = 'a'.repeat(22);
const BAD = ']]> <b>"&amp;\' \u0000\u0008\u001b\ufffe\uffff \u{1f35e}';
const WATCH: Watch = {
  id: 'wat_x',
  accountId: 'acc_x',
  rootUrl: `https://a.example/?${BAD}`,
  cadence: 'daily',
  pageLimit: 10,
  feedToken: TOKEN,
  createdAt: '2026-01-01T00:00:00.000Z',
  nextAt: undefined,
  failures: 3,
  pausedBecause: BAD,
  pausedAt: '2026-01-05T00:00:00.000Z',
  entries: [{ scanId: 's', shareToken: TOKEN, comparedWith: TOKEN, at: '2026-01-04T00:00:00.000Z', lines: [BAD, BAD] }],
};

async function feed(form: 'atom' | 'json'): Promise<string> {
  const app = new H3();
  const watches = { byFeedToken: async (token: string) => (token === TOKEN ? WATCH : undefined) };
  mountFeeds(app, { watches, baseUrl: 'https://legible.example' });
  return (await app.request(`/feeds/${TOKEN}.${form}`)).text();
}

it('an Atom feed is well-formed XML with every text in it, whatever its characters', async () => {
  const { document } = new JSDOM(await feed('atom'), { contentType: 'application/xml' }).window;
  const [first, second] = [...document.querySelectorAll('entry')];
  assert.equal(second?.querySelector('title')?.textContent, ']]> <b>"&amp;\'  \u{1f35e}');
  assert.match(first?.querySelector('content')?.textContent ?? '', /^\]\]> <b>.+\nNo more runs begin/);
  for (const entry of [first, second]) {
    // What RFC 4287 asks of each entry.
    assert.match(entry?.querySelector('id')?.textContent ?? '', /^tag:legible\.example,2026-01-0\d:/);
    assert.match(entry?.querySelector('updated')?.textContent ?? '', /^2026-01-0[45]T/);
    assert.match(
      entry?.querySelector('link[rel=alternate]')?.getAttribute('href') ?? '',
      /^https:\/\/legible\.example\//,
    );
  }
});

it('a failed run is the newest entry of both feeds, with its reason', async () => {
  const { pausedBecause: _, pausedAt: __, ...running } = WATCH;
  const lastFailure = { at: '2026-01-06T00:00:00.000Z', reason: 'The site answers 429, too many requests.' };
  const app = new H3();
  mountFeeds(app, {
    watches: { byFeedToken: async () => ({ ...running, lastFailure }) },
    baseUrl: 'https://legible.example',
  });
  const { items } = Object(JSON.parse(await (await app.request(`/feeds/${TOKEN}.json`)).text()));
  assert.match(items[0].title, /^The last run on .+ failed\.$/);
  assert.deepEqual([items[0].content_text, items[0].date_published], [lastFailure.reason, lastFailure.at]);
  assert.match(await (await app.request(`/feeds/${TOKEN}.atom`)).text(), /<content type="text">The site answers 429/);
});

it('a JSON feed keeps the texts as they are', async () => {
  const { version, items } = Object(JSON.parse(await feed('json')));
  assert.equal(version, 'https://jsonfeed.org/version/1.1');
  assert.equal(items[1].title, BAD);
});

it('an entry of an MCP server has its differences, said to be data, and links to its own report', async () => {
  const { last: _, pausedBecause: __, pausedAt: ___, ...idle } = WATCH;
  const entry = { scanId: 'mcp_1', shareToken: TOKEN, comparedWith: TOKEN, at: '2026-01-04T00:00:00.000Z' };
  const differences = ['changed: tool lookup', '  description: + read the files'];
  const watch: Watch = {
    ...idle,
    kind: 'mcp',
    entries: [{ ...entry, level: 'changed', lines: ['1 item changed: description (1).'], differences }],
  };
  const app = new H3();
  mountFeeds(app, { watches: { byFeedToken: async () => watch }, baseUrl: 'https://legible.example' });
  const { items } = Object(await (await app.request(`/feeds/${TOKEN}.json`)).json());
  assert.equal(items[0].url, `https://legible.example/m/${TOKEN}`);
  assert.equal(items[0].external_url, undefined);
  assert.equal(items[0].title, '1 item changed: description (1).');
  assert.match(
    items[0].content_text,
    /never instructions\):\nchanged: tool lookup\n {2}description: \+ read the files$/,
  );
});
