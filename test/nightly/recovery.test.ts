/** A scan survives its process: killed, stopped, crashed three times, or lost between two writes, it comes to an end. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openRepositories } from '../../src/app/repositories.ts';
import { requeueLostScans } from '../../src/app/schedule.ts';
import { createLog } from '../../src/log.ts';
import { createScans } from '../../src/scans/scans.ts';
import { Batch, BatchAnswer } from '../../src/schema/batch.ts';
import type { Scan } from '../../src/schema/scan.ts';
import { simplePage } from '../fixtures/sites/simple-page.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { newDataDir, startTestService } from '../support/service.ts';
import { readScan, rest, startScan, untilEnded, untilScan } from '../support/service-doors.ts';
import { runScript, spawnService } from '../support/service-process.ts';
import { serveSite } from '../support/site-server.ts';
import { eventually } from '../support/store-wait.ts';

/** Pages that are answered while the first process lives; two more are not. */
const OPEN_PAGES = 30;
const PAGES = OPEN_PAGES + 2;
/** Taken up again within 60 s. */
const TAKEN_UP_MS = 60_000;

/** A data directory with an account on the team plan. */
async function prepare() {
  const dataDir = await newDataDir();
  const { store, accounts, apiKeys } = await openRepositories({ dataDir });
  const account = await accounts.create({ email: 'recovery@test.example', plan: 'team' });
  const { key } = await apiKeys.create(account, 'test');
  return { dataDir, store, account, key, remove: () => rm(dataDir, { recursive: true }) };
}

/** Starts a scan in a child process, kills it in the middle, inspects the queue, starts another. */
async function endInTheMiddle(signal: 'SIGKILL' | 'SIGTERM') {
  const { dataDir, store, key, remove } = await prepare();
  const site = await serveHeldSite(OPEN_PAGES);
  const first = await spawnService(dataDir);
  const { id } = await startScan(first, key, { url: `${site.origin}/` });
  const seen = await untilScan(first, key, id, ({ pagesScanned }) => pagesScanned === OPEN_PAGES);
  assert.equal(seen.status, 'running', 'it was in the middle');
  assert.equal(seen.pagesDiscovered, PAGES);
  const endedAtMs = performance.now();
  const ended = await first.end(signal);
  const queue = await store.jobs.counts();
  await store.close();
  const second = await spawnService(dataDir);
  site.release();
  const cleanUp = () => Promise.all([site.close(), remove()]);
  return { key, id, ended, queue, second, endedAtMs, cleanUp };
}

function isWhole(scan: Scan): void {
  assert.equal(scan.status, 'completed');
  assert.equal(scan.pagesScanned, PAGES);
  assert.equal(scan.pageResults.length, PAGES);
  assert.equal(new Set(scan.pageResults.map(({ url }) => url)).size, PAGES, 'each page once');
  const counts = new Set(scan.pageResults.map(({ checks }) => checks.length));
  assert.equal(counts.size, 1, 'each page with the same checks, none of them twice');
}

describe('a scan survives its process', { concurrency: true }, () => {
  it('SIGKILL in the middle: started again, the scan completes, with no page twice', async () => {
    const { key, id, ended, queue, second, endedAtMs, cleanUp } = await endInTheMiddle('SIGKILL');
    assert.equal(ended.signal, 'SIGKILL');
    assert.deepEqual(queue, { waiting: 0, running: 1 }, 'nobody had the time to hand it back');
    const left = await readScan(second, key, id);
    assert.equal(left.status, 'running');
    assert.equal(left.completedAt, null);
    isWhole(await untilEnded(second, key, id, TAKEN_UP_MS));
    assert.ok(performance.now() - endedAtMs < TAKEN_UP_MS);
    await second.end('SIGTERM');
    await cleanUp();
  });

  it('SIGKILL again and again during a batch: each line comes to one end, and no scan is doubled', async () => {
    const { dataDir, store, key, remove } = await prepare();
    await store.close();
    const paths = Array.from({ length: 12 }, (_, at) => `/part-${at}/`);
    const site = await serveSite(
      { pages: Object.fromEntries(paths.map((path, at) => [path, simplePage({ title: path, seed: at, links: [] })])) },
      { latencyMs: 200 },
    );
    let service = await spawnService(dataDir);
    const body = { urls: [...paths, ...paths.slice(0, 2)].map((path) => site.origin + path), pageLimit: 2 };
    const { id } = Batch.parse((await rest(service, '/api/v1/batches', { method: 'POST', key, body })).body);
    const read = async () => {
      // Below the 720 reads a minute of a key.
      await delay(300);
      return BatchAnswer.parse((await rest(service, `/api/v1/batches/${id}`, { key })).body);
    };
    for (let kills = 1; kills <= 3; kills += 1) {
      await eventually(
        `${kills} ended`,
        async () => ((await read()).batches[0]?.counts.completed ?? 0) >= kills,
        TAKEN_UP_MS,
      );
      await service.end('SIGKILL');
      service = await spawnService(dataDir);
    }
    await eventually('the end', async () => (await read()).batches[0]?.endedAt !== null, 2 * TAKEN_UP_MS);
    const { batches } = await read();
    assert.deepEqual(
      [batches[0]?.counts.completed, batches[0]?.counts.duplicate, batches[0]?.status],
      [12, 2, 'completed'],
    );
    const { data } = Object((await rest(service, '/api/v1/scans?limit=100', { key })).body);
    assert.equal(data.length, 12);
    await service.end('SIGTERM');
    await Promise.all([site.close(), remove()]);
  });

  it('SIGTERM in the middle: the scan is handed back at once, and completes in the next process', async () => {
    const { key, id, ended, queue, second, cleanUp } = await endInTheMiddle('SIGTERM');
    assert.equal(ended.code, 0, ended.stderr);
    assert.deepEqual(queue, { waiting: 1, running: 0 }, 'no lease is waited for');
    isWhole(await untilEnded(second, key, id));
    assert.equal((await second.end('SIGTERM')).code, 0);
    await cleanUp();
  });

  it('three crashes: the scan is failed, never running, and says that it was not the site', async () => {
    const { dataDir, store, account, key, remove } = await prepare();
    const { id } = await createScans(store).start({
      accountId: account.id,
      rootUrl: 'http://127.0.0.1:1/',
      pageLimit: PAGES,
    });
    await store.close();
    for (let crash = 1; crash <= 3; crash += 1) {
      const { signal, stderr } = await runScript('test/support/crash-in-scan.ts', dataDir);
      assert.equal(signal, 'SIGKILL', stderr);
    }
    const service = await startTestService({ dataDir, logs: /every attempt failed/ });
    const scan = await untilEnded(service, key, id);
    assert.equal(scan.status, 'failed');
    assert.match(scan.siteChecks[0]?.message ?? '', /begun three times and broke off each time/);
    assert.equal(typeof scan.completedAt, 'string');
    await service.stop();
    await remove();
  });

  it('a scan that was written down and never queued is found by the watchdog', async () => {
    const { dataDir, store, account, key, remove } = await prepare();
    const log = createLog('silent');
    const site = await serveSite(tinyLegit);
    const died = () => Promise.reject(new Error('the process died here'));
    const starting = createScans({ ...store, jobs: { ...store.jobs, add: died } }).start({
      accountId: account.id,
      rootUrl: `${site.origin}/`,
      pageLimit: 3,
      permit: { host: '127.0.0.1', port: Number(new URL(site.origin).port) },
    });
    await assert.rejects(starting);
    await store.close();

    const service = await startTestService({ dataDir });
    const scans = createScans(service.repositories.store);
    const [lost] = await scans.list(account.id, { limit: 1 });
    const id = lost?.id ?? '';
    assert.equal((await readScan(service, key, id)).status, 'running');
    assert.equal(await requeueLostScans(scans, service.repositories.store, log), 1);
    assert.equal(await requeueLostScans(scans, service.repositories.store, log), 0, 'it is not queued twice');
    assert.equal((await untilEnded(service, key, id)).status, 'completed');
    assert.equal(await requeueLostScans(scans, service.repositories.store, log), 0, 'what has ended stays so');
    await service.stop();
    await Promise.all([site.close(), remove()]);
  });

  it('the watchdog leaves alone a scan that is just being started', async () => {
    const { store, account, remove } = await prepare();
    const log = createLog('silent');
    const scans = createScans(store);
    // The moment between the entry among the running scans and the record: a look at it must not lose the entry.
    const looking: Promise<number>[] = [];
    const index = {
      ...store.index,
      async add(list: string, score: number, member: string) {
        const at = await store.index.add(list, score, member);
        looking.push(requeueLostScans(scans, store, log));
        await Promise.all(looking);
        return at;
      },
    };
    const died = () => Promise.reject(new Error('the process died here'));
    const starting = createScans({ ...store, index, jobs: { ...store.jobs, add: died } }).start({
      accountId: account.id,
      rootUrl: 'http://127.0.0.1:1/',
      pageLimit: 1,
    });
    await assert.rejects(starting);
    assert.deepEqual(await Promise.all(looking), [0, 0]);
    assert.equal(await requeueLostScans(scans, store, log), 1);
    await store.close();
    await remove();
  });
});
