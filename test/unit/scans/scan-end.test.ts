import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { ScanReport } from '../../../src/scanner/model/scan.ts';
import { createScans, type Scans } from '../../../src/scans/scans.ts';
import type { Store } from '../../../src/store/store.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const NEW = { accountId: 'acc_test', rootUrl: 'https://example.com/', pageLimit: 10 };
const CHECK = { id: 'S1', status: 'pass', message: 'Good.' } as const;

const report = (score: number): ScanReport => ({
  status: 'completed',
  pagesDiscovered: 9,
  pagesScanned: 3,
  siteChecks: [CHECK],
  llmsTxtChecks: [],
  score: { score, raw: score, cap: undefined, coverage: 1, lowConfidence: false },
  llmsTxtScore: 0,
  host: 'example.com',
  entersCorpus: true,
  basis: undefined,
});

/** The store in a process that dies before this many more document writes. */
function dyingBeforeWrite(store: Store, writes: number): Store {
  let left = writes;
  return {
    ...store,
    documents<Value>(name: string) {
      const documents = store.documents<Value>(name);
      return new Proxy(documents, {
        get(target, member) {
          const value = Reflect.get(target, member);
          if (typeof value !== 'function') return value;
          if (member !== 'set') return value.bind(target);
          return (...given: unknown[]) => {
            left -= 1;
            return left < 0 ? Promise.reject(new Error('the process died here')) : value.apply(target, given);
          };
        },
      });
    },
  };
}

describe('the end of a scan', () => {
  let opened: StoreUnderTest;
  let scans: Scans;
  beforeEach(async () => {
    opened = await openLmdbUnderTest();
    scans = createScans(opened.store);
  });
  afterEach(() => opened.destroy());

  const begun = async (run: number) => {
    const { id } = await scans.start(NEW);
    assert.equal((await scans.beginRun(id, run))?.run, run);
    return id;
  };
  const found = async (id: string) => {
    const scan = await scans.find(NEW.accountId, id);
    assert.ok(scan);
    return scan;
  };

  it('comes once, however many ends come at once', async () => {
    const id = await begun(1);
    await Promise.all([50, 60, 70, 80].map((score) => scans.end(id, 1, report(score))));
    const { status, score, completedAt, revision } = await found(id);
    assert.equal(status, 'completed');
    assert.ok(completedAt !== null);
    await scans.end(id, 1, report(90));
    await scans.end(id, undefined, report(90));
    const after = await found(id);
    assert.deepEqual([after.score, after.revision], [score, revision]);
    assert.deepEqual(await scans.running(), []);
  });

  it('is refused to a run that is not the latest', async () => {
    const id = await begun(1);
    await scans.beginRun(id, 2);
    await assert.rejects(scans.end(id, 1, report(50)), /another run/);
    assert.equal((await found(id)).status, 'running');
    assert.deepEqual((await scans.checks(id)).site, []);
    await scans.end(id, 2, report(60));
    assert.equal((await found(id)).score?.score, 60);
  });

  it('needs no other run when the process died once it was written down', async () => {
    const id = await begun(1);
    const dying = createScans(dyingBeforeWrite(opened.store, 1));
    await assert.rejects(dying.end(id, 1, report(70)), /died here/);
    assert.equal((await found(id)).status, 'running');
    assert.equal(await scans.beginRun(id, 2), undefined, 'there is nothing left to run');
    const { status, run, score, pagesScanned } = await found(id);
    assert.deepEqual([status, run, score?.score, pagesScanned], ['completed', 1, 70, 3]);
    assert.deepEqual((await scans.checks(id)).site, [CHECK]);
    assert.deepEqual(await scans.running(), []);
  });

  it('is the one that was written down, also when all attempts are used up', async () => {
    const id = await begun(3);
    await assert.rejects(createScans(dyingBeforeWrite(opened.store, 1)).end(id, 3, report(70)), /died here/);
    await scans.end(id, undefined, { ...report(0), status: 'failed', score: undefined });
    assert.equal((await found(id)).status, 'completed');
  });

  it('is restored when a suspended worker has overwritten it', async () => {
    const id = await begun(1);
    const stale = await found(id);
    const second = await scans.beginRun(id, 2);
    assert.ok(second);
    await scans.writePages(second, 'early', 0, [{ url: NEW.rootUrl, checks: [] }]);
    await scans.end(id, 2, report(60));
    await opened.store.documents('scans').set(id, stale);
    await scans.relist(id);
    assert.deepEqual(await scans.running(), [stale]);
    assert.equal(await scans.beginRun(id, 1), undefined, 'there is nothing left to run');
    const scan = await found(id);
    assert.deepEqual([scan.status, scan.run, scan.score?.score], ['completed', 2, 60]);
    assert.equal((await scans.page(scan, 0))?.url, NEW.rootUrl);
    assert.deepEqual(await scans.running(), []);
  });

  it('comes with the next run when the process died before anything was written down', async () => {
    const id = await begun(1);
    await assert.rejects(createScans(dyingBeforeWrite(opened.store, 0)).end(id, 1, report(70)), /died here/);
    assert.equal((await scans.beginRun(id, 2))?.run, 2);
    await scans.end(id, 2, report(40));
    assert.equal((await found(id)).score?.score, 40);
  });
});
