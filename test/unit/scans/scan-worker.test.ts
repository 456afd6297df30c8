import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../src/log.ts';
import { failedReport, failureRecord } from '../../../src/scanner/engine/scan-failure.ts';
import type { PrivateHostPermit } from '../../../src/scanner/model/http.ts';
import { parseAllowedPrivateHosts } from '../../../src/scanner/net/submitted-url.ts';
import { createScanHandlers } from '../../../src/scans/scan-worker.ts';
import { createScans } from '../../../src/scans/scans.ts';
import { openLmdbUnderTest, type StoreUnderTest } from '../../support/store-drivers.ts';

const PERMIT: PrivateHostPermit = { host: '127.0.0.1', port: 8080 };
const report = failedReport(failureRecord('Nothing there.', 'Put something there.'));

describe('a scan in the hands of a worker', () => {
  let opened: StoreUnderTest;
  before(async () => {
    opened = await openLmdbUnderTest();
  });
  after(() => opened.destroy());

  /** The permit a scan runs with where a process allows these hosts. */
  async function permitWhere(allowedHosts: string, permit?: PrivateHostPermit): Promise<PrivateHostPermit | undefined> {
    const scans = createScans(opened.store);
    const { id } = await scans.start({
      accountId: 'acc_test',
      rootUrl: 'http://127.0.0.1:8080/',
      pageLimit: 1,
      ...(permit === undefined ? {} : { permit }),
    });
    const asked: (PrivateHostPermit | undefined)[] = [];
    const handlers = createScanHandlers({
      scans,
      allowed: parseAllowedPrivateHosts(allowedHosts),
      log: createLog('silent'),
      runScan: async (request) => {
        asked.push(request.permit);
        return report;
      },
    });
    await handlers.run({ id, priority: 1, owner: 'acc_test', attempt: 1, run: 1 }, new AbortController().signal);
    assert.equal(asked.length, 1);
    return asked[0];
  }

  it('may read a private host that both its starter and this process allow', async () => {
    assert.deepEqual(await permitWhere('127.0.0.1:8080', PERMIT), PERMIT);
    assert.deepEqual(await permitWhere('127.0.0.0/8', PERMIT), PERMIT);
  });
  it('may not where this process does not allow it', async () => {
    assert.equal(await permitWhere('', PERMIT), undefined);
    assert.equal(await permitWhere('127.0.0.1:9090', PERMIT), undefined);
  });
  it('may not where its starter did not', async () => {
    assert.equal(await permitWhere('127.0.0.1:8080'), undefined);
  });
});
