import type { ServerMiddleware, ServerRequest } from 'srvx';
import type { Credentials } from '../auth/admit.ts';
import { addressSubject } from '../auth/caller.ts';
import { type DrawnWindow, type LocalQuotas, RateLimitedError } from '../auth/quotas.ts';
import { STATUS_OF } from '../errors.ts';
import { errorResponse } from './errors.ts';
import { pathOf } from './methods.ts';
import { noteWindows, windowsOf } from './request-context.ts';

/**
 * The rate-limit headers of a response, from the windows that its call consumed: the contract's X-RateLimit headers for the window that will
 * refuse first, and the fields of draft-ietf-httpapi-ratelimit-headers-11 (RateLimit-Policy names every window). None
 * when no window was consumed.
 */
export function rateLimitHeaders(windows: readonly DrawnWindow[]): Record<string, string> {
  const latest = [...new Map(windows.map((window) => [window.name, window])).values()];
  const [first] = [...latest].sort(
    (a, b) => a.remaining / a.max - b.remaining / b.max || a.remaining - b.remaining || b.resetMs - a.resetMs,
  );
  if (first === undefined) return {};
  const policies = latest.map(({ name, max, windowMs }) => `"${name}";q=${max};w=${windowMs / 1000}`);
  return {
    'x-ratelimit-limit': String(first.max),
    'x-ratelimit-remaining': String(first.remaining),
    'ratelimit-policy': policies.join(', '),
    ratelimit: `"${first.name}";r=${first.remaining};t=${Math.ceil(first.resetMs / 1000)}`,
  };
}

/** The paths whose every response reports its limit. */
const LIMITED = /^\/(?:(?:api|ask|mcp|s|m|feeds|compare|wrong-result)(?:\/|$)|openapi\.json$)/;

const UNAVAILABLE = STATUS_OF.unavailable;

/**
 * Counts requests without a specific limit (refused bodies, unknown paths, documents) by client address. Puts the
 * rate-limit headers on every response.
 */
export function createLimitOthers({
  quotas,
  baseUrl,
  credentialsOf,
}: {
  quotas: LocalQuotas;
  baseUrl: string;
  credentialsOf(request: ServerRequest): Credentials;
}): ServerMiddleware {
  return async (request, next) => {
    if (!LIMITED.test(pathOf(request))) return next();
    // Before the answer: a body that is refused in the middle takes the socket, and with it the address, away.
    const { clientAddress } = credentialsOf(request);
    let response = await next();
    if (windowsOf(request).length === 0) {
      const caller = { kind: 'address', address: addressSubject(clientAddress) } as const;
      // A request that has waited in vain already waits for nothing more.
      const draw = response.status === UNAVAILABLE ? quotas.drawHere : quotas.draw;
      try {
        noteWindows(request, await draw(caller, 'fair-use'));
      } catch (error) {
        if (!(error instanceof RateLimitedError)) throw error;
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
