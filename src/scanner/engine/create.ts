import { createHmac } from 'node:crypto';
import type { Log } from '../../log.ts';
import { BOT_TOKEN, botUserAgent } from '../ai-agents.ts';
import { createRunMcpScan } from '../mcp/grade/run-mcp-scan.ts';
import type { RunMcpScan } from '../model/mcp-scan.ts';
import type { RunScan } from '../model/scan.ts';
import type { Fetcher, FetchResult, Resolve, SignRequest } from '../net/fetch-types.ts';
import { createFetcher } from '../net/fetcher.ts';
import { createHostThrottle } from '../net/host-throttle.ts';
import type { SharedTurns } from '../net/shared-permits.ts';
import { createAccessibilityPool } from '../workers/accessibility-pool.ts';
import { createMcpPool } from '../workers/mcp-pool.ts';
import { createPagePool } from '../workers/page-pool.ts';
import { createRunScan } from './run-scan.ts';

/**
 * Of a process, whatever its cores: hostile pages fill each further thread with up to 200 MB. Large machines run more
 * processes.
 */
export const PAGE_THREADS = 1;

export interface ScannerOptions {
  /** Where this service is reached: the bot's user agent points there. */
  readonly baseUrl: string;
  readonly version: string;
  /** Requests in flight to one scanned host. */
  readonly hostConcurrency: number;
  /** Holds that, and the pauses a host asks for, over all processes that scan. */
  readonly sharedTurns?: SharedTurns | undefined;
  /** Worker threads that parse pages. */
  readonly threads: number;
  readonly resolve: Resolve;
  /** Signs every request that is sent. */
  readonly sign?: SignRequest;
  /** Makes names no site can know, the same ones for every scan of a host. */
  readonly nonceSecret: string;
  readonly log: Log;
  /** Hears of every request to a site, once it has ended. */
  readonly onFetch?: ((result: FetchResult) => void) | undefined;
}

export interface Scanner {
  readonly runScan: RunScan;
  readonly runMcpScan: RunMcpScan;
  close(): Promise<void>;
}

/** The engine with its network, its manners and its threads: one for a process. */
export function createScanner(options: ScannerOptions): Scanner {
  const { baseUrl, version, hostConcurrency, sharedTurns, threads, resolve, sign, nonceSecret, log, onFetch } = options;
  const userAgent = botUserAgent(version, baseUrl);
  const fetcher = heard(createFetcher({ userAgent, resolve, ...(sign === undefined ? {} : { sign }) }), onFetch);
  const pool = createPagePool({ threads });
  const accessibility = createAccessibilityPool({
    onFailure: (thrown) => log.warn({ err: thrown }, 'axe-core failed on a page'),
  });
  const onBug = (checkId: string, thrown: unknown) =>
    log.error({ checkId, err: thrown }, 'a check or a gatherer threw');
  const mcpPool = createMcpPool({ threads, onBug });
  const throttle = createHostThrottle({ concurrency: hostConcurrency, sharedTurns });
  const runScan = createRunScan({
    fetcher,
    throttle,
    pool,
    accessibility,
    userAgent,
    nonceFor: (host) => `legible-probe-${createHmac('sha256', nonceSecret).update(host).digest('hex').slice(0, 16)}`,
    onLedger: ({ totals }) => log.debug({ ...totals }, 'what a scan asked of the network'),
    onBug,
  });
  return {
    runScan,
    runMcpScan: createRunMcpScan({
      fetcher,
      throttle,
      clientInfo: { name: BOT_TOKEN, version },
      grade: mcpPool.grade,
    }),
    async close() {
      await fetcher.close();
      await Promise.all([pool.close(), accessibility.close(), mcpPool.close()]);
    },
  };
}

const heard = (fetcher: Fetcher, onFetch: (result: FetchResult) => void = () => undefined): Fetcher => ({
  ...fetcher,
  async fetch(request, options) {
    const result = await fetcher.fetch(request, options);
    onFetch(result);
    return result;
  },
});
