/** list_sites and label_site over REST and MCP: a scanned site is there, with what its scan came to. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createScans } from '../../../src/scans/scans.ts';
import { AgentSiteList, SiteList } from '../../../src/schema/site.ts';
import { createSites } from '../../../src/sites/sites.ts';
import { ANSWER_CHARACTERS } from '../../../src/tools/agent-scan/text.ts';
import { simplePage } from '../../fixtures/sites/simple-page.ts';
import { completedReport } from '../../support/ended-scan.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { callTool, rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let service: TestService;
let site: SiteServer;
let key: string;
before(async () => {
  service = await shareTestService();
  site = await serveSite({ pages: { '/': simplePage({ title: 'Flour', seed: 1 }) } });
  key = await service.key('pro');
});
after(async () => {
  await site.close();
  await service.stop();
});

const list = async (query = '', apiKey = key) =>
  SiteList.parse((await rest(service, `/api/v1/sites${query}`, { key: apiKey })).body);
const label = (host: string, body: unknown, apiKey = key) =>
  rest(service, `/api/v1/sites/${encodeURIComponent(host)}`, { method: 'PATCH', key: apiKey, body });

describe('list_sites and label_site', () => {
  it('a scanned site has its score, first fix, losses and watch; a second scan has the first as an earlier one', async () => {
    const url = `${site.origin}/`;
    const { id } = await startScan(service, key, { url });
    await untilEnded(service, key, id);
    const [first] = (await list()).sites;
    assert.equal(first?.url, url);
    assert.equal(first.lastScan?.scanId, id);
    assert.equal(first.lastScan.status, 'completed');
    assert.equal(first.watch, null);
    assert.ok(first.score !== null && first.firstFix !== null && first.losses !== null);
    assert.match(first.firstFix.name, /^[A-Z]/);
    await rest(service, '/api/v1/watches', { method: 'POST', key, body: { url, cadence: 'weekly' } });
    const again = await startScan(service, key, { url });
    await untilEnded(service, key, again.id);
    const [second] = (await list()).sites;
    assert.equal(second?.watch?.cadence, 'weekly');
    assert.equal(second.change, 0);
    assert.equal(second.earlier[0]?.score, first.score);
  });

  it('labels are replaced by host, and lists are filtered by them; another account sees neither', async () => {
    const { host } = new URL(site.origin);
    assert.equal((await label(host, { labels: ['shop', 'client'] })).status, 200);
    assert.deepEqual((await list('?label=shop')).sites[0]?.labels, ['client', 'shop']);
    assert.deepEqual((await list('?label=none')).sites, []);
    const other = await service.key('pro');
    assert.deepEqual((await list('', other)).sites, []);
    assert.equal((await label(host, { labels: ['theirs'] }, other)).status, 404);
  });

  const refused: [string, unknown, RegExp][] = [
    ['a label of 41 characters', { labels: ['x'.repeat(41)] }, /^labels/],
    ['21 labels', { labels: Array.from({ length: 21 }, (_, at) => `label ${at}`) }, /^labels/],
    ['a label of a space', { labels: ['shop', ' '] }, /^labels\.1: .* visible characters/],
    ['a label of half a character', { labels: ['\ud800'] }, /^labels\.0: .* visible characters/],
    ['a label of control characters', { labels: ['\u0000\u001b'] }, /^labels\.0/],
    ['no labels', {}, /^labels/],
    ['a text', { labels: 'shop' }, /^labels/],
  ];
  for (const [name, body, message] of refused) {
    it(`${name} answers 400`, async () => {
      const { status, body: answered } = await label(new URL(site.origin).host, body);
      assert.equal(status, 400);
      assert.match(Object(answered).error.message, message);
    });
  }

  it('a misspelt member of a report cover answers 400 over REST and MCP, and the cover stays', async () => {
    const { host } = new URL(site.origin);
    assert.equal((await label(host, { report: { title: 'For the client' } })).status, 200);
    const wrong = { report: { tittle: 'x' } };
    const { status, body } = await label(host, wrong);
    assert.equal(status, 400);
    assert.match(Object(body).error.message, /^report: expected an object with no members but title, logo, note and/);
    const { text } = await callTool(service, key, 'label_site', { host, ...wrong });
    assert.match(text, /invalid_request: report: expected an object with no members but title/);
    const { body: kept } = await label(host, { labels: ['shop'] });
    assert.equal(Object(kept).sites[0].report.title, 'For the client');
  });

  for (const query of ['?limit=0', '?limit=101', '?sort=price', '?cursor=!', '?search=']) {
    it(`${query} answers 400`, async () => {
      assert.equal((await rest(service, `/api/v1/sites${query}`, { key })).status, 400);
    });
  }

  it('an answer for agents stays within 4,000 tokens, and its cursors lead to every site once', async () => {
    const { store, accounts, apiKeys } = service.repositories;
    const account = await accounts.create({ email: 'agency@test.example', plan: 'pro' });
    const { key: apiKey } = await apiKeys.create(account, 'test');
    const scans = createScans(store, Date.now, createSites(store).observer);
    for (let at = 0; at < 100; at += 1) {
      const { id } = await scans.start({
        accountId: account.id,
        rootUrl: `https://${'x'.repeat(60)}-${at}.example/`,
        pageLimit: 5,
      });
      await store.jobs.remove(id);
      await scans.beginRun(id, 1);
      await scans.end(id, 1, completedReport(at, ['S1', 'S2']));
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const input = { limit: 100, sort: 'worst', ...(cursor === undefined ? {} : { cursor }) };
      const { output, text } = await callTool(service, apiKey, 'list_sites', input);
      assert.ok(JSON.stringify(output).length + text.length <= ANSWER_CHARACTERS * 1.1);
      const page = AgentSiteList.parse(output);
      seen.push(...page.sites.map(({ url }) => url));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    assert.equal(seen.length, 100);
    assert.equal(new Set(seen).size, 100);
  });
});
