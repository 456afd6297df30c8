/** A worker that dies by SIGKILL in the middle of the first scan it takes. Started with the data directory. */
import process from 'node:process';
import { createScans } from '../../src/scans/scans.ts';
import { openLmdbStore } from '../../src/store/lmdb/open.ts';

/** Short enough that the next process may take the scan over at once. */
const LEASE_MS = 200;

const [, , dataDir = ''] = process.argv;
const store = await openLmdbStore({ dataDir, jobTimings: { leaseMs: LEASE_MS, heartbeatMs: 50, pollMs: 50 } });
const scans = createScans(store);
await store.jobs.work(
  {
    async run({ id, attempt }) {
      const scan = await scans.beginRun(id, attempt);
      if (scan === undefined) return;
      await scans.writePages(scan, 'early', 0, [{ url: scan.rootUrl, checks: [] }]);
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => {});
    },
    async exhausted() {
      throw new Error('left to the service');
    },
  },
  { concurrency: 1 },
);
