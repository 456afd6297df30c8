/** The composition root of the service: the store, the engine and every transport. */

import { setTimeout as delay } from 'node:timers/promises';
import type { FetchDirectory } from '../auth/bot-signature/directory.ts';
import type { ScryptCost } from '../auth/sign-in.ts';
import { VERSION } from '../basics/version.ts';
import { OPERATION_PATHS } from '../http/answer-in-time.ts';
import { mountOtherMethods } from '../http/methods.ts';
import { createMetrics, type Metrics, mountOperations } from '../http/monitoring.ts';
import { createOwnSite } from '../http/own-site.ts';
import { createHttpApp, freePort, listen } from '../http/server.ts';
import type { Log } from '../log.ts';
import { MCP_PATHS } from '../transport/http.ts';
import type { Config } from './config.ts';
import { createDirectoryClient } from './directory-client.ts';
import { createEngine, type Engine, type EngineOptions } from './engine.ts';
import { ASK_PATHS } from './long-calls.ts';
import { createAccess, mountApi } from './mount-api.ts';
import { mountPages } from './mount-pages.ts';
import { openRepositories, type Repositories } from './repositories.ts';
import { createRequestMiddleware } from './request-middleware.ts';
import { startSchedule } from './schedule.ts';

/** What serves a path, as metrics name it. */
export function transportOf(path: string): 'mcp' | 'ask' | 'rest' | 'operations' | 'pages' {
  if (MCP_PATHS.has(path)) return 'mcp';
  if (ASK_PATHS.has(path)) return 'ask';
  if (OPERATION_PATHS.has(path)) return 'operations';
  return path.startsWith('/api/') ? 'rest' : 'pages';
}

export interface Service {
  readonly baseUrl: string;
  readonly repositories: Repositories;
  /** Stops listening, hands running scans back to the queue and closes the store. */
  stop(): Promise<void>;
}

/** Parts that tests replace. */
export interface ServiceOptions extends EngineOptions {
  /** Without workers, others on the same store have to scan. */
  readonly withWorkers?: boolean;
  readonly fetchDirectory?: FetchDirectory;
  readonly passwordCost?: ScryptCost;
}

/**
 * The whole service in this process: transports, scanning workers and schedule.
 * @throws ConfigError for an unusable setting
 */
export async function startService(config: Config, log: Log, options: ServiceOptions = {}): Promise<Service> {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const baseUrl = config.baseUrl ?? `http://localhost:${port}`;
  const ownSite = createOwnSite(baseUrl);
  const senders = { trustedProxies: config.trustedProxies, ownSite };
  if (config.anonymousPrivateScans) {
    log.warn(
      { allowedPrivateHosts: config.allowedPrivateHosts },
      'ANONYMOUS_PRIVATE_SCANS is on: whoever can reach this service may scan ALLOWED_PRIVATE_HOSTS without a key',
    );
  }
  const repositories = await openRepositories(config, options.passwordCost);
  const { store } = repositories;
  const { metrics, engine } = await createWatchedEngine(repositories, config, baseUrl, log, options).catch(
    async (error: unknown) => {
      await store.close();
      throw error;
    },
  );

  const app = createHttpApp({ baseUrl, log });
  const access = createAccess(repositories, { quotas: engine.quotas, baseUrl, senders });
  let state: 'starting' | 'serving' | 'stopping' = 'starting';
  mountOperations(app, {
    store,
    metrics,
    metricsToken: config.metricsToken,
    isReady: () => ({ serving: state === 'serving' }),
  });
  const api = mountApi(app, { config, engine, store, access, ownSite, senders, log });
  const siteFiles = await mountPages(app, { config, engine, repositories, access, openApi: api.openApi });
  mountOtherMethods(app, baseUrl);
  const directories = createDirectoryClient({ baseUrl, version: VERSION, resolve: options.resolve });
  const server = await listen(app, {
    host: config.host,
    port,
    middleware: createRequestMiddleware({
      config,
      engine,
      store,
      baseUrl,
      ownSite,
      senders,
      metrics,
      documents: [...api.documents, ...siteFiles],
      fetchDirectory: options.fetchDirectory ?? directories.fetchDirectory,
      isStopping: () => state === 'stopping',
      log,
    }),
    onUpgrade: api.upgrade,
  }).catch(async (error: unknown) => {
    await directories.close();
    await engine.close();
    await store.close();
    throw error;
  });
  if (options.withWorkers ?? true) await engine.startWorkers();
  state = 'serving';
  const tasks = startSchedule({
    ...engine,
    scanMcp: engine.scanWatchedMcp,
    accounts: repositories.accounts,
    ledger: engine.payments.ledger,
    store,
    log,
  });

  return {
    baseUrl,
    repositories,
    async stop() {
      state = 'stopping';
      await delay(config.drainGraceMs);
      api.closeSockets();
      engine.letGo();
      engine.payments.letGo();
      await api.close();
      await server.close();
      await tasks.stop();
      await directories.close();
      await engine.close();
      await store.close();
    },
  };
}

/** The engine of the service, and the metrics that count what it does. */
async function createWatchedEngine(
  repositories: Repositories,
  config: Config,
  baseUrl: string,
  log: Log,
  options: EngineOptions,
): Promise<{ metrics: Metrics; engine: Engine }> {
  const metrics: Metrics = createMetrics({
    jobs: repositories.store.jobs,
    oldestWaitingAt: () => engine.scans.oldestWaitingAt(),
    transportOf,
  });
  const engine = await createEngine(repositories, config, baseUrl, log, {
    ...options,
    watch: metrics.watch,
    onFetch: metrics.noteFetch,
    onRefusal: metrics.noteRefusal,
    onPayment: metrics.notePayment,
    onUnprovenPayment: metrics.noteUnprovenPayment,
  });
  return { metrics, engine };
}
