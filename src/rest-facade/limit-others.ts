import type { ServerMiddleware, ServerRequest } from 'srvx';
import type { Credentials } from '../auth/admit.ts';
import { addressSubject } from '../auth/client-address.ts';
import { type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { rateLimitHeaders } from '../auth/rate-limit-headers.ts';
import { ServiceError } from '../errors.ts';
import { noteWindows, windowsOf } from '../request-windows.ts';
import { errorResponse } from './errors-http.ts';
import { pathOf } from './path-of.ts';

/** Where every response tells its limit. */
const LIMITED = /^\/(?:api|ask|mcp|s|m)(?:\/|$)/;

/**
 * Counts what drew on no budget of its own (refused bodies, unknown paths, documents) under the client's address, and
 * puts the rate-limit headers on every response.
 */
export function createLimitOthers({
  quotas,
  baseUrl,
  credentialsOf,
}: {
  quotas: Quotas;
  baseUrl: string;
  credentialsOf(request: ServerRequest): Credentials;
}): ServerMiddleware {
  return async (request, next) => {
    if (!LIMITED.test(pathOf(request))) return next();
    // Before the answer: a body that is refused in the middle takes the socket, and with it the address, away.
    const { clientAddress } = credentialsOf(request);
    let response = await next();
    if (windowsOf(request).length === 0) {
      const address = addressSubject(clientAddress);
      try {
        noteWindows(request, await quotas.draw({ kind: 'address', address }, 'fair-use'));
      } catch (error) {
        const isAway = error instanceof ServiceError && error.code === 'unavailable';
        if (!isAway && !(error instanceof RateLimitedError)) throw error;
        await response.body?.cancel();
        const refused = errorResponse(error, baseUrl, {}, request);
        for (const name of ['x-request-id', 'x-content-type-options']) {
          refused.headers.set(name, response.headers.get(name) ?? '');
        }
        response = refused;
      }
    }
    for (const [name, value] of Object.entries(rateLimitHeaders(windowsOf(request)))) response.headers.set(name, value);
    return response;
  };
}
