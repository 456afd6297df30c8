import type { ServerMiddleware, ServerRequest } from 'srvx';
import type { Credentials } from '../auth/admit.ts';
import type { BotVerdict } from '../auth/bot-signature/profile.ts';
import { noteVerdict } from '../auth/bot-signature/request-verdicts.ts';
import type { BotVerifier } from '../auth/bot-signature/verifier.ts';
import { addressSubject } from '../auth/client-address.ts';
import type { Log } from '../log.ts';
import { pathOf } from './path-of.ts';

/** The calls whose senders are of interest. */
const CALLS = /^\/(?:api|ask|mcp)(?:\/|$)/;

/**
 * Finds out which bot a signed call comes from, and notes and logs it. It refuses nothing: what a signature says never
 * replaces a key, and a wrong one leaves its sender as unknown as none.
 */
export function createVerifyBots({
  verifier,
  baseUrl,
  credentialsOf,
  log,
}: {
  verifier: BotVerifier;
  baseUrl: string;
  credentialsOf(request: ServerRequest): Credentials;
  log: Log;
}): ServerMiddleware {
  const isHttps = baseUrl.startsWith('https:');

  async function verdictOf(request: ServerRequest): Promise<BotVerdict> {
    const { clientAddress, isSecure } = credentialsOf(request);
    // Whoever could read it on the way could have sent it.
    if (isHttps && !isSecure) return { state: 'unverified', reason: 'insecure' };
    const { pathname, search } = new URL(request.url);
    return verifier.verify({
      method: request.method,
      // Under our public name: which host a client or a proxy wrote says nothing.
      url: new URL(pathname + search, baseUrl),
      header: (name) => request.headers.get(name) ?? undefined,
      source: addressSubject(clientAddress),
      readBody: () => wholeBody(request),
    });
  }

  return async (request, next) => {
    if (!request.headers.has('signature-input') || !CALLS.test(pathOf(request))) return next();
    const verdict = await verdictOf(request);
    noteVerdict(request, verdict);
    const response = await next();
    if (verdict.state !== 'none') {
      log.info({ requestId: response.headers.get('x-request-id'), bot: verdict }, 'a call was signed');
    }
    return response;
  };
}

/** A copy, so that the body is there for whoever answers; the server's own cap bounds it. */
async function wholeBody(request: Request): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await request.clone().arrayBuffer());
  } catch {
    return undefined;
  }
}
