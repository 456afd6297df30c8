/**
 * A program that scans URLs one after another with the production engine, in one process, and prints a JSON line for
 * each: how it ended, how long it took, and the greatest resident size of the process so far.
 * `scan-in-a-row.ts URL…`
 */
import { createLog } from '../../src/log.ts';
import { createScanner } from '../../src/scanner/engine/create.ts';

const PAGE_LIMIT = 60;
const DEADLINE_MS = 45_000;
const MEGABYTE = 1024 * 1024;

const scanner = createScanner({
  baseUrl: 'https://legible.example',
  version: '0.0.0',
  hostConcurrency: 8,
  resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  nonceSecret: 'a secret of the tests',
  log: createLog('fatal'),
});
for (const rootUrl of process.argv.slice(2)) {
  const { hostname, port } = new URL(rootUrl);
  const startedMs = performance.now();
  let pages = 0;
  const { status } = await scanner.runScan(
    { rootUrl, pageLimit: PAGE_LIMIT, deadlineMs: DEADLINE_MS, permit: { host: hostname, port: Number(port) } },
    {
      progress: () => {},
      async pages(_chunk, records) {
        pages += records.length;
      },
      latePages: async () => {},
    },
    new AbortController().signal,
  );
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  const line = {
    rootUrl,
    status,
    pages,
    seconds: Math.round((performance.now() - startedMs) / 1000),
    peakMegabytes: Math.round(peakBytes / MEGABYTE),
    residentMegabytes: Math.round(process.memoryUsage.rss() / MEGABYTE),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
await scanner.close();
