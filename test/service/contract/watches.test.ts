import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../src/log.ts';
import { createScans } from '../../../src/scans/scans.ts';
import { runWatches } from '../../../src/scans/watches/run-watches.ts';
import { watchBudgetOf } from '../../../src/scans/watches/schedule.ts';
import { createWatches } from '../../../src/scans/watches/watches.ts';
import { AgentWatchList } from '../../../src/schema/agent-forms.ts';
import { WatchAnswer, type WatchedSite, WatchList } from '../../../src/schema/watch.ts';
import { plainText, simplePage } from '../../fixtures/sites/simple-page.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { callTool, rest, untilEnded } from '../../support/service-doors.ts';
import { type Answer, type SiteServer, serveSite } from '../../support/site-server.ts';

const OPEN = 'User-agent: *\nAllow: /\n';
const CLOSED = 'User-agent: *\nAllow: /\n\nUser-agent: ChatGPT-User\nUser-agent: Claude-User\nDisallow: /\n';
const DAY_MS = 86_400_000;

let service: TestService;
let site: SiteServer;
let robots = OPEN;
let home: Answer = simplePage({ title: 'Flour', seed: 1 });
let key: string;
before(async () => {
  service = await startTestService();
  site = await serveSite({
    pages: { '/': () => home, '/robots.txt': () => plainText(robots) },
  });
  key = await service.key('pro');
});
after(async () => {
  await site.close();
  await service.stop();
});

const url = () => `${site.origin}/`;
const set = (body: Record<string, unknown>, apiKey = key) =>
  rest(service, '/api/v1/watches', { method: 'POST', key: apiKey, body: { url: url(), ...body } });
const list = async (): Promise<WatchedSite[]> =>
  WatchList.parse((await rest(service, '/api/v1/watches', { key })).body).watches;
const own = async (): Promise<WatchedSite> => (await list())[0] ?? assert.fail('no site is watched');

/** What the schedule does each minute, at a later time. */
async function turn(laterMs: number): Promise<void> {
  const { store, accounts } = service.repositories;
  const now = () => Date.now() + laterMs;
  const watches = createWatches(store, now);
  await runWatches({
    scanMcp,
    watches,
    scans: createScans(store),
    accounts,
    log: createLog('fatal', { write() {} }),
    now,
  });
}

/** The run that is due then, to its end. */
async function run(laterMs: number): Promise<void> {
  await turn(laterMs);
  const { data } = Object((await rest(service, '/api/v1/scans?limit=1', { key })).body);
  await untilEnded(service, key, data[0].id);
  await turn(laterMs + 60_000);
}

const scanMcp = async () => assert.fail('no MCP server is watched');

describe('a watched site', () => {
  it('is scanned, and what got worse is in the list and in both feeds', async () => {
    const { watch } = WatchAnswer.parse((await set({ cadence: 'daily', pageLimit: 2 })).body);
    assert.deepEqual([watch?.url, watch?.cadence, watch?.pageLimit, watch?.lastRun], [url(), 'daily', 2, null]);
    await run(1000);
    const first = await own();
    assert.equal(typeof first.lastRun?.score, 'number');
    assert.deepEqual(first.gotWorse, []);

    robots = CLOSED;
    home = { body: String(home.body).replaceAll('h1>', 'p>') };
    await run(2 * DAY_MS);
    const { gotWorse, feeds, lastRun } = await own();
    assert.equal(gotWorse.length, 1);
    const said = gotWorse[0]?.what.join('\n') ?? '';
    assert.match(said, /^The score dropped by \d+/);
    assert.match(said, / gets 0 % of the text, and got 100 %\./);
    assert.match(said, /^P10 passed and fails now: /m);

    const atom = await fetch(service.url + feeds.atom);
    assert.equal(atom.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
    const xml = await atom.text();
    assert.match(xml, new RegExp(`href="[^"]+${lastRun?.report}"`));
    assert.match(xml, /The score dropped by/);
    const feed = Object(await (await fetch(service.url + feeds.json)).json());
    assert.equal(feed.items[0].content_text, said);
    const compared = await fetch(feed.items[0].external_url);
    assert.equal(compared.status, 200);
    assert.match(await compared.text(), /Where the points went/);
    const [{ scanId = '', comparedWith = '' } = {}] = gotWorse;
    const { output } = await callTool(service, key, 'compare_scans', { id: scanId, with: comparedWith });
    assert.ok(Object(output).score.change < 0);
  });

  it('a feed reader that holds the feed gets 304, and a token of no watch 404', async () => {
    const { feeds } = await own();
    const first = await fetch(service.url + feeds.atom);
    assert.ok(Number(first.headers.get('x-ratelimit-remaining')) > 0, 'it is limited as share pages are');
    const etag = first.headers.get('etag') ?? '';
    assert.equal((await fetch(service.url + feeds.atom, { headers: { 'if-none-match': etag } })).status, 304);
    for (const path of [
      `/feeds/${'0'.repeat(22)}.atom`,
      feeds.atom.replace('.atom', '.xml'),
      '/feeds/__proto__.json',
    ]) {
      assert.equal((await fetch(service.url + path)).status, 404, path);
    }
  });

  it('REST lists all, and MCP what an agent needs of it', async () => {
    const [whole] = await list();
    const { output } = await callTool(service, key, 'list_watches', {});
    const { watches, nextCursor } = AgentWatchList.parse(output);
    const [brief] = watches;
    assert.equal(nextCursor, undefined);
    assert.deepEqual(
      [brief?.url, brief?.lastRun?.scanId, brief?.gotWorse?.comparedWith, brief?.feed],
      [whole?.url, whole?.lastRun?.scanId, whole?.gotWorse[0]?.comparedWith, whole?.feeds.atom],
    );
    assert.deepEqual(brief?.gotWorse?.what, whole?.gotWorse[0]?.what.slice(0, 3));
  });

  it('an agent pages through as many watches as a plan allows, 4,000 tokens at a time', async () => {
    const { store, accounts } = service.repositories;
    const email = 'many@test.example';
    const account = await accounts.create({ email, plan: 'team' });
    const { key: many } = await service.repositories.apiKeys.create(account, 'test');
    const watches = createWatches(store);
    for (let at = 0; at < 60; at += 1) {
      const rootUrl = `https://site-${at}.example/${'path/'.repeat(20)}`;
      await watches.set({ accountId: account.id, rootUrl, cadence: 'monthly', pageLimit: 10 }, watchBudgetOf('team'));
    }
    const seen: string[] = [];
    for (let cursor: string | undefined; seen.length < 60; ) {
      const { output, text } = await callTool(service, many, 'list_watches', cursor === undefined ? {} : { cursor });
      const page = AgentWatchList.parse(output);
      assert.ok(JSON.stringify([output, text]).length < 16_000);
      seen.push(...page.watches.map(({ url }) => url));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    assert.equal(new Set(seen).size, 60);
  });

  it('belongs to its account', async () => {
    const other = await service.key('pro');
    assert.deepEqual(Object((await rest(service, '/api/v1/watches', { key: other })).body), { watches: [] });
    assert.equal((await set({ cadence: 'off' }, other)).status, 404);
  });

  it('a pause is in both feeds until it is resumed', async () => {
    const { feeds, cadence, pageLimit } = await own();
    const { accounts, apiKeys } = service.repositories;
    const { accountId = '' } = (await apiKeys.verify(key)) ?? {};
    const { email = '' } = (await accounts.get(accountId)) ?? {};
    await accounts.setPlan(email, 'free');
    await turn(4 * DAY_MS);
    await accounts.setPlan(email, 'pro');
    const newest = async () => Object(await (await fetch(service.url + feeds.json)).json()).items[0];
    const paused = await newest();
    assert.match(paused.title, /is paused/);
    assert.match(paused.content_text, /The plan of the account has no scheduled scans\./);
    assert.match(paused.id, /^tag:localhost,\d{4}-\d{2}-\d{2}:wat_\w+\/paused\//);
    const atom = await (await fetch(service.url + feeds.atom)).text();
    assert.ok(atom.includes(`<id>${paused.id}</id>`) && atom.includes(`<updated>${paused.date_published}</updated>`));
    await set({ cadence, pageLimit });
    assert.doesNotMatch((await newest()).title, /is paused/);
  });

  it('cadence off ends it, and its feed', async () => {
    const { feeds } = await own();
    assert.deepEqual((await set({ cadence: 'off' })).body, { watch: null });
    assert.deepEqual(await list(), []);
    assert.equal((await fetch(service.url + feeds.json)).status, 404);
  });
});

describe('bad input', () => {
  const rows: readonly [string, Record<string, unknown>, number, RegExp][] = [
    ['no cadence', {}, 400, /^cadence: expected one of hourly, daily, weekly, monthly, off/],
    ['an unknown cadence', { cadence: 'yearly' }, 400, /^cadence: /],
    ['too many pages an hour', { cadence: 'hourly', pageLimit: 100 }, 400, /^pageLimit: at most 25 pages/],
    ['too many pages a day', { cadence: 'hourly', pageLimit: 2000 }, 400, /^pageLimit: /],
    ['no URL', { url: 'nonsense', cadence: 'daily' }, 400, /^url/],
    ['a private address', { url: 'http://10.1.2.3/', cadence: 'daily' }, 400, /^url /],
  ];
  for (const [what, body, status, says] of rows) {
    it(`${what}: ${status} that names the field`, async () => {
      const reply = await set(body);
      assert.equal(reply.status, status, reply.text);
      assert.match(Object(Object(reply.body).error).message, says);
    });
  }

  it('a caller without a key cannot watch', async () => {
    assert.equal((await rest(service, '/api/v1/watches')).status, 401);
  });
});
