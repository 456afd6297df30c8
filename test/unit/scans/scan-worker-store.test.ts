/** A scan whose store is briefly unavailable, and one whose suspended worker was replaced by another. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { requeueLostScans } from '../../../src/app/schedule.ts';
import { ServiceError } from '../../../src/errors.ts';
import { createLog } from '../../../src/log.ts';
import { failedReport, failureRecord } from '../../../src/scanner/engine/scan-failure.ts';
import type { RunScan } from '../../../src/scanner/model/scan.ts';
import { createScanHandlers } from '../../../src/scans/scan-worker.ts';
import { createScans, type Scans } from '../../../src/scans/scans.ts';
import type { Store } from '../../../src/store/store.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';
import { eventually, makeGate } from '../../support/store-wait.ts';

const NEW = { accountId: 'acc_test', rootUrl: 'https://example.com/', pageLimit: 1 };
const PAGE = { url: 'https://example.com/', checks: [] };
const log = createLog('silent');
const report = failedReport(failureRecord('Nothing there.', 'Put something there.'));

/** The store with something before every write of a document. */
function beforeWrites(store: Store, before: (table: string) => Promise<void>): Store {
  return {
    ...store,
    documents<Value>(name: string) {
      return new Proxy(store.documents<Value>(name), {
        get(target, member) {
          const value = Reflect.get(target, member);
          if (typeof value !== 'function') return value;
          if (member !== 'set') return value.bind(target);
          return (...given: unknown[]) => before(name).then(() => value.apply(target, given));
        },
      });
    },
  };
}

describe('a scan in the hands of a worker whose store', () => {
  let opened: StoreUnderTest;
  let scans: Scans;
  beforeEach(async () => {
    opened = await openLmdbUnderTest();
    scans = createScans(opened.store);
  });
  afterEach(() => opened.destroy());

  const runOn = async (store: Store, runScan: RunScan, signal: AbortSignal) => {
    const { id } = await scans.start(NEW);
    const handlers = createScanHandlers({ scans: createScans(store), allowed: [], log, runScan });
    return { id, ended: handlers.run({ id, priority: 1, owner: 'acc_test', attempt: 1, run: 1 }, signal) };
  };

  it('is still done in one run, when the store fails the first write to every table', async () => {
    const refused = new Set<string>();
    const flaky = beforeWrites(opened.store, async (table) => {
      if (refused.has(table)) return;
      refused.add(table);
      throw new ServiceError('unavailable', 'Away.', { retryAfterSeconds: 5 });
    });
    let runs = 0;
    const runScan: RunScan = async (_, sink) => {
      runs += 1;
      await sink.pages(0, [PAGE]);
      await sink.latePages(0, [PAGE]);
      return report;
    };
    const { id, ended } = await runOn(flaky, runScan, new AbortController().signal);
    await ended;
    const scan = (await scans.byId(id)) ?? assert.fail('it is gone');
    assert.deepEqual([runs, scan.status, scan.run, scan.chunkCount], [1, 'failed', 1, 1]);
    assert.deepEqual([...refused], ['scans', 'scan-pages', 'scan-page-summaries', 'scan-checks']);
  });

  it('stays away is let go when the worker stops', async () => {
    const away = beforeWrites(opened.store, async () => {
      throw new ServiceError('unavailable', 'Away.', { retryAfterSeconds: 5 });
    });
    const { ended } = await runOn(away, async () => report, AbortSignal.timeout(100));
    await assert.rejects(ended, /Away/);
  });

  it('got its last write after another has ended the scan is found by the watchdog', async () => {
    const [begun, stood, goesOn] = [makeGate(), makeGate(), makeGate()];
    let isStanding = false;
    const slow = beforeWrites(opened.store, async (table) => {
      if (!isStanding || table !== 'scans') return;
      stood.open();
      await goesOn.opened;
    });
    const controller = new AbortController();
    const runScan: RunScan = async (_, sink, signal) => {
      isStanding = true;
      sink.progress({ pagesDiscovered: 9, pagesScanned: 3, currentUrl: PAGE.url, phase: { name: 'scoring' } });
      begun.open();
      await eventually('it is stopped', () => signal?.aborted ?? false);
      throw signal?.reason;
    };
    const { id, ended } = await runOn(slow, runScan, controller.signal);
    await Promise.all([begun.opened, stood.opened]);

    await opened.store.jobs.remove(id);
    await scans.beginRun(id, 2);
    await scans.end(id, 2, report);
    assert.equal((await scans.byId(id))?.status, 'failed');

    goesOn.open();
    controller.abort(new Error('The lease of this job was lost.'));
    await assert.rejects(ended, /lease/);
    assert.equal((await scans.byId(id))?.status, 'running', 'the write was over the end');
    assert.equal(await requeueLostScans(scans, opened.store, log), 1);
    assert.equal(await opened.store.jobs.has(id), true);
  });
});
