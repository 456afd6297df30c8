import { openRepositories } from '../src/app/repositories.ts';
import type { NewScan } from '../src/scans/scan-starts.ts';
import { createScans } from '../src/scans/scans.ts';
import { createSites } from '../src/sites/sites.ts';
import { simplePage } from '../test/fixtures/sites/simple-page.ts';
import { startRedisServer } from '../test/support/redis-server.ts';
import { type SiteServer, serveSite } from '../test/support/site-server.ts';
import { measureLoad } from './http-load.ts';
import { type Endpoint, startScan, untilScanned } from './scan-calls.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { median } from './statistics.ts';

const JOBS = 100_000;
/** Of one account; the other half is of callers without a key, an address each hundred. */
const KEYED_SHARE = 0.5;
/** On a busy machine the queue is as long as it gets by then. */
const FILL_MS = 150_000;
/** As many as an account's lists show. */
const SITES = 10_000;
const ADDED_AT_ONCE = 256;
const SLOW_MS = 9_500;
const SLOW_PAGES = 100;
const ROUNDS = 7;
const POLL_MS = 50;
/** Below the 720 reads a minute of a team's key, and of a few keys. */
const READS_A_KEY = 680;
const MORE_KEYS = 9;
const LIST_MS = 5_000;
/** The watchdog looks at running scans each minute. */
const WATCHED_MS = 65_000;
const TARGET_P99_MS = 50;
const TARGET_RATIO = 3;

const LISTS = [
  '/api/v1/scans?limit=100',
  '/api/v1/sites?limit=100',
  '/api/v1/sites?limit=100&sort=name',
  '/api/v1/batches',
];

interface Figures {
  readonly name: string;
  readonly jobs: number;
  readonly fillPerSecond: number;
  readonly memoryMb: readonly [empty: number, filled: number, watched: number];
  readonly lists: readonly { readonly path: string; readonly p99Ms: number; readonly perSecond: number }[];
  readonly idleMs: number;
  readonly besideMs: number;
}

/** A service with 100,000 scans in its queue: its memory, its lists and a scan of another account; as Markdown. */
export async function benchQueue(): Promise<string> {
  // The default of Redis: the benchmark measures reads, and 100,000 scans with a sync each take a quarter of an hour.
  const redis = await startRedisServer({ appendfsync: 'everysec' });
  try {
    const onRedis = await measure('Redis', { REDIS_URL: redis.url });
    console.error(describe([onRedis]));
    return describe([onRedis, await measure('embedded', {})]);
  } finally {
    await redis.destroy();
  }
}

async function measure(name: string, store: Record<string, string>): Promise<Figures> {
  const fast = await serveSite({ pages: { '/': simplePage({ title: 'Fast', seed: 0, links: [] }) } });
  const slow = await serveSlowSite();
  const service = await startServiceProcess({ ...store, ALLOWED_PRIVATE_HOSTS: '127.0.0.1', SCAN_CONCURRENCY: '2' });
  try {
    const other = { url: service.url, key: await service.newKey('other') };
    const idle: number[] = [];
    // The first warms it up.
    for (let round = 0; round <= ROUNDS; round += 1) idle.push(await scanMs(other, fast.origin));
    const emptyMb = service.anonymousMb();
    const filled = await fill(service, slow.origin);
    const filledMb = service.anonymousMb();
    const beside: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) beside.push(await scanMs(other, fast.origin));
    const lists: Figures['lists'][number][] = [];
    const nextKey = await keysOf(service);
    for (const path of LISTS) lists.push(await measureList(service, path, nextKey));
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
    return {
      name,
      ...filled,
      memoryMb: [emptyMb, filledMb, service.anonymousMb()],
      lists,
      idleMs: median(idle.slice(1)),
      besideMs: median(beside),
    };
  } finally {
    await service.stop();
    await Promise.all([fast.close(), slow.close()]);
  }
}

/** Scans of it are under way until the end of the measurement. */
function serveSlowSite(): Promise<SiteServer> {
  const paths = Array.from({ length: SLOW_PAGES }, (_, at) => `/page-${at}`);
  const pages = ['/', ...paths].map((path, at) => [
    path,
    simplePage({ title: `Page ${at}`, seed: at, links: path === '/' ? paths : [] }),
  ]);
  return serveSite({ pages: Object.fromEntries(pages) }, { latencyMs: SLOW_MS });
}

/** Writes the scans as the service does, half of the account of the service's key, half without an account. */
async function fill(
  { storeOptions }: ServiceProcess,
  origin: string,
): Promise<Pick<Figures, 'jobs' | 'fillPerSecond'>> {
  const { store, accounts } = await openRepositories(storeOptions);
  try {
    const accountId = (await accounts.findByEmail('bench@localhost'))?.id;
    if (accountId === undefined) throw new Error('the service has no account');
    const scans = createScans(store, Date.now, createSites(store).observer);
    const { hostname, port } = new URL(origin);
    const permit = { host: hostname, port: Number(port) };
    const scanOf = (at: number): NewScan => {
      const target = { rootUrl: `${origin}/site-${at % SITES}/`, pageLimit: 25, permit };
      if (at % 2 === 0) return { ...target, accountId };
      return { ...target, accountId: undefined, tier: 'anonymous', queueOwner: `address-${Math.floor(at / 100)}` };
    };
    const startedMs = performance.now();
    let next = 0;
    const addAll = async () => {
      while (next < JOBS && performance.now() - startedMs < FILL_MS) {
        next += 1;
        await scans.start(scanOf(next));
      }
    };
    await Promise.all(Array.from({ length: ADDED_AT_ONCE }, addAll));
    return { jobs: next, fillPerSecond: (1000 * next) / (performance.now() - startedMs) };
  } finally {
    await store.close();
  }
}

async function scanMs(endpoint: Endpoint, origin: string): Promise<number> {
  const startedMs = performance.now();
  await untilScanned(endpoint, await startScan(endpoint, `${origin}/`, 1), POLL_MS);
  return performance.now() - startedMs;
}

/** Answers keys of the account in turn, each for as many reads as it has in a minute. */
async function keysOf(service: ServiceProcess): Promise<() => string> {
  const keys = [service.key];
  for (let at = 0; at < MORE_KEYS; at += 1) keys.push(await service.newKey('bench'));
  let reads = 0;
  return () => {
    reads += 1;
    return keys[Math.floor(reads / READS_A_KEY) % keys.length] ?? service.key;
  };
}

/** One connection, so that the time is that of the answer and not of a wait behind others. */
async function measureList({ url }: ServiceProcess, path: string, nextKey: () => string) {
  const request = () => ({ path, headers: { authorization: `Bearer ${nextKey()}` } });
  const { p99Ms, perSecond } = await measureLoad({
    origin: url,
    connections: 1,
    durationMs: LIST_MS,
    status: 200,
    request,
  });
  return { path, p99Ms, perSecond };
}

function describe(figures: readonly Figures[]): string {
  const row = (what: string, of: (each: Figures) => string) => `| ${what} | ${figures.map(of).join(' | ')} |`;
  const mb = (value: number) => `${Math.round(value)} MB`;
  return [
    `Scans in the queue of one service with two places: ${KEYED_SHARE * 100} % of one account over ${(SITES / 2).toLocaleString('en')} of its sites, the others of`,
    `callers without a key. Their site answers after ${SLOW_MS / 1000} s. Targets: lists within ${TARGET_P99_MS} ms (p99); the scan of one fast page for`,
    `another account within ${TARGET_RATIO} times what it takes on the same service with an empty queue (medians of ${ROUNDS}).`,
    '',
    `| | ${figures.map(({ name }) => name).join(' | ')} |`,
    `|---|${figures.map(() => '---|').join('')}`,
    row('scans in the queue', ({ jobs }) => jobs.toLocaleString('en')),
    row('scans added a second', ({ fillPerSecond }) => `${Math.round(fillPerSecond)}`),
    row('memory of the service before (without mapped files)', ({ memoryMb: [empty] }) => mb(empty)),
    row('with the full queue', ({ memoryMb: [, filled] }) => mb(filled)),
    row('after the lists and a look of the watchdog', ({ memoryMb: [, , watched] }) => mb(watched)),
    ...LISTS.map((path, at) =>
      row(
        `\`GET ${path}\`, mean and p99`,
        ({ lists }) =>
          `${(1000 / (lists[at]?.perSecond ?? 0)).toFixed(1)} ms, ${(lists[at]?.p99Ms ?? 0).toFixed(1)} ms`,
      ),
    ),
    row('scan of another account, empty queue', ({ idleMs }) => `${Math.round(idleMs)} ms`),
    row('beside the full queue', ({ besideMs }) => `${Math.round(besideMs)} ms`),
    row('ratio', ({ idleMs, besideMs }) => (besideMs / idleMs).toFixed(2)),
  ].join('\n');
}
