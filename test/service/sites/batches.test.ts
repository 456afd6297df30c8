/** Batches on both stores: each line comes to one clear state, whatever dies, and limits make them wait. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Accounts, createAccounts } from '../../../src/auth/accounts.ts';
import { createQuotas } from '../../../src/auth/quotas.ts';
import { ServiceError } from '../../../src/errors.ts';
import { createLog } from '../../../src/log.ts';
import { createScans, type Scans } from '../../../src/scans/scans.ts';
import { createWatches } from '../../../src/scans/watches/watches.ts';
import { type Batches, createBatches, type NewBatch } from '../../../src/sites/batches.ts';
import { scanOfLine } from '../../../src/sites/cancel-batch.ts';
import { type BatchRunnerParts, runBatches } from '../../../src/sites/run-batches.ts';
import { createSites, type Sites } from '../../../src/sites/sites.ts';
import type { WholeBatch } from '../../../src/sites/stored-batches.ts';
import { completedReport, unreachableReport } from '../../support/ended-scan.ts';
import { someOf } from '../../support/exhaustive.ts';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { openLmdbUnderTest, openRedisUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const log = createLog('fatal', { write() {} });
/** Of 10, a tenth is for calls by hand. */
const PRO_STARTS_A_MINUTE = 9;
const LOOK_UPS_A_MINUTE = 54;

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
  describe(`batches on ${driver}`, () => {
    let opened: StoreUnderTest;
    let sites: Sites;
    let scans: Scans;
    let batches: Batches;
    let accounts: Accounts;
    let accountId: string;
    let parts: BatchRunnerParts;
    beforeEach(async () => {
      opened = await open();
      const { store } = opened;
      sites = createSites(store);
      scans = createScans(store, Date.now, sites.observer);
      batches = createBatches({ store, scans });
      accounts = createAccounts(store);
      accountId = (await accounts.create({ email: 'agency@example.com', plan: 'pro' })).id;
      const accept = async (url: string) => {
        if (url.includes('dead')) throw new ServiceError('invalid_url', 'The line: no such host.');
        return { url };
      };
      const [watches, quotas] = [createWatches(store), createQuotas(store)];
      parts = { store, batches, scans, sites, watches, accounts, quotas, accept, log };
    });
    afterEach(() => opened.destroy());

    const create = (listed: string[], change: Partial<NewBatch> = {}) =>
      batches.create({ accountId, keyPrefix: 'key_x', listed, pageLimit: 5, labels: [], ...change });
    const own = (count: number) => Array.from({ length: count }, (_, at) => `https://site-${at}.example/`);
    const whole = async (id: string): Promise<WholeBatch> => (await batches.byId(id)) ?? assert.fail('no batch');
    const states = async (id: string) => (await whole(id)).lines.map(({ state }) => state);
    /** Ends every scan that runs. */
    const endAll = async (score = 50): Promise<void> => {
      for (const { id } of await scans.running()) {
        await opened.store.jobs.remove(id);
        await scans.beginRun(id, 1);
        await scans.end(id, 1, completedReport(score));
      }
    };
    const all = async () => (await scans.list(accountId, { limit: 2000 })).length;

    it('each line has a clear state: duplicates, dead hosts, no URLs and long lines', async () => {
      const { id } = await create([
        'a.example',
        'https://A.example/#top',
        'dead.example',
        'ftp://x.example/',
        'x'.repeat(1_000_000),
        'b.example/docs/',
        'http://user:pw@c.example/',
      ]);
      await runBatches(parts);
      await endAll();
      await runBatches(parts);
      const { batch, lines } = await whole(id);
      assert.deepEqual(
        lines.map(({ state }) => state),
        ['completed', 'duplicate', 'refused', 'refused', 'refused', 'completed', 'refused'],
      );
      assert.equal(lines[1]?.sameAs, 1);
      assert.match(lines[2]?.reason ?? '', /no such host/);
      assert.match(lines[4]?.reason ?? '', /Longer than 2000/);
      assert.ok(lines.every(({ text }) => text.length <= 200));
      assert.ok(batch.endedAt !== undefined);
      assert.equal(batch.counts.refused, 4);
      assert.deepEqual(await batches.due(), []);
    });

    it('what exceeds the limits of the account waits, and nothing fails', async () => {
      const { id } = await create(own(25));
      await runBatches(parts);
      await runBatches(parts);
      const { batch } = await whole(id);
      assert.equal(batch.counts.running, PRO_STARTS_A_MINUTE);
      assert.equal(batch.counts.waiting, 25 - PRO_STARTS_A_MINUTE);
      assert.ok((batch.waitsUntil ?? 0) > Date.now());
      await endAll();
      await runBatches(parts);
      assert.equal((await whole(id)).batch.counts.completed, PRO_STARTS_A_MINUTE);
      assert.equal(await all(), PRO_STARTS_A_MINUTE);
    });

    it('two batches of one key leave it a start for calls by hand', async () => {
      const caller = { kind: 'key', accountId, plan: 'pro', keyPrefix: 'key_x' } as const;
      await create(own(25));
      await create(own(25));
      for (let turns = 0; turns < 3; turns += 1) await runBatches(parts);
      assert.equal(await all(), PRO_STARTS_A_MINUTE);
      await parts.quotas.draw(caller, 'start-scan');
      await assert.rejects(parts.quotas.draw(caller, 'start-scan'), { code: 'rate_limited' });
      await runBatches(parts);
      assert.equal(await all(), PRO_STARTS_A_MINUTE);
    });

    it('names that DNS does not know count on the look-ups of the key, of which a tenth is left for calls by hand', async () => {
      const { id } = await create(Array.from({ length: 70 }, (_, at) => `dead-${at}.example`));
      for (let turns = 0; turns < 10; turns += 1) await runBatches(parts);
      const { batch } = await whole(id);
      assert.equal(batch.counts.refused, LOOK_UPS_A_MINUTE);
      assert.equal(batch.counts.waiting, 70 - LOOK_UPS_A_MINUTE);
      assert.ok((batch.waitsUntil ?? 0) > Date.now());
    });

    it('the operator has no limits; at most 20 scans of a batch run at once, and all come to their end in order', async () => {
      const { id } = await create(own(130), { keyPrefix: undefined });
      for (let turns = 0; turns < 40 && (await whole(id)).batch.endedAt === undefined; turns += 1) {
        await runBatches(parts);
        assert.ok((await whole(id)).batch.counts.running <= 20);
        await endAll();
      }
      assert.equal((await whole(id)).batch.counts.completed, 130);
      assert.equal(await all(), 130);
      assert.equal((await whole(id)).lines[129]?.text, 'https://site-129.example/');
    });

    it('a process that died after it had begun scans doubles none', async () => {
      const { id } = await create(own(5), { keyPrefix: undefined });
      const dying: Batches = {
        ...batches,
        change: (batchId, change) =>
          batches.change(batchId, async (now) => {
            await change(now);
            throw new Error('died');
          }),
      };
      await runBatches({ ...parts, batches: dying });
      assert.equal(await all(), 5);
      assert.deepEqual(new Set(await states(id)), new Set(['waiting']));
      await Promise.all([runBatches(parts), runBatches(parts), runBatches(parts)]);
      await runBatches(parts);
      assert.equal(await all(), 5);
      assert.deepEqual(new Set(await states(id)), new Set(['running']));
    });

    it('cancelled: what waits is not scanned, what runs ends, what has ended stays', async () => {
      const { id } = await create(own(12), { keyPrefix: undefined });
      await runBatches(parts);
      await scans.beginRun(scanOfLine(id, 0), 1);
      await scans.end(scanOfLine(id, 0), 1, completedReport(70));
      await runBatches(parts);
      const cancelled = await batches.cancel(accountId, id);
      assert.deepEqual([cancelled.counts.completed, cancelled.counts.cancelled, cancelled.counts.waiting], [1, 11, 0]);
      assert.deepEqual(await scans.running(), []);
      await runBatches(parts);
      assert.deepEqual(await scans.running(), []);
      await assert.rejects(batches.cancel(accountId, id), { code: 'already_ended' });
      await assert.rejects(batches.cancel('acc_other', id), { code: 'not_found' });
    });

    it('cancelled while it starts: no scan is left running', async () => {
      const { id } = await create(own(8), { keyPrefix: undefined });
      await Promise.all([runBatches(parts), batches.cancel(accountId, id), runBatches(parts)]);
      await runBatches(parts);
      assert.deepEqual(await scans.running(), []);
      assert.deepEqual(new Set(await states(id)), new Set(['cancelled']));
    });

    it('two batches of the same sites scan each on its own', async () => {
      const [one, two] = [await create(own(3)), await create(own(3))];
      await runBatches(parts);
      await endAll();
      await runBatches(parts);
      assert.equal((await whole(one.id)).batch.counts.completed, 3);
      assert.equal((await whole(two.id)).batch.counts.completed, 3);
      assert.equal((await sites.all(accountId)).length, 3);
    });

    it('the same work makes the same batch, and a scan that failed or was deleted says so', async () => {
      const first = await create(own(3), { workName: 'key 1' });
      assert.equal((await create(own(3), { workName: 'key 1' })).id, first.id);
      assert.equal((await batches.list(accountId, { limit: 10 })).length, 1);
      await runBatches(parts);
      await scans.end(scanOfLine(first.id, 0), undefined, unreachableReport);
      await scans.cancel(accountId, scanOfLine(first.id, 1));
      await scans.remove(accountId, scanOfLine(first.id, 1));
      await runBatches(parts);
      assert.deepEqual(await states(first.id), ['failed', 'cancelled', 'running']);
    });

    it('an account that falls back to the free plan scans no more', async () => {
      const { id } = await create(own(2));
      await accounts.setPlan('agency@example.com', 'free');
      await runBatches(parts);
      assert.deepEqual(await states(id), ['refused', 'refused']);
      assert.equal(await all(), 0);
    });

    it('an account that is deleted meanwhile scans no more; what runs comes to its end, and what waits says why', async () => {
      const { id } = await create(own(15));
      await runBatches(parts);
      assert.equal(await opened.store.documents('accounts').delete(accountId), true);
      await endAll();
      await runBatches(parts);
      const { batch, lines } = await whole(id);
      assert.deepEqual([batch.counts.completed, batch.counts.refused], [PRO_STARTS_A_MINUTE, 15 - PRO_STARTS_A_MINUTE]);
      assert.match(lines[14]?.reason ?? '', /plan of the account/);
      assert.deepEqual(await batches.due(), []);
      assert.deepEqual(await scans.running(), []);
    });

    it('labels and watches are set once a scan begins; a watch has its first run a period later', async () => {
      const { id } = await create(own(2), { labels: ['client'], watch: 'weekly' });
      await runBatches(parts);
      assert.deepEqual((await sites.find(accountId, 'https://site-1.example/'))?.labels, ['client']);
      const [watch] = await createWatches(opened.store).list(accountId);
      assert.ok((watch?.nextAt ?? 0) > Date.now() + 86_400_000);
      assert.equal((await whole(id)).lines[0]?.reason, undefined);
    });

    it('a site with too many labels is still watched, and the line names the missing labels', async () => {
      const rootUrl = 'https://site-0.example/';
      await create([rootUrl]);
      await runBatches(parts);
      await sites.label(accountId, rootUrl, () => Array.from({ length: 20 }, (_, at) => `label ${at}`));
      const { id } = await create([rootUrl], { labels: ['one more'], watch: 'weekly' });
      await runBatches(parts);
      assert.equal((await createWatches(opened.store).find(accountId, rootUrl))?.cadence, 'weekly');
      assert.match((await whole(id)).lines[0]?.reason ?? '', /^labels: a site has at most 20\.$/);
      assert.deepEqual(await states(id), ['running']);
      const refuse = async () => {
        throw new ServiceError('invalid_request', 'url: too many watches.');
      };
      const both = await create([rootUrl], { labels: ['one more'], watch: 'weekly' });
      await runBatches({ ...parts, watches: { set: refuse } });
      assert.equal((await whole(both.id)).lines[0]?.reason, 'labels: a site has at most 20. url: too many watches.');
    });

    it('accounts take turns, and a batch that can do nothing before its limits allow more is passed over', async () => {
      const ofOthers: string[] = [];
      for (let at = 0; at < 6; at += 1) {
        const other = (await accounts.create({ email: `other-${at}@example.com`, plan: 'pro' })).id;
        for (let made = 0; made < 18; made += 1)
          ofOthers.push((await create(own(1), { accountId: other, keyPrefix: `key_${at}` })).id);
      }
      const [older, newer] = [await create(own(2)), await create(own(2))];
      const passed = new Set<string>();
      const due = await batches.due();
      assert.deepEqual([due.length, due.indexOf(older.id), due.indexOf(newer.id)], [110, 6, 13]);
      await runBatches(parts, passed);
      assert.deepEqual(await states(older.id), ['running', 'running']);
      const begun = await Promise.all(ofOthers.map(async (id) => (await states(id))[0]));
      assert.ok(begun.some((state) => state === 'running') && begun.some((state) => state === 'waiting'));
      // Those that were left out come first, whatever the others would have to do.
      const left = due.filter((id) => !passed.has(id));
      assert.equal(left.length, 10);
      await runBatches(parts, passed);
      assert.equal(passed.size, 0);
      const resting = ofOthers.slice(-1)[0] ?? '';
      assert.deepEqual(await states(resting), ['waiting']);
      assert.ok(((await whole(resting)).batch.waitsUntil ?? 0) > Date.now());
      assert.ok(!(await batches.due()).includes(resting));
    });

    it('21 batches at a time are refused', async () => {
      for (let made = 0; made < 20; made += 1) await create(own(1));
      await assert.rejects(create(own(1)), /under way/);
    });
  });
}
