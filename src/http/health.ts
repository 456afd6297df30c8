/** What those who run the service ask it: is it alive, can it serve, what does it count. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { H3, H3Event } from 'h3';
import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { Metrics } from './metrics.ts';

export interface Operations {
  readonly store: Pick<Store, 'ping'>;
  readonly metrics: Metrics;
  readonly metricsToken: string | undefined;
  readonly baseUrl: string;
  /** Parts of this process beside the store that have to be there, by name. */
  isReady(): Record<string, boolean>;
}

/**
 * Mounts `GET /healthz` (this process is alive), `GET /readyz` (200 when it can serve, else 503; each part by name) and
 * `GET /metrics`, for the METRICS_TOKEN; without one for everybody while BASE_URL is loopback, and else for nobody.
 */
export function mountOperations(app: H3, { store, metrics, metricsToken, baseUrl, isReady }: Operations): void {
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
  const isLoopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(baseUrl).hostname);
  app.get('/metrics', async (event: H3Event) => {
    if (metricsToken === undefined ? !isLoopback : !isToken(event.req.headers.get('authorization'), metricsToken)) {
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

const digest = (text: string) => createHash('sha256').update(text).digest();
const isToken = (authorization: string | null, token: string) =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
