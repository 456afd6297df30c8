/** What every way of running the product shares: the tools behind their gate, paid scans, and workers that scan. */
import type { BotKeys } from '../auth/bot-signature/keys.ts';
import { createIdempotency } from '../auth/idempotency.ts';
import { createQuotas, type LocalQuotas } from '../auth/quotas.ts';
import { defined } from '../basics/defined.ts';
import { createLibrary, type Library, lazyLibrary } from '../library/answer.ts';
import type { Log } from '../log.ts';
import type { FacilitatorClient } from '../payments/facilitator.ts';
import type { Unproven } from '../payments/ledger.ts';
import type { ScannerOptions } from '../scanner/engine/create.ts';
import type { RunMcpScan, RunScan } from '../scanner/model/scan.ts';
import type { FetchResult, Resolve } from '../scanner/net/fetch-types.ts';
import { systemResolve } from '../scanner/net/resolve-host.ts';
import { createBrowserPresence } from '../scans/browser-worker.ts';
import { createLogReports, type LogReports } from '../scans/log-reports.ts';
import { createMcpScans, type McpScans } from '../scans/mcp-scans.ts';
import { createResultReports, type ResultReports } from '../scans/result-reports.ts';
import { createScanWaits } from '../scans/scan-waits.ts';
import { createScans, type Scans } from '../scans/scans.ts';
import { createSharedScans } from '../scans/shared-scans.ts';
import type { McpRun } from '../scans/watches/mcp-runs.ts';
import { createWatches, type Watch, type Watches } from '../scans/watches/watches.ts';
import { createBatches } from '../sites/batches.ts';
import { createSites, type Sites } from '../sites/sites.ts';
import { allArticles } from '../tools/check-articles.ts';
import type { Targets } from '../tools/define-tool.ts';
import { createGate, type Gate } from '../tools/gate.ts';
import { boundMcpScans } from '../tools/mcp-scan-bounds.ts';
import { readReport } from '../tools/read-report.ts';
import { readScreen } from '../tools/read-screen.ts';
import { PAID_TOOLS, TOOLS } from '../tools/registry.ts';
import { createTargets } from '../tools/targets.ts';
import { createWatchedMcpScan } from '../tools/watched-mcp.ts';
import { type Config, readAllowedHosts } from './config.ts';
import { createWorkers, type WorkerRole } from './job-workers.ts';
import { openPayments, type Payments } from './open-payments.ts';
import type { Repositories } from './repositories.ts';
import { openScanner } from './scanner.ts';

export interface Engine {
  readonly gate: Gate;
  readonly quotas: LocalQuotas;
  readonly library: Library;
  readonly scans: Scans;
  readonly mcpScans: McpScans;
  readonly resultReports: ResultReports;
  readonly logReports: LogReports;
  readonly sites: Sites;
  readonly watches: Watches;
  /** One run of a watched MCP server. */
  readonly scanWatchedMcp: (watch: Watch) => Promise<McpRun>;
  readonly targets: Targets;
  readonly payments: Payments;
  /** The key that signs the requests of scans. */
  readonly botKeys: BotKeys;
  /**
   * Begins to take scans from the queue, and browser passes where this process has a browser. Apart from the rest, so that
   * a start that fails costs no scan an attempt.
   * @param role `browser` for browser passes alone
   * @throws ConfigError for that role where there is no browser
   */
  startWorkers(role?: WorkerRole): Promise<void>;
  /** Answers the calls that wait for a scan. */
  letGo(): void;
  /** Hands running scans back to the queue. The store stays open. */
  close(): Promise<void>;
}

/** Parts that tests replace. */
export interface EngineOptions {
  readonly resolve?: Resolve;
  /** Threads that several services of one process share. */
  readonly pools?: ScannerOptions['pools'];
  readonly pageThreads?: ScannerOptions['pageThreads'];
  /** What the scans of the workers go through, to be counted. */
  readonly watch?: (runScan: RunScan) => RunScan;
  /** What scans of MCP servers go through. */
  readonly watchMcp?: (runMcpScan: RunMcpScan) => RunMcpScan;
  /** Called for every request to a scanned site. */
  readonly onFetch?: (result: FetchResult) => void;
  /** Least time between the starts of two requests to one host, in milliseconds. */
  readonly hostGapMs?: number | undefined;
  /** Called for every call that a limit refused. */
  readonly onRefusal?: (budget: string) => void;
  /** In place of the facilitator over HTTP. */
  readonly facilitator?: FacilitatorClient;
  /** Called for every state that a payment comes into in this process. */
  readonly onPayment?: (state: string) => void;
  /** Called for every paid result that was given without a proven transaction. */
  readonly onUnprovenPayment?: (reason: Unproven) => void;
}

/** @throws ConfigError for a setting that turns out to be unusable */
export async function createEngine(
  { store, accounts }: Repositories,
  config: Config,
  baseUrl: string,
  log: Log,
  {
    resolve = systemResolve,
    pools,
    pageThreads,
    watch = (runScan) => runScan,
    watchMcp = (runMcpScan) => runMcpScan,
    onFetch,
    hostGapMs,
    onRefusal,
    facilitator,
    onPayment,
    onUnprovenPayment,
  }: EngineOptions = {},
): Promise<Engine> {
  const allowed = readAllowedHosts(config);
  const sites = createSites(store);
  const scans = createScans(store, Date.now, sites.observer);
  const batches = createBatches({ store, scans });
  const mcpScans = createMcpScans(store);
  const resultReports = createResultReports(store);
  const watches = createWatches(store);
  const logReports = createLogReports(store);
  // Workers and scans of the command line never ask for it; the service does at its start.
  const library = lazyLibrary(() => createLibrary(allArticles(), baseUrl));
  const { scanner, botKeys, ...scanning } = await openScanner(store, config, baseUrl, log, {
    ...{ resolve, pools, pageThreads, onFetch, hostGapMs },
  });
  const quotas = createQuotas(store, { ...config, ...defined({ onRefusal }) });
  const targets = createTargets({ allowed, anonymousPrivateScans: config.anonymousPrivateScans, resolve });
  const payments = openPayments({
    config,
    baseUrl,
    store,
    scans,
    log,
    client: facilitator,
    onState: onPayment,
    onUnproven: onUnprovenPayment,
  });
  const scanWaits = createScanWaits({ scans, channel: store.channel });
  const presence = createBrowserPresence(store);
  const gate = createGate({
    tools: [...TOOLS, ...PAID_TOOLS, readReport, readScreen],
    quotas,
    idempotency: createIdempotency(store),
    targets,
    services: {
      library,
      scans,
      sharedScans: createSharedScans(scans, store),
      mcpScans,
      resultReports,
      logReports,
      watches,
      sites,
      batches,
      runMcpScan: boundMcpScans(watchMcp(scanner.runMcpScan), log),
      checkout: payments.checkout,
      scanWaits,
      viewPage: scanner.viewPage,
      browsers: presence,
    },
  });
  const workers = createWorkers({
    ...{ store, config, scans, batches, sites, watches, accounts, quotas, allowed, log, presence },
    accept: targets.accept,
    runScan: watch(scanner.runScan),
    lookAtSite: scanner.lookAtSite,
  });
  return {
    gate,
    quotas,
    library,
    scans,
    mcpScans,
    resultReports,
    logReports,
    sites,
    watches,
    scanWatchedMcp: createWatchedMcpScan({ runMcpScan: watchMcp(scanner.runMcpScan), mcpScans }),
    targets,
    payments,
    botKeys,
    startWorkers: (role = 'all') => workers.start(role),
    letGo: () => scanWaits.close(),
    async close() {
      scanWaits.close();
      await workers.close();
      await scanning.close();
      await payments.close();
    },
  };
}
