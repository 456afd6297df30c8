/** Starting and reading scans. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { StartScanResponse } from '../../../src/schema/scan.ts';
import { goodSite } from '../../fixtures/sites/good-site.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { codeOf, readScan, rest, startScan, untilEnded, untilScan, wordsOf } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';
import { hasExactly, scanOf } from './scan-shape.ts';

/** A closed port: a scan of it fails at once. */
const NOBODY = 'http://127.0.0.1:1/';

let service: TestService;
let site: SiteServer;
before(async () => {
  [service, site] = await Promise.all([shareTestService(), serveSite(goodSite)]);
});
after(() => Promise.all([service.stop(), site.close()]));

describe('4. POST /api/v1/scans', () => {
  it('answers 202 with all fields of StartScanResponse, and a Location that equals pollUrl', async () => {
    const key = await service.key();
    const reply = await rest(service, '/api/v1/scans', { method: 'POST', key, body: { url: NOBODY, pageLimit: 3 } });
    assert.equal(reply.status, 202);
    hasExactly(reply.body, ['id', 'status', 'url', 'pollUrl']);
    const { id, status, url, pollUrl } = StartScanResponse.parse(reply.body);
    assert.match(id, /^scn_[a-z2-7]{20}$/);
    assert.equal(status, 'running');
    assert.equal(url, NOBODY);
    assert.equal(pollUrl, `/api/v1/scans/${id}`);
    assert.equal(reply.headers.get('location'), pollUrl);
    assert.equal(reply.headers.has('idempotency-key'), false);
    assert.equal(reply.headers.has('idempotency-replayed'), false);
    assert.equal((await readScan(service, key, id)).id, id, 'pollUrl reads the scan');
  });

  it('shows the URL as normalised, as rootUrl and as url', async () => {
    const key = await service.key();
    const { id, url } = await startScan(service, key, { url: 'HTTP://127.0.0.1:1/a/../b?q=ä#fragment' });
    assert.equal(url, 'http://127.0.0.1:1/b?q=%C3%A4');
    assert.equal((await readScan(service, key, id)).rootUrl, url);
  });

  it('accepts pageLimit 1 and 2000 and a URL of 2000 characters', async () => {
    const key = await service.key();
    await startScan(service, key, { url: NOBODY, pageLimit: 1 });
    await startScan(service, key, { url: NOBODY, pageLimit: 2000 });
    await startScan(service, key, { url: NOBODY.padEnd(2000, 'a') });
  });

  it('reads as many pages as pageLimit says', async () => {
    const key = await service.key();
    const { id } = await startScan(service, key, { url: `${site.origin}/`, pageLimit: 3 });
    const { pagesScanned, pageResults } = await untilEnded(service, key, id);
    assert.equal(pagesScanned, 3);
    assert.equal(pageResults.length, 3);
  });

  it('ignores body fields it does not know', async () => {
    const key = await service.key();
    const body = { url: NOBODY, colour: 'red', id: 'mine', status: 'completed', pages: 1 };
    const { id, status } = await startScan(service, key, body);
    assert.notEqual(id, 'mine');
    assert.equal(status, 'running');
  });
});

describe('2. Scan: all fields are present at any time', () => {
  it('running: scores are 0, completedAt is null, counts move', async () => {
    const key = await service.key();
    const held = await serveHeldSite();
    try {
      const { id } = await startScan(service, key, { url: `${held.origin}/` });
      scanOf((await rest(service, `/api/v1/scans/${id}`, { key })).body);
      await untilScan(service, key, id, ({ pagesScanned }) => pagesScanned === 3);
      const scan = scanOf((await rest(service, `/api/v1/scans/${id}`, { key })).body);
      assert.equal(scan.status, 'running');
      assert.equal(scan.completedAt, null);
      assert.equal(scan.pagesDiscovered, 5);
      assert.deepEqual(
        [scan.siteScore, scan.siteRating, scan.llmstxtScore, scan.percentile, scan.corpusTotal],
        [0, 'needs_improvement', 0, null, null],
      );
      held.release();
      assert.equal((await untilEnded(service, key, id)).pagesScanned, 5);
    } finally {
      await held.close();
    }
  });

  it('completed: scores, a rating derived from siteScore, every series, and a completedAt after createdAt', async () => {
    const key = await service.key();
    const { id } = await startScan(service, key, { url: `${site.origin}/` });
    await untilEnded(service, key, id);
    const scan = scanOf((await rest(service, `/api/v1/scans/${id}`, { key })).body);
    assert.equal(scan.status, 'completed');
    assert.ok(scan.siteScore >= 90, `a good site has ${scan.siteScore}`);
    assert.equal(scan.siteRating, 'excellent');
    assert.ok(scan.llmstxtScore >= 90, `a good llms.txt has ${scan.llmstxtScore}`);
    assert.ok(Date.parse(scan.completedAt ?? '') >= Date.parse(scan.createdAt));
    assert.equal(scan.percentile === null, scan.corpusTotal === null, 'null together');
    assert.ok(scan.siteChecks.length > 5 && scan.llmstxtChecks.length > 5);
    assert.equal(scan.pageResults.length, scan.pagesScanned);
    assert.equal(new Set(scan.pageResults.map(({ url }) => url)).size, scan.pagesScanned, 'each page once');
    for (const { checks } of scan.pageResults) assert.ok(checks.length > 5);
    assert.match(scan.shareToken, /^[0-9A-Za-z]{22}$/);
  });

  it('completed: pages in the query chooses the page results; none while polling', async () => {
    const key = await service.key();
    const { id } = await startScan(service, key, { url: `${site.origin}/` });
    const { pagesScanned } = await untilEnded(service, key, id);
    const read = async (query: string) =>
      scanOf((await rest(service, `/api/v1/scans/${id}${query}`, { key })).body).pageResults;
    assert.deepEqual(await read('?pages=none'), []);
    assert.equal((await read('?pages=all')).length, pagesScanned);
    assert.equal((await read('')).length, pagesScanned, 'all by default');
    for (const { checks } of await read('?pages=failing')) assert.ok(checks.every(({ status }) => status !== 'pass'));
    const refused = await rest(service, `/api/v1/scans/${id}?pages=some`, { key });
    assert.equal(refused.status, 400);
    assert.match(wordsOf(refused), /pages: expected one of failing, all, none/);
  });

  it('failed: no score, and an error among siteChecks that says why', async () => {
    const key = await service.key();
    const { id } = await startScan(service, key, { url: NOBODY });
    await untilEnded(service, key, id);
    const scan = scanOf((await rest(service, `/api/v1/scans/${id}`, { key })).body);
    assert.equal(scan.status, 'failed');
    assert.equal(scan.siteScore, 0);
    assert.equal(typeof scan.completedAt, 'string');
    assert.match(scan.siteChecks.find(({ status }) => status === 'error')?.message ?? '', /could not be reached/);
  });

  it('never changes once it has ended', async () => {
    const key = await service.key();
    const { id } = await startScan(service, key, { url: NOBODY });
    const ended = await untilEnded(service, key, id);
    await startScan(service, key, { url: NOBODY });
    assert.deepEqual(await readScan(service, key, id), ended);
  });
});

describe('4. GET /api/v1/scans/{id}', () => {
  it('is 404 for an id that does not exist and for a scan of another user, in the same words', async () => {
    const [owner, stranger] = [await service.key(), await service.key()];
    const { id, pollUrl } = await startScan(service, owner, { url: NOBODY });
    assert.equal((await rest(service, pollUrl, { key: await service.anotherKey(owner) })).status, 200);
    const texts = new Set<string>();
    for (const path of [pollUrl, `/api/v1/scans/scn_${'a'.repeat(20)}`, `/api/v1/scans/${id.toUpperCase()}`]) {
      const reply = await rest(service, path, { key: stranger });
      assert.equal(reply.status, 404, path);
      assert.equal(codeOf(reply), 'not_found');
      texts.add(reply.text);
    }
    assert.equal(texts.size, 1, 'nobody learns which ids exist');
  });
});
