/** Scans a fixture site with the real engine, over loopback. */

import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createLog } from '../../src/log.ts';
import { botUserAgent } from '../../src/scanner/ai-agents.ts';
import { catalogueOrder } from '../../src/scanner/checks/catalogue.ts';
import type { Patience } from '../../src/scanner/crawl/patience.ts';
import { createScanner, type Scanner, type ScannerOptions } from '../../src/scanner/engine/create.ts';
import { createRunScan } from '../../src/scanner/engine/run-scan.ts';
import type { CheckRecord } from '../../src/scanner/model/result.ts';
import type { PageRecord, ScanOptions, ScanProgress, ScanReport } from '../../src/scanner/model/scan.ts';
import { createFetcher } from '../../src/scanner/net/fetcher.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { atEnd } from './at-end.ts';
import { sharedPools } from './shared-pools.ts';
import { type SeenRequest, type Site, type SiteServer, serveSite } from './site-server.ts';

export interface ScanSiteOptions {
  /** Where the scan starts; default '/'. */
  readonly path?: string;
  readonly pageLimit?: number;
  readonly deadlineMs?: number;
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Upper bound of every request's time-out, for sites that hang. */
  readonly fetchTimeoutMs?: number;
  /** How long slow sites are read. */
  readonly patience?: Patience;
  /** How the scan is to go. */
  readonly as?: ScanOptions;
  /** Awaited for every chunk of pages, as a slow store would be. */
  readonly onPages?: (pages: readonly PageRecord[]) => Promise<void>;
}

export interface ScannedSite {
  readonly report: ScanReport;
  /** Every page, in scan order, with all of its checks in catalogue order. */
  readonly pages: readonly PageRecord[];
  readonly progress: readonly ScanProgress[];
  /** The requests to the site during this scan. */
  readonly requests: readonly SeenRequest[];
  /** Every address the scan tried to connect to, as 'ip:port', each once. */
  readonly connections: readonly string[];
}

const NONCE_SECRET = 'a secret of the tests';
const BASE_URL = 'https://legible.example';

/** Throws of checks, which the engine only logs. */
const bugs: string[] = [];
/** The half of the engine that scans sites. */
type SiteScanner = Omit<Scanner, 'runMcpScan' | 'viewPage' | 'lookAtSite'>;

const scanners = new Map<string, SiteScanner>();
atEnd(() => Promise.all([...scanners.values()].map((scanner) => scanner.close())));

/**
 * Runs one scan to its report. Rejects as the engine does, and when a check threw.
 */
export async function scanSite(
  { origin, requests }: Pick<SiteServer, 'origin' | 'requests'>,
  options: ScanSiteOptions = {},
): Promise<ScannedSite> {
  const { path = '/', pageLimit = 50, deadlineMs = 60_000, maxBytes, signal = new AbortController().signal } = options;
  const { hostname, port } = new URL(origin);
  const early = new Map<number, readonly PageRecord[]>();
  const late = new Map<number, readonly PageRecord[]>();
  const progress: ScanProgress[] = [];
  const connections = watchConnections();
  const begin = requests.length;
  try {
    const report = await connections.of(() =>
      scannerFor(options.fetchTimeoutMs, options.patience).runScan(
        {
          rootUrl: origin + path,
          pageLimit,
          deadlineMs,
          ...(maxBytes === undefined ? {} : { maxBytes }),
          permit: { host: hostname, port: Number(port) },
          ...options.as,
        },
        {
          progress: (each) => progress.push(each),
          async pages(chunk, pages) {
            assert.equal(chunk, early.size, 'chunks come in order, each once');
            early.set(chunk, pages);
            await options.onPages?.(pages);
          },
          async latePages(chunk, pages) {
            late.set(chunk, pages);
          },
        },
        signal,
      ),
    );
    assert.deepEqual(bugs, [], 'no check throws');
    return {
      report,
      pages: [...early].flatMap(([chunk, pages]) => merge(pages, late.get(chunk))),
      progress,
      requests: requests.slice(begin),
      connections: connections.seen(),
    };
  } finally {
    connections.stop();
  }
}

/** The record of one check among records; fails the test when there is none. */
export function recordOf(records: readonly CheckRecord[], id: string): CheckRecord {
  const record = records.find((each) => each.id === id);
  assert.ok(record, `there is a record of ${id}`);
  return record;
}

/** Statuses by check id, for comparing many at once. */
export const statusesOf = (records: readonly CheckRecord[]): Record<string, CheckRecord['status']> =>
  Object.fromEntries(records.map(({ id, status }) => [id, status]));

function merge(early: readonly PageRecord[], late: readonly PageRecord[] | undefined): PageRecord[] {
  assert.deepEqual(
    late?.map(({ url }) => url),
    early.map(({ url }) => url),
    'late checks come for the very pages of their chunk',
  );
  return early.map(({ url, checks }, at) => ({
    url,
    checks: [...checks, ...(late?.[at]?.checks ?? [])].sort(catalogueOrder),
  }));
}

/** The engine of this test process, closed when its tests are over; one for each way of waiting. */
export function scannerFor(fetchTimeoutMs?: number, patience?: Patience): SiteScanner {
  const name = JSON.stringify({ fetchTimeoutMs, patience });
  const known = scanners.get(name);
  if (known !== undefined) return known;
  const options: ScannerOptions = {
    baseUrl: BASE_URL,
    version: '0.0.0',
    hostConcurrency: 8,
    // Fixture sites name hosts that do not exist; nothing but loopback literals may be reached.
    resolve: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
    nonceSecret: NONCE_SECRET,
    pools: sharedPools(),
    log: createLog('error', { write: (line) => bugs.push(line) }),
  };
  const scanner =
    fetchTimeoutMs === undefined && patience === undefined
      ? createScanner(options)
      : createHastyScanner(options, fetchTimeoutMs ?? Infinity, patience);
  scanners.set(name, scanner);
  return scanner;
}

/** The engine put together as createScanner does, but with a network that waits less long. */
function createHastyScanner(
  { baseUrl, version, hostConcurrency, resolve }: ScannerOptions,
  maxMs: number,
  patience: Patience | undefined,
) {
  const userAgent = botUserAgent(version, baseUrl);
  const fetcher = createFetcher({ userAgent, resolve });
  const { pages: pool, accessibility } = sharedPools();
  return {
    runScan: createRunScan({
      fetcher: {
        ...fetcher,
        fetch: (request, options) => {
          if (maxMs === Infinity) return fetcher.fetch(request, options);
          const timeoutMs = Math.min(request.timeoutMs ?? maxMs, maxMs);
          return fetcher.fetch({ ...request, timeoutMs }, options);
        },
      },
      throttle: createHostThrottle({ concurrency: hostConcurrency }),
      pool,
      accessibility,
      userAgent,
      ...(patience === undefined ? {} : { patience }),
      nonceFor: (host) => `nonce-of-${host.replace(':', '-')}`,
      onBug: (checkId, thrown) => bugs.push(`${checkId}: ${String(thrown)}`),
    }),
    close: () => fetcher.close(),
  };
}

/** Node reports every opened socket, and the socket of every attempted address. Only those opened by `of` are noted. */
function watchConnections(): { of<T>(work: () => T): T; seen(): string[]; stop(): void } {
  const seen = new Set<string>();
  const isWithin = new AsyncLocalStorage<true>();
  const onSocket = (message: unknown) => {
    if (isWithin.getStore() === undefined) return;
    // The channel's documented message (node:diagnostics_channel, net.client.socket).
    const { socket } = message as { socket: NodeJS.EventEmitter };
    socket.on('connectionAttempt', (ip: string, port: number) => seen.add(`${ip}:${port}`));
  };
  subscribe('net.client.socket', onSocket);
  return {
    of: (work) => isWithin.run(true, work),
    seen: () => [...seen].sort(),
    stop: () => unsubscribe('net.client.socket', onSocket),
  };
}

/** Serves a site for one scan. */
export async function serveAndScan(site: Site, options: ScanSiteOptions = {}): Promise<ScannedSite> {
  const server = await serveSite(site);
  try {
    return await scanSite(server, options);
  } finally {
    await server.close();
  }
}
