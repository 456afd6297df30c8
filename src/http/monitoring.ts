/** What operators watch: health, readiness and Prometheus metrics. Labels never contain untrusted input. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { H3, H3Event } from 'h3';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { ServerMiddleware, ServerRequest } from 'srvx';
import { ServiceError } from '../errors.ts';
import type { RunScan } from '../scanner/model/scan.ts';
import type { FetchResult } from '../scanner/net/fetch-types.ts';
import type { Jobs, Store } from '../store/store.ts';
import { createInstruments } from './instruments.ts';

export interface Metrics {
  /** Counts every request and how long its answer took to begin. */
  readonly middleware: ServerMiddleware;
  /** The same scan, counted by its outcome, with its pages. */
  watch(runScan: RunScan): RunScan;
  /** Counts one request to a scanned site, by how it ended. */
  noteFetch(result: FetchResult): void;
  /** Counts one call that a limit refused, on any transport. */
  noteRefusal(budget: string): void;
  /** Counts one payment that came into a state. */
  notePayment(state: string): void;
  /** Counts one paid result that was given without a proven transaction. */
  noteUnprovenPayment(reason: string): void;
  /** Text in the exposition format, and its media type. */
  read(): Promise<{ text: string; contentType: string }>;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

interface MetricsSources {
  readonly jobs: Pick<Jobs, 'counts'>;
  /** When the scan that waits longest was started (ms since the epoch); undefined when none waits. */
  oldestWaitingAt(): Promise<number | undefined>;
  /** What serves a path, from a small set of names; default `operations` for every path. */
  transportOf?(path: string): string;
}

export function createMetrics({ jobs, oldestWaitingAt, transportOf = () => 'operations' }: MetricsSources): Metrics {
  const registry = new Registry();
  // Event-loop lag, memory, garbage collection, open handles.
  collectDefaultMetrics({ register: registry });
  const { requests, refusals, scans, pages, running, depth, age, fetches, payments, unproven } =
    createInstruments(registry);

  return {
    noteFetch(result) {
      fetches.inc({ outcome: result.ok ? `${Math.floor(result.answer.status / 100)}xx` : result.failure.code });
    },
    noteRefusal(budget) {
      refusals.inc({ limit: budget });
    },
    notePayment(state) {
      payments.inc({ state });
    },
    noteUnprovenPayment(reason) {
      unproven.inc({ reason });
    },
    async middleware(request, next) {
      const stop = requests.startTimer();
      const path = new URL(request.url).pathname;
      const transport = transportOf(path);
      const method = METHODS.has(request.method) ? request.method : 'other';
      const response = await next();
      stop({ transport, method, status: response.status });
      return response;
    },
    watch: (runScan) => async (request, sink, signal) => {
      running.inc();
      try {
        const counting: typeof sink = {
          ...sink,
          pages(chunk, records) {
            pages.inc(records.length);
            return sink.pages(chunk, records);
          },
        };
        const report = await runScan(request, counting, signal);
        scans.inc({ outcome: report.status });
        return report;
      } catch (error) {
        scans.inc({ outcome: signal?.aborted ? 'handed_back' : 'broken_off' });
        throw error;
      } finally {
        running.dec();
      }
    },
    async read() {
      try {
        for (const [state, count] of Object.entries(await jobs.counts())) depth.set({ state }, count);
        const oldest = await oldestWaitingAt();
        age.set(oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) / 1000);
      } catch {
        // The rest is worth reading while the store is away; a depth of old is not.
        depth.reset();
        age.reset();
      }
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

interface Operations {
  readonly store: Pick<Store, 'ping'>;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  /** Required parts of this process by name, in addition to the store. */
  isReady(): Record<string, boolean>;
}

/**
 * Mounts `GET /healthz` (this process is alive), `GET /readyz` (200 when it can serve, else 503; each part by name) and
 * `GET /metrics`, for the METRICS_TOKEN; without one only for a direct connection from this machine.
 */
export function mountOperations(app: H3, { store, metrics, metricsToken, isReady }: Operations): void {
  app.get('/healthz', () => answer({ status: 'ok' }, 200));
  app.get('/readyz', async () => {
    const isStoreThere = await store.ping().then(
      () => true,
      () => false,
    );
    const parts = { store: isStoreThere, ...isReady() };
    const ready = Object.values(parts).every(Boolean);
    return answer({ status: ready ? 'ready' : 'not_ready', ...parts }, ready ? 200 : 503);
  });
  app.get('/metrics', async (event: H3Event) => {
    const { req } = event;
    if (metricsToken === undefined ? !isLocal(req) : !isToken(req.headers.get('authorization'), metricsToken)) {
      throw new ServiceError('not_found', 'There is nothing at this path.');
    }
    const { text, contentType } = await metrics.read();
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  });
}

const answer = (body: Record<string, unknown>, status: number) =>
  Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', ...(status === 503 && { 'retry-after': '5' }) },
  });

const LOOPBACK_PEER = /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** Any of these shows that a proxy passed the request on. */
const FORWARDING = /^(?:forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|x-forwarded(?:-.*)?)$/;

/**
 * Whether a request comes directly from a program on this machine. Host is checked because a page in a browser can point
 * its own name at 127.0.0.1 (DNS rebinding).
 */
function isLocal({ headers, runtime }: ServerRequest): boolean {
  return (
    LOOPBACK_PEER.test(runtime?.node?.req.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(headers.get('host') ?? '') &&
    ![...headers.keys()].some((name) => FORWARDING.test(name))
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const isToken = (authorization: string | null, token: string) =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

/**
 * While this process stops, its answers end their connections: a client that kept one would send its next request into
 * the moment of closing.
 */
export const closeWhileDraining =
  (isStopping: () => boolean): ServerMiddleware =>
  async (_request, next) => {
    const response = await next();
    if (isStopping()) response.headers.set('connection', 'close');
    return response;
  };
