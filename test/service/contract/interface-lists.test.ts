/** Listing scans. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ScanListResponse, ScanSummary } from '../../../src/schema/scan.ts';
import { goodSite } from '../../fixtures/sites/good-site.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { codeOf, rest, startScan, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';
import { scanListOf } from './scan-shape.ts';

/** A closed port: a scan of it fails at once. */
const NOBODY = 'http://127.0.0.1:1/';

let service: TestService;
let site: SiteServer;
before(async () => {
  [service, site] = await Promise.all([shareTestService(), serveSite(goodSite)]);
});
after(() => Promise.all([service.stop(), site.close()]));

const list = async (key: string, query = ''): Promise<ScanListResponse> => {
  const reply = await rest(service, `/api/v1/scans${query}`, { key });
  assert.equal(reply.status, 200, reply.text);
  return scanListOf(reply.body);
};
const idsOf = ({ data }: ScanListResponse) => data.map(({ id }) => id);
const startMany = async (key: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) ids.push((await startScan(service, key, { url: NOBODY })).id);
  return ids;
};

describe('4. GET /api/v1/scans', () => {
  it('lists ScanSummary with all fields: null scores until there is a grade', async () => {
    const key = await service.key();
    const held = await serveHeldSite();
    try {
      const good = await startScan(service, key, { url: `${site.origin}/`, pageLimit: 2 });
      const failed = await startScan(service, key, { url: NOBODY });
      const scan = await untilEnded(service, key, good.id);
      await untilEnded(service, key, failed.id);
      const running = await startScan(service, key, { url: `${held.origin}/` });
      const [first, second, third] = (await list(key)).data;
      assert.deepEqual([first?.id, second?.id, third?.id], [running.id, failed.id, good.id], 'newest first');
      assert.deepEqual(gradeOf(first), [null, null, null, null]);
      assert.deepEqual(gradeOf(second), [null, null, null, 0]);
      assert.deepEqual(gradeOf(third), [scan.siteScore, scan.siteRating, scan.llmstxtScore, 2]);
      const { rootUrl, shareToken, createdAt, percentile, corpusTotal } = scan;
      assert.deepEqual(
        { ...third },
        { ...third, rootUrl, shareToken, createdAt, percentile, corpusTotal, domain: new URL(site.origin).host },
      );
    } finally {
      await held.close();
    }
  });

  it("lists only the user's own scans, for any of the user's keys", async () => {
    const [mine, other] = [await service.key(), await service.key()];
    const ids = await startMany(mine, 2);
    await startMany(other, 1);
    assert.deepEqual(idsOf(await list(mine)), ids.toReversed());
    assert.deepEqual(idsOf(await list(await service.anotherKey(mine))), ids.toReversed());
    assert.deepEqual(await list(await service.key()), { data: [] });
  });

  it('returns nextCursor only when a page is filled exactly, and the next page is strictly older', async () => {
    const key = await service.key();
    const newestFirst = (await startMany(key, 5)).reverse();
    const pages: string[][] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await list(key, `?limit=2${cursor && `&cursor=${cursor}`}`);
      assert.equal(page.nextCursor !== undefined, page.data.length === 2);
      pages.push(idsOf(page));
      cursor = page.nextCursor;
    }
    assert.deepEqual(pages, [newestFirst.slice(0, 2), newestFirst.slice(2, 4), newestFirst.slice(4)]);
    const exact = await list(key, '?limit=5');
    assert.equal(exact.nextCursor, exact.data[4]?.createdAt);
    assert.deepEqual(await list(key, `?limit=5&cursor=${exact.nextCursor}`), { data: [] });
    assert.equal((await list(key, '?limit=6')).nextCursor, undefined);
  });

  it('takes a cursor with an offset, and lists 20 when limit is omitted', async () => {
    const key = await service.key('team');
    const ids = await startMany(key, 21);
    const page = await list(key);
    assert.deepEqual(idsOf(page), ids.toReversed().slice(0, 20));
    const sameTime = `${page.nextCursor?.slice(0, -1)}%2B00:00`;
    assert.deepEqual(idsOf(await list(key, `?cursor=${sameTime}`)), ids.slice(0, 1));
  });

  it('gives 20 parallel starts 20 different times of creation, so that a cursor loses nothing', async () => {
    const key = await service.key('team');
    const started = await Promise.all(Array.from({ length: 20 }, () => startScan(service, key, { url: NOBODY })));
    const seen: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await list(key, `?limit=3${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    assert.deepEqual(seen.toSorted(), started.map(({ id }) => id).toSorted());
    const times = (await list(key, '?limit=100')).data.map(({ createdAt }) => createdAt);
    assert.equal(new Set(times).size, 20);
    assert.deepEqual(times, times.toSorted().reverse());
  });

  it('refuses a limit or cursor that is none, naming it', async () => {
    const key = await service.key();
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=1&limit=2', 'limit'],
      ['limit=101', 'limit'],
      ['limit=ten', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=', 'limit'],
      ['cursor=yesterday', 'cursor'],
      ['cursor=2026-01-31', 'cursor'],
      ['cursor=1700000000000', 'cursor'],
      ['cursor=', 'cursor'],
    ] as const) {
      const reply = await rest(service, `/api/v1/scans?${query}`, { key });
      assert.equal(reply.status, 400, query);
      assert.equal(codeOf(reply), 'invalid_request', query);
      assert.match(reply.text, new RegExp(`"${field}: expected `), query);
    }
  });
});

const gradeOf = (summary: ScanSummary | undefined) =>
  summary && [summary.siteScore, summary.siteRating, summary.llmstxtScore, summary.pagesScanned];
