/** Sends single requests over the routes of the scanner, as they are. */

import type { Dispatcher } from 'undici';
import type { PrivateHostPermit } from '../model/http.ts';
import { isPublicAddress } from './address-guard.ts';
import type { RawHeaders, Sending } from './answer.ts';
import { createRoute } from './connector.ts';
import { onAbort } from './deadline.ts';
import type { Resolve, SignRequest } from './fetch-types.ts';
import { isPermitted, mayReachPrivately, shareQuestions } from './resolve-host.ts';

/** The head of an answer, and its body to be read. */
export interface Received {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly body: Dispatcher.ResponseData['body'];
}

interface Sender {
  /** Resolves with the head of the answer, or rejects as soon as the signal aborts. */
  send(sending: Sending, permit: PrivateHostPermit | undefined, signal: AbortSignal): Promise<Received>;
  close(): Promise<void>;
}

/**
 * Requests go out over two routes with connections of their own: one that reaches public addresses, and one for exactly
 * the host and port of a permit.
 */
export function createSender({
  resolve,
  ca,
  sign,
}: {
  resolve: Resolve;
  ca: string | undefined;
  sign: SignRequest;
}): Sender {
  const publicRoute = createRoute({ resolve: shareQuestions((host) => resolve(host)), mayReach: isPublicAddress, ca });
  const resolvePermitted = shareQuestions((host) => resolve(host, true));
  const permittedRoute = createRoute({ resolve: resolvePermitted, mayReach: mayReachPrivately, ca });

  function send(
    { url, method, headers, body }: Sending,
    permit: PrivateHostPermit | undefined,
    signal: AbortSignal,
  ): Promise<Received> {
    const route = isPermitted(url, permit) ? permittedRoute : publicRoute;
    const stopWaiting = route.wait(url.origin);
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { ...headers, ...sign({ method, url: url.href, headers }) },
      body: body ?? null,
      signal,
    };
    // A server may close a kept connection just as the next request leaves. That is no answer, and what changes
    // nothing may be sent again (RFC 9112, section 9.3.1), on a connection of its own.
    const mayRepeat = method === 'GET' || method === 'HEAD';
    return new Promise<Received>((answer, reject) => {
      onAbort(signal, () => reject(signal.reason));
      route.dispatcher
        .request(request)
        .catch((error: unknown) => {
          if (!mayRepeat || signal.aborted || !route.endedKept(error)) throw error;
          return route.fresh.request(request);
        })
        .then(({ statusCode, headers, body }) => answer({ status: statusCode, headers, body }), reject);
    }).finally(stopWaiting);
  }

  return {
    send,
    async close() {
      await Promise.all(
        [publicRoute, permittedRoute].flatMap((way) => [way.dispatcher.destroy(), way.fresh.destroy()]),
      );
    },
  };
}
