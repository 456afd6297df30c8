/** Health and metrics of a gateway, on a port of their own, so that no path of the site is taken. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Operator {
  /** Counts a request when its answer has ended. */
  watch(response: ServerResponse): void;
  /** Answers /healthz with 503 from now on. */
  drain(): void;
  close(): Promise<void>;
}

export interface OperatorOptions {
  readonly host: string;
  readonly port: number;
  /** Whether the target answers. */
  isTargetUp(): Promise<boolean>;
}

/** In seconds; pages of content systems take from some milliseconds to some seconds. */
const BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Serves /healthz (200, 503 while it drains), /readyz (200 where the target answers, else 503) and /metrics (Prometheus).
 * Labels never hold what a client sent.
 * @throws the Error of a port that is not free
 */
export async function startOperator({ host, port, isTargetUp }: OperatorOptions): Promise<Operator> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'legible_gateway_requests_total',
    help: 'Answered requests by what was answered and the class of the status.',
    labelNames: ['answer', 'status'] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'legible_gateway_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['answer'] as const,
    buckets: BUCKETS,
    registers: [registry],
  });
  let isDraining = false;
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  async function answer({ url, method }: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
      response.end(method === 'HEAD' ? undefined : text);
    };
    if (method !== 'GET' && method !== 'HEAD') return send(405, 'GET and HEAD alone.\n');
    if (url === '/healthz') return isDraining ? send(503, 'draining\n') : send(200, 'ok\n');
    if (url === '/readyz') {
      const isReady = !isDraining && (await isTargetUp());
      return isReady ? send(200, 'ok\n') : send(503, 'the target does not answer\n');
    }
    if (url === '/metrics') return send(200, await registry.metrics(), registry.contentType);
    send(404, 'See /healthz, /readyz and /metrics.\n');
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    watch(response) {
      const startedMs = performance.now();
      response.once('close', () => {
        const kind = kindOf(response);
        const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'broken';
        requests.inc({ answer: kind, status });
        seconds.observe({ answer: kind }, (performance.now() - startedMs) / 1000);
      });
    },
    drain() {
      isDraining = true;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of an answer whose fields went through `writeHead` as a list, Node keeps the bytes of the head alone. */
function kindOf(response: ServerResponse): 'markdown' | 'html' | 'other' {
  // Node documents no way to read them; without the member an answer counts as another.
  const head = '_header' in response && typeof response._header === 'string' ? response._header : '';
  const [, type = ''] = /^content-type: *([^;\r]+)/im.exec(head) ?? [];
  const name = type.trim().toLowerCase();
  return name === 'text/markdown' ? 'markdown' : name === 'text/html' ? 'html' : 'other';
}
