/** One process of a census: scans hosts with the settings of this installation, and keeps nothing of a scan but its row. */
import { createLog } from '../log.ts';
import { NO_HOMEPAGE } from '../scanner/ai-agents.ts';
import type { AgentAccess, RunScan, ScanReport, ScanSink } from '../scanner/model/scan.ts';
import { lookUpHost, systemResolve } from '../scanner/net/resolve-host.ts';
import { createCorpus } from '../scans/corpus.ts';
import { scanLimits } from '../scans/scan-limits.ts';
import type { CensusHost } from '../sites/census/list.ts';
import { type CensusRow, failureCode, rowOf } from '../sites/census/row.ts';
import type { HostAddresses } from '../sites/census/run-census.ts';
import type { Config } from './config.ts';
import { openRepositories } from './repositories.ts';
import { openScanner } from './scanner.ts';

export interface CensusScanner {
  /** Rejects only when `signal` was aborted or on a bug. */
  scan(host: CensusHost, signal: AbortSignal): Promise<CensusRow>;
  close(): Promise<void>;
}

export interface CensusSettings {
  /** Pages that are read of each host at most. */
  readonly pageLimit: number;
  /** Version of the rubric that rows name. */
  readonly rubric: string;
}

/** Pages up to which a host has the time of a scan without a key. */
const FEW_PAGES = 25;

/** What one scan of a host may use. */
const limitsOf = (pageLimit: number) =>
  scanLimits({ tier: pageLimit <= FEW_PAGES ? 'anonymous' : 'keyed', pageLimit, createdAt: new Date().toISOString() });

/** What a host may take at most, in milliseconds: a scan by https, and where nothing answers there another by http. */
export const longestHostMs = (pageLimit: number): number => 2 * limitsOf(pageLimit).deadlineMs;

/**
 * Requests to a host keep to its permits over every process on the same store.
 * @throws ConfigError when the store cannot be opened
 */
export async function openCensusScanner(config: Config, settings: CensusSettings): Promise<CensusScanner> {
  const { pageLimit } = settings;
  const { store } = await openRepositories(config);
  const log = createLog('error');
  const { scanner, close } = await openScanner(store, config, config.baseUrl ?? NO_HOMEPAGE, log, {
    resolve: systemResolve,
  });
  return {
    scan: (host, signal) =>
      scanHost(host, settings, (request) => scanner.runScan({ ...request, ...limitsOf(pageLimit) }, NOWHERE, signal)),
    async close() {
      await close();
      await store.close();
    },
  };
}

const NOWHERE: ScanSink = { progress: () => undefined, pages: async () => undefined, latePages: async () => undefined };

type Scan = (request: Omit<Parameters<RunScan>[0], 'deadlineMs'>) => Promise<ScanReport>;

async function scanHost(host: CensusHost, { pageLimit, rubric }: CensusSettings, runScan: Scan): Promise<CensusRow> {
  const { permit, isSchemeAssumed } = host;
  const startedMs = performance.now();
  const scan = async (rootUrl: string) => {
    let access: AgentAccess | undefined;
    const report = await runScan({
      rootUrl,
      pageLimit,
      ...(permit === undefined ? {} : { permit }),
      onAccess: (found) => {
        access = found;
      },
    });
    return { report, access, url: rootUrl };
  };
  let found = await scan(host.url);
  const code = failureCode(found.report);
  if (isSchemeAssumed && (code === 'connect' || code === 'tls')) {
    const byHttp = await scan(host.url.replace(/^https:/, 'http:'));
    if (byHttp.access !== undefined) found = byHttp;
  }
  return rowOf(
    { host: host.host, url: found.url },
    { ...found, rubric, endedAt: new Date().toISOString(), ms: performance.now() - startedMs },
  );
}

const LOOKUP_MS = 5_000;

/** What the name of a host leads to. A name that DNS did not answer for in time is left to the scan. */
export async function lookUpCensusHost({ url, permit }: CensusHost): Promise<HostAddresses> {
  const { is, addresses } = await lookUpHost(new URL(url), { permit, timeoutMs: LOOKUP_MS });
  if (is === 'unresolvable') return { problem: 'The host name does not exist in DNS.' };
  if (is === 'private') return { problem: 'The host resolves to an address that is not public.' };
  return { addresses };
}

export interface CensusPercentiles {
  /** Enters the score of a host where it is one to measure other sites by. */
  enter(row: CensusRow): Promise<void>;
  close(): Promise<void>;
}

/** The percentiles that the server of this installation quotes. @throws ConfigError when the store cannot be opened */
export async function openCensusPercentiles(config: Config, rubric: string): Promise<CensusPercentiles> {
  const { store } = await openRepositories(config);
  const corpus = createCorpus(store);
  return {
    async enter({ score, host, final_host, enters_percentiles, rubric: scoredBy }) {
      if (score !== null && enters_percentiles && scoredBy === rubric) await corpus.enter(final_host ?? host, score);
    },
    close: () => store.close(),
  };
}
