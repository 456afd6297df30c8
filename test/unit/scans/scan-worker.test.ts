import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../src/log.ts';
import { failedReport, failureRecord } from '../../../src/scanner/engine/scan-failure.ts';
import type { PrivateHostPermit } from '../../../src/scanner/model/http.ts';
import type { ScanRequest } from '../../../src/scanner/model/scan.ts';
import { parseAllowedPrivateHosts } from '../../../src/scanner/net/submitted-url.ts';
import { createScanHandlers } from '../../../src/scans/scan-worker.ts';
import { createScans } from '../../../src/scans/scans.ts';
import type { Store } from '../../../src/store/store.ts';
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

  it('runs with the choices that are stored and with the options of this process, which no store holds', async () => {
    const written: string[] = [];
    const { documents, jobs } = opened.store;
    const store: Store = {
      ...opened.store,
      documents(name) {
        const real = documents(name);
        return Object.assign(Object.create(real), {
          set: (key: string, value: unknown, ...rest: []) => {
            written.push(JSON.stringify(value));
            return real.set(key, value as never, ...rest);
          },
        });
      },
      jobs: {
        ...jobs,
        add: (job) => {
          written.push(JSON.stringify(job));
          return jobs.add(job);
        },
      },
    };
    const scans = createScans(store);
    const choices = { exclude: ['/tags/'], canonicalOrigin: 'https://www.example.com', checks: ['S2'] };
    const local = { headers: { authorization: 'Bearer local-secret' }, userAgent: 'Local/1', ignoreRobots: true };
    const { id } = await scans.start(
      { accountId: 'acc_test', rootUrl: 'https://a.example/', pageLimit: 1, ...choices },
      local,
    );
    let asked: ScanRequest | undefined;
    const handlers = createScanHandlers({
      scans,
      allowed: [],
      log: createLog('silent'),
      runScan: async (request) => {
        asked = request;
        return report;
      },
    });
    await handlers.run({ id, priority: 1, owner: 'acc_test', attempt: 1, run: 1 }, new AbortController().signal);
    const { exclude, canonicalOrigin, headers, userAgent, ignoreRobots } = asked ?? {};
    assert.deepEqual(
      { exclude, canonicalOrigin, headers, userAgent, ignoreRobots },
      { ...local, exclude: choices.exclude, canonicalOrigin: choices.canonicalOrigin },
    );
    const stored = written.join('\n');
    assert.ok(stored.includes('/tags/') && stored.includes('www.example.com'), 'the choices are stored');
    assert.doesNotMatch(stored, /local-secret|Local\/1|ignoreRobots/);
    assert.equal(scans.localOptions(id), undefined, 'they are forgotten when the scan ends');
  });
});
