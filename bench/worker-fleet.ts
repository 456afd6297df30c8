import { type ChildProcess, spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { createClient } from '@keyv/redis';
import { parseAllowedPrivateHosts, privateHostPermit } from '../src/scanner/net/submitted-url.ts';
import { createScans, type Scans } from '../src/scans/scans.ts';
import { openStore, type StoreOptions } from '../src/store/open.ts';
import { simplePage } from '../test/fixtures/sites/simple-page.ts';
import { type SiteServer, serveSite } from '../test/support/site-server.ts';
import { cpuMsOf, diskBytesOf } from './service-process.ts';

export const PAGES = 25;
export const LATENCY_MS = 20;
export const SCANS = 12;
const PLACES = 2;

export interface ScanRun {
  readonly workers: number;
  /** Of the whole machine over the minute before: what else ran shows here. */
  readonly loadBefore: number;
  readonly scansPerMinute: number;
  /** CPU time of all workers by the time that passed. */
  readonly cores: number;
  /** CPU time of a scan. */
  readonly cpuMs: number;
  /** By which the store has grown for each scan. */
  readonly bytes: number;
}

/** Starts worker processes on a store, lets them warm up, and measures them at `SCANS` scans. */
export async function measureScans(store: StoreOptions, workers: number): Promise<ScanRun> {
  const [loadBefore = 0] = loadavg();
  const opened = await openStore(store);
  const scans = createScans(opened);
  const sites = await Promise.all(Array.from({ length: SCANS }, serveBenchSite));
  const children = await Promise.all(Array.from({ length: workers }, () => spawnWorker(store)));
  try {
    await scanAll(scans, sites.slice(0, Math.min(SCANS, workers * PLACES)));
    const bytesBefore = await bytesIn(store);
    const cpuBefore = sum(children.map(cpuMsOf));
    const startedMs = performance.now();
    await scanAll(scans, sites);
    const wallMs = performance.now() - startedMs;
    const cpuMs = sum(children.map(cpuMsOf)) - cpuBefore;
    return {
      workers,
      loadBefore,
      scansPerMinute: (60_000 * SCANS) / wallMs,
      cores: cpuMs / wallMs,
      cpuMs: cpuMs / SCANS,
      bytes: ((await bytesIn(store)) - bytesBefore) / SCANS,
    };
  } finally {
    await Promise.all(children.map(end));
    await Promise.all(sites.map((site) => site.close()));
    await opened.close();
  }
}

function serveBenchSite(): Promise<SiteServer> {
  const paths = Array.from({ length: PAGES - 1 }, (_, at) => `/page-${at}`);
  const pages = ['/', ...paths].map((path, at) => [
    path,
    simplePage({ title: `Page ${at}`, seed: at, links: path === '/' ? paths : ['/'] }),
  ]);
  return serveSite({ pages: Object.fromEntries(pages) }, { latencyMs: LATENCY_MS });
}

/** Starts a scan of each site and waits for the end of all. */
async function scanAll(scans: Scans, sites: readonly SiteServer[]): Promise<void> {
  const allowed = parseAllowedPrivateHosts('127.0.0.1');
  const started = await Promise.all(
    sites.map(({ origin }, at) => {
      const permit = privateHostPermit(new URL(origin), allowed);
      if (permit === undefined) throw new Error('the bench may not scan its own site');
      return scans.start({ accountId: `bench-${at % 5}`, rootUrl: `${origin}/`, pageLimit: PAGES, permit });
    }),
  );
  while ((await scans.running()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const { id } of started) {
    const ended = await scans.byId(id);
    if (ended?.status !== 'completed' || ended.pagesScanned !== PAGES) throw new Error('a scan of the bench failed');
  }
}

async function spawnWorker({ dataDir, redisUrl = '' }: StoreOptions): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/start.mjs', 'main', 'worker'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      REDIS_URL: redisUrl,
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
      SCAN_CONCURRENCY: String(PLACES),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('a worker did not start')));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('"msg":"scanning"')) resolve();
    });
  });
  return child;
}

function end(child: ChildProcess): Promise<unknown> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return gone;
}

/** On the disk, or in the memory of Redis. */
async function bytesIn({ dataDir, redisUrl }: StoreOptions): Promise<number> {
  if (redisUrl === undefined) return diskBytesOf(dataDir);
  const client = await createClient({ url: redisUrl }).connect();
  let bytes = 0;
  for await (const keys of client.scanIterator({ COUNT: 1000 })) {
    bytes += sum(await Promise.all(keys.map(async (key) => (await client.memoryUsage(key, { SAMPLES: 0 })) ?? 0)));
  }
  await client.close();
  return bytes;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
