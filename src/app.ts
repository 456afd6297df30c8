/** The composition root: the only file that knows every folder. */
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Accounts, createAccounts } from './auth/accounts.ts';
import { createAdmission } from './auth/admit.ts';
import { type ApiKeys, createApiKeys } from './auth/api-keys.ts';
import { createIdempotency } from './auth/idempotency.ts';
import { createQuotas } from './auth/quotas.ts';
import { type Config, ConfigError } from './config.ts';
import { createHttpApp, credentialsOf, freePort, listen, requestIdOf } from './http-server.ts';
import type { Log } from './log.ts';
import { mountFacade } from './rest-facade/facade.ts';
import { createScanner } from './scanner/create-scanner.ts';
import type { Resolve } from './scanner/net/fetch-types.ts';
import { shareQuestions, systemResolve } from './scanner/net/resolve-host.ts';
import { parseAllowedPrivateHosts } from './scanner/net/submitted-url.ts';
import { createScanHandlers } from './scans/scan-worker.ts';
import { createScans } from './scans/scans.ts';
import { startSchedule } from './schedule.ts';
import { openStore } from './store/open-store.ts';
import { secretOf } from './store/secret.ts';
import type { Store } from './store/store.ts';
import { createGate } from './tools/gate.ts';
import { TOOLS } from './tools/registry.ts';
import { createTargets } from './tools/targets.ts';
import { mountMcp } from './transport/mcp-http.ts';
import { createSurface } from './transport/surface.ts';
import { VERSION } from './version.ts';
import { mountBotPage } from './web/bot-page.ts';

export interface Books {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly apiKeys: ApiKeys;
}

/**
 * The store with what the command line manages in it; works beside a running server on the same data.
 * @throws ConfigError when there can be no store in the data directory
 */
export async function openBooks({ dataDir }: Pick<Config, 'dataDir'>): Promise<Books> {
  const store = await openStoreIn(dataDir);
  return { store, accounts: createAccounts(store), apiKeys: createApiKeys(store) };
}

export interface Service {
  readonly baseUrl: string;
  readonly books: Books;
  /** Stops listening, hands running scans back to the queue and closes the store. */
  stop(): Promise<void>;
}

/** Parts that tests replace. */
export interface ServiceOptions {
  readonly resolve?: Resolve;
}

/**
 * The whole service in this process: doors, scanning workers and schedule.
 * @throws ConfigError for a setting that turns out to be unusable
 */
export async function startService(
  config: Config,
  log: Log,
  { resolve = systemResolve }: ServiceOptions = {},
): Promise<Service> {
  const allowed = readAllowedHosts(config);
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const books = await openBooks(config);
  const { store, accounts, apiKeys } = books;
  const baseUrl = config.baseUrl ?? `http://localhost:${port}`;

  const scans = createScans(store);
  const scanner = createScanner({
    baseUrl,
    version: VERSION,
    hostConcurrency: config.hostConcurrency,
    threads: Math.max(1, availableParallelism()),
    nonceSecret: await secretOf(store, 'negative-control'),
    resolve: shareQuestions(resolve),
    log,
  });

  const gate = createGate({
    tools: TOOLS,
    quotas: createQuotas(store),
    idempotency: createIdempotency(store),
    services: { scans, targets: createTargets({ allowed, resolve }) },
  });
  const admission = createAdmission({ accounts, apiKeys, requiresTls: baseUrl.startsWith('https:') });
  const app = createHttpApp({ baseUrl, log });
  const door = {
    admission,
    baseUrl,
    credentialsOf: (event: Parameters<typeof credentialsOf>[0]) => credentialsOf(event, config),
    requestIdOf,
  };
  mountFacade(app, { ...door, gate, tools: TOOLS });
  mountMcp(app, {
    ...door,
    surface: createSurface({ gate, tools: TOOLS, version: VERSION, websiteUrl: baseUrl, log }),
  });

  mountBotPage(app, { baseUrl, version: VERSION });
  const server = await listen(app, { host: config.host, port }).catch(async (error: unknown) => {
    await scanner.close();
    await store.close();
    throw error;
  });

  // Last of all: a start that fails must not take a scan with it, which would cost the scan an attempt.
  const workers = await store.jobs.work(createScanHandlers({ scans, runScan: scanner.runScan, log }), {
    concurrency: config.scanConcurrency,
  });
  const tasks = startSchedule({ scans, store, log });

  return {
    baseUrl,
    books,
    async stop() {
      await server.close();
      await tasks.stop();
      await workers.close();
      await scanner.close();
      await store.close();
    },
  };
}

async function openStoreIn(dataDir: string): Promise<Store> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return await openStore({ dataDir });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`DATA_DIR=${JSON.stringify(dataDir)}: expected a folder for the store (${reason})`, {
      cause,
    });
  }
}

function readAllowedHosts({ allowedPrivateHosts }: Config) {
  try {
    return parseAllowedPrivateHosts(allowedPrivateHosts);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`ALLOWED_PRIVATE_HOSTS=${JSON.stringify(allowedPrivateHosts)}: expected ${reason}`);
  }
}
