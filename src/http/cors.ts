import type { ServerMiddleware } from 'srvx';
import { STATUS_OF } from '../errors.ts';
import { pathOf } from './methods.ts';

/** Headers that scripts of other origins may read in addition to the body. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'Idempotency-Key',
  'Idempotency-Replayed',
  'X-Request-Id',
  'ETag',
  'Location',
  'Content-Digest',
  'Signature',
  'Signature-Input',
].join(', ');
const ACCEPTED = [
  // Stock x402 clients send it with their requests, where it means nothing.
  'Access-Control-Expose-Headers',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Last-Event-ID',
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
].join(', ');
const PREFLIGHT_KEPT_SECONDS = '86400';

/**
 * Lets scripts of any origin use the public paths (Fetch standard, CORS protocol), never with credentials. Other paths,
 * those for keys and the MCP endpoints among them, get no such header, so browsers keep other websites away from them.
 */
export function createCors(isPublic: (pathname: string) => boolean): ServerMiddleware {
  return async (request, next) => {
    if (!isPublic(pathOf(request))) return next();
    const response = await next();
    // The host names another service, so scripts get no CORS headers.
    if (response.status === STATUS_OF.wrong_host) return response;
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', EXPOSED);
    if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
      const methods = response.headers.get('allow');
      if (methods !== null) response.headers.set('access-control-allow-methods', methods);
      response.headers.set('access-control-allow-headers', ACCEPTED);
      response.headers.set('access-control-max-age', PREFLIGHT_KEPT_SECONDS);
    }
    return response;
  };
}
