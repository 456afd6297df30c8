import { createHmac } from 'node:crypto';
import { defined } from '../../basics/defined.ts';
import type { Log } from '../../log.ts';
import { BOT_TOKEN, botUserAgent } from '../ai-agents.ts';
import { findBrowser } from '../browser/find-browser.ts';
import { PATIENCE } from '../crawl/patience.ts';
import { createRunMcpScan } from '../mcp/grade/run-mcp-scan.ts';
import type { LookAtSite } from '../model/browser.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { RunMcpScan, RunScan, ViewPage } from '../model/scan.ts';
import type { Fetcher, FetchResult, Resolve, SignRequest } from '../net/fetch-types.ts';
import { createFetcher } from '../net/fetcher.ts';
import { createHostThrottle } from '../net/host-throttle.ts';
import type { Permits } from '../permits.ts';
import { type AccessibilityPool, createAccessibilityPool } from '../workers/accessibility-pool.ts';
import { createMcpPool, type McpPool } from '../workers/mcp-pool.ts';
import { createPagePool, type PagePool } from '../workers/page-pool.ts';
import { createLookAtSite } from './look-at-site.ts';
import { createRunScan } from './run-scan.ts';
import { createViewPage } from './view-page.ts';

/** The threads of a scanner. They keep no state of a site, so several scanners may share them. */
export interface Pools {
  readonly pages: PagePool;
  readonly accessibility: AccessibilityPool;
  readonly mcp: McpPool;
  close(): Promise<void>;
}

/** For sessions with MCP servers; the same on any number of cores. */
const MCP_THREADS = 1;

/** Requests that one page takes at most: itself, and those that look for its Markdown. */
const PAGE_REQUESTS = 5;

export interface PoolsOptions {
  readonly onBug: OnCheckBug;
  /** Called with what a page made axe-core throw. */
  readonly onAuditFailure: (thrown: unknown) => void;
  /**
   * For pages; default 1. Hostile pages fill each further thread with up to 200 MB, so a service leaves it at that: large
   * machines run more processes.
   */
  readonly pageThreads?: number | undefined;
  /** The folder of the threads' entries; default the one of this code. */
  readonly entries?: URL;
}

/** No thread starts before its first job. */
export function createPools({ onBug, onAuditFailure, pageThreads = 1, ...options }: PoolsOptions): Pools {
  const pages = createPagePool({ ...options, threads: pageThreads });
  const accessibility = createAccessibilityPool({
    ...options,
    subjectOf: pages.auditSubject,
    onFailure: onAuditFailure,
  });
  const mcp = createMcpPool({ ...options, threads: MCP_THREADS, onBug });
  return {
    pages,
    accessibility,
    mcp,
    async close() {
      await Promise.all([pages.close(), accessibility.close(), mcp.close()]);
    },
  };
}

export interface ScannerOptions {
  /** Where this service is reached: the bot's user agent points there. */
  readonly baseUrl: string;
  readonly version: string;
  /** Requests in flight to one scanned host. */
  readonly hostConcurrency: number;
  /** Least time between the starts of two requests to one host, in milliseconds; default 0. */
  readonly hostGapMs?: number | undefined;
  /** Holds that, and the pauses a host asks for, over all processes that scan. */
  readonly sharedPermits?: Permits | undefined;
  readonly resolve: Resolve;
  /** Signs every request that is sent. */
  readonly sign?: SignRequest;
  /** Makes names no site can know, the same ones for every scan of a host. */
  readonly nonceSecret: string;
  readonly log: Log;
  /** Threads that other scanners use too, which stay open; default separate ones. */
  readonly pools?: Pools | undefined;
  readonly pageThreads?: PoolsOptions['pageThreads'];
  /** The settings BROWSER and BROWSER_SANDBOX; default no browser. */
  readonly browser?: { readonly setting: string; readonly sandbox: boolean };
  /** Hears of every request to a site, once it has ended. */
  readonly onFetch?: ((result: FetchResult) => void) | undefined;
}

export interface Scanner {
  readonly runScan: RunScan;
  readonly runMcpScan: RunMcpScan;
  readonly viewPage: ViewPage;
  readonly lookAtSite: LookAtSite;
  close(): Promise<void>;
}

/** The engine with its network, its manners and its threads: one for a process. */
export function createScanner(options: ScannerOptions): Scanner {
  const { baseUrl, version, hostConcurrency, hostGapMs = 0, sharedPermits, resolve, sign, nonceSecret, log } = options;
  const userAgent = botUserAgent(version, baseUrl);
  const fetcher = observed(createFetcher({ userAgent, resolve, ...defined({ sign }) }), options.onFetch);
  const onBug = (checkId: string, thrown: unknown) =>
    log.error({ checkId, err: thrown }, 'a check or a gatherer threw');
  const onAuditFailure = (thrown: unknown) => log.warn({ err: thrown }, 'axe-core failed on a page');
  const pools = options.pools ?? createPools({ onBug, onAuditFailure, pageThreads: options.pageThreads });
  const throttle = createHostThrottle({ concurrency: hostConcurrency, gapMs: hostGapMs, sharedPermits });
  const runScan = createRunScan({
    fetcher,
    throttle,
    pool: pools.pages,
    accessibility: pools.accessibility,
    userAgent,
    nonceFor: (host) => `legible-probe-${createHmac('sha256', nonceSecret).update(host).digest('hex').slice(0, 16)}`,
    onLedger: ({ totals }) => log.debug({ ...totals }, 'requests of a scan'),
    onBug,
    // The site is not slow where we wait by ourselves.
    patience: { ...PATIENCE, pageMs: PATIENCE.pageMs + PAGE_REQUESTS * hostGapMs },
  });
  const viewPage = createViewPage({
    fetcher,
    throttle,
    pool: pools.pages,
    accessibility: pools.accessibility,
    onBug,
  });
  const { setting, sandbox } = options.browser ?? { setting: 'off', sandbox: true };
  return {
    runScan,
    runMcpScan: createRunMcpScan({
      fetcher,
      throttle,
      clientInfo: { name: BOT_TOKEN, version },
      grade: pools.mcp.grade,
    }),
    viewPage,
    lookAtSite: createLookAtSite({
      ...{ fetcher, throttle, userAgent, viewPage, onBug },
      ...{ place: findBrowser(setting), sandbox },
    }),
    async close() {
      await fetcher.close();
      if (pools !== options.pools) await pools.close();
    },
  };
}

const observed = (fetcher: Fetcher, onFetch: (result: FetchResult) => void = () => undefined): Fetcher => ({
  ...fetcher,
  async fetch(request, options) {
    const result = await fetcher.fetch(request, options);
    onFetch(result);
    return result;
  },
});
