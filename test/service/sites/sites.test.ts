/** Sites on both stores: they appear, move and go with their scans, whatever dies meanwhile. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { createScans, type Scans, scanIdFor } from '../../../src/scans/scans.ts';
import type { Site } from '../../../src/sites/site.ts';
import { changeOf, latestScored } from '../../../src/sites/site-list.ts';
import { createSites, type Sites } from '../../../src/sites/sites.ts';
import { completedReport, unreachableReport } from '../../support/ended-scan.ts';
import { someOf } from '../../support/exhaustive.ts';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { openLmdbUnderTest, openRedisUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const ACCOUNT = 'acc_of_sites';
const ROOT = 'https://a.example/';

let redis: RedisServer;
before(async () => {
  redis = await startRedisServer();
});
after(() => redis.destroy());

const DRIVERS = [
  ['LMDB', () => openLmdbUnderTest()],
  ['Redis', () => openRedisUnderTest(redis)],
] as const;
for (const [driver, open] of someOf<(typeof DRIVERS)[number]>(DRIVERS)) {
  describe(`sites on ${driver}`, () => {
    let opened: StoreUnderTest;
    let sites: Sites;
    let scans: Scans;
    beforeEach(async () => {
      opened = await open();
      sites = createSites(opened.store);
      scans = createScans(opened.store, Date.now, sites.observer);
    });
    afterEach(() => opened.destroy());

    const start = (rootUrl = ROOT, accountId = ACCOUNT) => scans.start({ accountId, rootUrl, pageLimit: 5 });
    const run = async (score: number, failing: readonly string[] = [], rootUrl = ROOT): Promise<string> => {
      const { id } = await start(rootUrl);
      await scans.beginRun(id, 1);
      await scans.end(id, 1, completedReport(score, failing));
      return id;
    };
    const only = async (): Promise<Site> => {
      const [site, ...others] = await sites.all(ACCOUNT);
      assert.equal(others.length, 0);
      return site ?? assert.fail('there is no site');
    };

    it('a scan that has begun makes a site, and its end gives it a score, fixes and the change', async () => {
      await run(60, ['S2']);
      const { id } = await start();
      assert.equal((await only()).runs[0]?.status, 'running');
      await scans.beginRun(id, 1);
      await scans.end(id, 1, completedReport(71, ['S1']));
      const site = await only();
      assert.equal(site.scans, 2);
      assert.equal(latestScored(site)?.score, 71);
      assert.deepEqual(
        latestScored(site)?.fixes?.map(({ checkId }) => checkId),
        ['S1'],
      );
      assert.equal(site.runs[1]?.fixes, undefined, 'an earlier run keeps its score alone');
      assert.equal(changeOf(site), 11);
    });

    it('a failed scan says why and leaves the score of the one before', async () => {
      await run(60);
      const { id } = await start();
      await scans.end(id, undefined, unreachableReport);
      const site = await only();
      assert.equal(latestScored(site)?.score, 60);
      assert.equal(site.runs[0]?.reason, 'No connection could be made.');
    });

    it('rows from memory follow every scan, label and deletion, in this process and in another', async () => {
      const elsewhere = createSites(opened.store);
      const rows = async (from: Sites) =>
        (await from.rows(ACCOUNT)).map(({ rootUrl, score, labels }) => [rootUrl, score, ...labels]).sort();
      assert.deepEqual(await rows(elsewhere), []);
      const first = await run(60);
      const other = await run(70, [], 'https://b.example/');
      const both = [
        [ROOT, 60],
        ['https://b.example/', 70],
      ];
      assert.deepEqual(await rows(sites), both);
      assert.deepEqual(await rows(elsewhere), both);
      await sites.label(ACCOUNT, ROOT, () => ['client']);
      await run(90, [], 'https://b.example/');
      const changed = [
        [ROOT, 60, 'client'],
        ['https://b.example/', 90],
      ];
      assert.deepEqual(await rows(sites), changed);
      assert.deepEqual(await rows(elsewhere), changed);
      await scans.remove(ACCOUNT, first);
      await scans.remove(ACCOUNT, other);
      assert.deepEqual(await rows(sites), [['https://b.example/', 90]]);
      assert.deepEqual(await rows(elsewhere), [['https://b.example/', 90]]);
      await run(50, [], 'https://c.example/');
      assert.equal((await sites.named(ACCOUNT, 'c.example'))[0]?.rootUrl, 'https://c.example/');
      assert.deepEqual(await sites.named(ACCOUNT, 'a.example'), []);
    });

    it('scans without an account make no site, and accounts do not see those of others', async () => {
      await scans.start({ accountId: undefined, rootUrl: ROOT, pageLimit: 5 });
      await start(ROOT, 'acc_other');
      assert.deepEqual(await sites.all(ACCOUNT), []);
      assert.equal((await sites.all('acc_other')).length, 1);
      assert.deepEqual([await sites.count(ACCOUNT), await sites.count('acc_other')], [0, 1]);
    });

    it('a site goes with the last scan of it, with its labels and outcomes', async () => {
      const [first, second] = [await run(50), await run(60)];
      await sites.label(ACCOUNT, ROOT, () => ['client']);
      await scans.remove(ACCOUNT, second);
      assert.equal(latestScored(await only())?.score, 50);
      assert.deepEqual((await only()).labels, ['client']);
      await scans.remove(ACCOUNT, first);
      assert.deepEqual(await sites.all(ACCOUNT), []);
      assert.deepEqual(await sites.outcomes([first, second]), [undefined, undefined]);
      await run(70);
      assert.deepEqual((await only()).labels, []);
    });

    it('a start that is repeated after the end leaves the end', async () => {
      const id = scanIdFor('work');
      const scan = await scans.start({ id, accountId: ACCOUNT, rootUrl: ROOT, pageLimit: 5 });
      await scans.beginRun(id, 1);
      await scans.end(id, 1, completedReport(80));
      await sites.observer.onStart(scan);
      assert.equal(latestScored(await only())?.score, 80);
      assert.equal((await only()).scans, 1);
    });

    it('parallel scans of one site and of many lose nothing', async () => {
      const roots = Array.from({ length: 12 }, (_, at) => `https://site-${at}.example/`);
      await Promise.all([...roots.map((root) => run(50, [], root)), ...[10, 20, 30].map((score) => run(score))]);
      assert.equal((await sites.all(ACCOUNT)).length, 13);
      assert.equal((await sites.find(ACCOUNT, ROOT))?.scans, 3);
    });

    it('the index is read page by page, newest change first', async () => {
      for (const name of ['a', 'b', 'c']) await run(50, [], `https://${name}.example/`);
      const first = await sites.newest(ACCOUNT, { limit: 2 });
      const rest = await sites.newest(ACCOUNT, { limit: 2, before: first.at(-1)?.changedAt });
      assert.deepEqual(
        [...first, ...rest].map(({ rootUrl }) => rootUrl),
        ['https://c.example/', 'https://b.example/', 'https://a.example/'],
      );
    });

    it('labels are one line, sorted, each once, and at most twenty; all roots of a host are found by it', async () => {
      await run(50);
      await run(50, [], `${ROOT}docs/`);
      await sites.label(ACCOUNT, ROOT, () => ['b\nb', 'a', 'a', '\u202e']);
      assert.deepEqual((await sites.find(ACCOUNT, ROOT))?.labels, ['a', 'b b']);
      const many = Array.from({ length: 21 }, (_, at) => `label ${at}`);
      await assert.rejects(
        sites.label(ACCOUNT, ROOT, () => many),
        /at most 20/,
      );
      assert.equal((await sites.named(ACCOUNT, 'A.example')).length, 2);
      assert.equal((await sites.named(ACCOUNT, `${ROOT}docs/`)).length, 1);
      assert.equal((await sites.named(ACCOUNT, 'b.example')).length, 0);
    });
  });
}
