/** What those who run the service ask it: is it alive, can it serve, what does it count. */

import { createHash, timingSafeEqual } from 'node:crypto';
import type { H3, H3Event } from 'h3';
import type { ServerMiddleware, ServerRequest } from 'srvx';
import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

export interface Operations {
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
