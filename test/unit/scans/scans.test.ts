/** Starting a scan whose id is known beforehand, and changing one that has ended. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { failedReport, failureRecord } from '../../../src/scanner/engine/scan-failure.ts';
import { createScans, newScanId, type Scans, scanIdFor } from '../../../src/scans/scans.ts';
import type { Store } from '../../../src/store/store.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const ACCOUNT = 'acc_of_scans';
let opened: StoreUnderTest;
let store: Store;
let scans: Scans;
before(async () => {
  opened = await openLmdbUnderTest();
  store = opened.store;
  scans = createScans(store);
});
after(() => opened.destroy());

const start = (id: string, over: Scans = scans) =>
  over.start({ id, accountId: ACCOUNT, rootUrl: 'https://a.example/', pageLimit: 5 });
const listed = async () => (await scans.list(ACCOUNT, { limit: 100 })).map(({ id }) => id);

describe('a scan that is started again under its id', () => {
  it('is the one that was started, once in the list and once in the queue', async () => {
    const id = scanIdFor('some work');
    const first = await start(id);
    assert.deepEqual(await start(id), first);
    assert.deepEqual(await listed(), [id]);
    assert.equal((await store.jobs.counts()).waiting, 1);
  });

  it('is answered as it ended, and not queued again', async () => {
    const id = newScanId();
    await start(id);
    await scans.end(id, undefined, failedReport(failureRecord('Lost.', 'Scan it again.')));
    await store.jobs.remove(id);
    const ended = await start(id);
    assert.equal(ended.status, 'failed');
    assert.equal(await store.jobs.has(id), false);
  });

  const steps: [string, (broken: () => Promise<never>) => Store][] = [
    [
      'it stood in a list',
      (broken) => ({ ...store, documents: () => Object.assign(store.documents('none'), { set: broken }) }),
    ],
    ['it was written down', (broken) => ({ ...store, jobs: { ...store.jobs, add: broken } })],
  ];
  for (const [step, brokenAfter] of steps) {
    it(`after a process died when ${step}: it is there once, queued, and its share token leads to it`, async () => {
      const id = newScanId();
      await assert.rejects(start(id, createScans(brokenAfter(() => Promise.reject(new Error('died'))))), /died/);
      const { shareToken } = await start(id);
      assert.equal((await listed()).filter((each) => each === id).length, 1);
      assert.equal(await store.jobs.has(id), true);
      assert.equal((await scans.byShareToken(shareToken))?.id, id);
    });
  }
});

describe('a change of a scan', () => {
  const failed = failedReport(failureRecord('Lost.', 'Scan it again.'));

  it('is refused while the scan runs, and to other accounts', async () => {
    const id = newScanId();
    await start(id);
    await assert.rejects(scans.changeEnded(ACCOUNT, id, { percentile: 5 }), /still running/);
    await scans.end(id, undefined, failed);
    await assert.rejects(scans.changeEnded('acc_of_others', id, { percentile: 5 }), /not yours/);
    assert.equal((await scans.byId(id))?.percentile, null);
  });

  it('is kept with others at the same time, and makes new revisions', async () => {
    const id = newScanId();
    await start(id);
    await scans.end(id, undefined, failed);
    const before = await scans.byId(id);
    await Promise.all([
      scans.changeEnded(ACCOUNT, id, { percentile: 5 }),
      createScans(store).changeEnded(ACCOUNT, id, { corpusTotal: 9 }),
    ]);
    assert.deepEqual(await scans.byId(id), {
      ...before,
      percentile: 5,
      corpusTotal: 9,
      revision: (before?.revision ?? 0) + 2,
    });
  });

  it('finds no scan that was deleted meanwhile', async () => {
    const id = newScanId();
    await start(id);
    await scans.end(id, undefined, failed);
    await scans.remove(ACCOUNT, id);
    await assert.rejects(scans.changeEnded(ACCOUNT, id, { percentile: 5 }), /no such scan/);
    assert.equal(await scans.byId(id), undefined);
  });
});

describe('the id of a scan', () => {
  it('has the form of every other, and is the same for the same work only', () => {
    assert.match(scanIdFor('a'), /^scn_[a-z2-7]{20}$/);
    assert.equal(scanIdFor('a'), scanIdFor('a'));
    assert.notEqual(scanIdFor('a'), scanIdFor('b'));
  });
});

describe('a scan that is cancelled while its worker writes progress', () => {
  it('stays cancelled', async () => {
    const progress = {
      pagesDiscovered: 3,
      pagesScanned: 1,
      currentUrl: 'https://a.example/',
      phase: { name: 'pages' },
    } as const;
    for (let round = 0; round < 10; round += 1) {
      const id = newScanId();
      await start(id);
      await scans.beginRun(id, 1);
      let isOver = false;
      const cancelling = scans.cancel(ACCOUNT, id).finally(() => {
        isOver = true;
      });
      while (!isOver) await Promise.all([scans.noteProgress(id, 1, progress), delay(1)]);
      await cancelling;
      const { status, isCancelled } = (await scans.byId(id)) ?? {};
      assert.deepEqual({ status, isCancelled }, { status: 'failed', isCancelled: true });
    }
  });
});
