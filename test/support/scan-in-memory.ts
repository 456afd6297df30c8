/** Scans a site that is an object in memory, under a public address: no sockets, so it is quick, and S8 applies. */
import assert from 'node:assert/strict';
import { createRunScan } from '../../src/scanner/engine/run-scan.ts';
import type { ScanReport } from '../../src/scanner/model/scan.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import type { RequestLedger } from '../../src/scanner/net/site-client.ts';
import { createPagePool } from '../../src/scanner/workers/page-pool.ts';
import { ORIGIN } from './artifacts.ts';
import { atEnd } from './at-end.ts';
import { memoryFetcher } from './memory-fetcher.ts';
import { threadEntries } from './program.ts';
import type { Site } from './site-server.ts';

const pool = createPagePool({ threads: 2, ...threadEntries() });
atEnd(() => pool.close());

export interface ScannedInMemory {
  readonly report: ScanReport;
  readonly ledger: RequestLedger;
}

export interface ScanInMemoryOptions {
  readonly path?: string;
  readonly pageLimit?: number;
  /** Origins that redirect to the site. */
  readonly redirecting?: readonly string[];
}

/** Runs one scan of the site at ORIGIN to its report. Rejects when a check throws. axe-core is left out. */
export async function scanInMemory(
  site: Site,
  { path = '/', pageLimit = 50, redirecting = [] }: ScanInMemoryOptions = {},
): Promise<ScannedInMemory> {
  let ledger: RequestLedger | undefined;
  const bugs: string[] = [];
  const runScan = createRunScan({
    fetcher: memoryFetcher(site, redirecting),
    throttle: createHostThrottle({ concurrency: 8 }),
    pool,
    accessibility: { audit: async () => ({ kind: 'not-sampled' }), async close() {} },
    userAgent: 'LegibleBot/1.0 (+https://legible.example/bot)',
    nonceFor: () => 'nothing-has-this-name',
    onBug: (checkId, thrown) => bugs.push(`${checkId}: ${String(thrown)}`),
    onLedger(kept) {
      ledger = kept;
    },
  });
  const sink = { progress() {}, async pages() {}, async latePages() {} };
  const request = { rootUrl: ORIGIN + path, pageLimit, deadlineMs: 60_000 };
  const report = await runScan(request, sink, new AbortController().signal);
  assert.deepEqual(bugs, [], 'no check throws');
  assert.ok(ledger, 'the ledger is handed out');
  return { report, ledger };
}
