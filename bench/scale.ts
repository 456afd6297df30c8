import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreOptions } from '../src/store/open.ts';
import type { Store } from '../src/store/store.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { measureOperations, type OperationRates } from './store-operations.ts';
import { LATENCY_MS, measureScans, PAGES, SCANS, type ScanRun } from './worker-fleet.ts';

const WORKERS = [1, 2, 4];

/** Scans with 1, 2 and 4 worker processes on one Redis, and what the queue and the stores cost; the figures as Markdown. */
export async function benchScale(): Promise<string> {
  const redis = await startRedisServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'legible-bench-'));
  try {
    const fleets: ScanRun[] = [];
    for (const workers of WORKERS) fleets.push(await measureScans({ dataDir, redisUrl: redis.url }, workers));
    const embedded = await measureScans({ dataDir }, 1);
    const rates = {
      embedded: await onStore({ dataDir }, measureOperations),
      redis: await onStore({ dataDir, redisUrl: redis.url }, measureOperations),
    };
    return describe(fleets, embedded, rates);
  } finally {
    await redis.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function onStore<Result>(options: StoreOptions, action: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(options);
  try {
    return await action(store);
  } finally {
    await store.close();
  }
}

function describe(
  fleets: readonly ScanRun[],
  embedded: ScanRun,
  rates: { embedded: OperationRates; redis: OperationRates },
): string {
  const [alone] = fleets;
  const efficiency = (run: ScanRun) => run.scansPerMinute / ((alone?.scansPerMinute ?? 0) * run.workers);
  const rowOf = (name: string, run: ScanRun, rest: string) =>
    `| ${name} | ${run.scansPerMinute.toFixed(1)} | ${rest} | ${run.cores.toFixed(2)} | ${(run.cpuMs / 1000).toFixed(2)} s | ${run.loadBefore.toFixed(1)} |`;
  const bytesOf = ({ bytes }: ScanRun) => `${(bytes / 1024).toFixed(1)} KB`;
  const last = fleets.at(-1);
  return `
${SCANS} scans of ${PAGES} pages each, every one of a site of its own with ${LATENCY_MS} ms latency, after one scan for each place of every worker;
worker processes, sites and Redis (appendfsync always) on the same machine.

| workers | scans a minute | efficiency | cores busy with scanning | CPU a scan | load of the machine before |
|---|---|---|---|---|---|
${rowOf('1, embedded store', embedded, '')}
${fleets.map((run) => rowOf(`${run.workers}, Redis`, run, efficiency(run).toFixed(2))).join('\n')}

Efficiency: scans a minute by those of one worker times the workers. It cannot pass the cores of this machine by the cores one worker
keeps busy; the CPU time of a scan says whether workers get into each other's way beside that.
Figures taken at a load well above the number of cores say little.

| on one connection, ${rates.redis.parallel} calls at a time | embedded | Redis |
|---|---|---|
${Object.keys(rates.redis.perSecond)
  .map((name) => `| ${name} | ${rate(rates.embedded, name)} | ${rate(rates.redis, name)} |`)
  .join('\n')}
| a job that does nothing, through the queue | ${rates.embedded.jobMs.toFixed(2)} ms | ${rates.redis.jobMs.toFixed(2)} ms |
| from adding a job to its begin, queue empty (median) | ${rates.embedded.beginMs.toFixed(1)} ms | ${rates.redis.beginMs.toFixed(1)} ms |
| a scan of ${PAGES} pages takes | ${bytesOf(embedded)} on the disk | ${last === undefined ? '' : bytesOf(last)} of memory |
`;
}

const rate = ({ perSecond }: OperationRates, name: string) => `${Math.round(perSecond[name] ?? 0)} /s`;
