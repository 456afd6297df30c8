/** A process that only scans, or only lets browsers look at pages of scans, next to others on the same store. */

import { createMetrics, type Metrics, mountOperations } from '../http/monitoring.ts';
import { createHttpApp, freePort, type HttpServer, listen } from '../http/server.ts';
import type { Log } from '../log.ts';
import type { Config } from './config.ts';
import { createEngine } from './engine.ts';
import type { WorkerRole } from './job-workers.ts';
import { openRepositories, type Repositories } from './repositories.ts';

export interface WorkerProcess {
  readonly baseUrl: string;
  readonly repositories: Repositories;
  /** Hands running scans back to the queue and closes the store. */
  stop(): Promise<void>;
}

/** @throws ConfigError for a setting that turns out to be unusable, and for a browser worker without a browser */
export async function startWorkerProcess(config: Config, log: Log, role: WorkerRole): Promise<WorkerProcess> {
  const baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const repositories = await openRepositories(config);
  const { store } = repositories;
  const closing: (() => Promise<void>)[] = [() => store.close()];
  let isScanning = false;
  const stop = async () => {
    isScanning = false;
    for (const close of closing.reverse()) await close();
  };
  try {
    const metrics: Metrics = createMetrics({ jobs: store.jobs, oldestWaitingAt: () => engine.scans.oldestWaitingAt() });
    const watching = { watch: metrics.watch, onFetch: metrics.noteFetch };
    const engine = await createEngine(repositories, config, baseUrl, log, watching);
    closing.push(() => engine.close());
    if (config.workerPort !== undefined) {
      const server = await listenForOperators(config, config.workerPort, log, repositories, metrics, () => isScanning);
      closing.push(() => server.close());
    }
    await engine.startWorkers(role);
    isScanning = true;
    return { baseUrl, repositories, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listenForOperators(
  { host, metricsToken }: Config,
  wished: number,
  log: Log,
  { store }: Repositories,
  metrics: Metrics,
  isScanning: () => boolean,
): Promise<HttpServer> {
  const port = wished === 0 ? await freePort(host) : wished;
  const baseUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const app = createHttpApp({ baseUrl, log });
  mountOperations(app, { store, metrics, metricsToken, isReady: () => ({ workers: isScanning() }) });
  const server = await listen(app, { host, port, middleware: [metrics.middleware] });
  log.info({ url: baseUrl }, 'answering operators');
  return server;
}
