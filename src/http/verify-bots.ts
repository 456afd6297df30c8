import type { ServerMiddleware, ServerRequest } from 'srvx';
import type { Credentials } from '../auth/admit.ts';
import type { BotVerdict } from '../auth/bot-signature/profile.ts';
import type { BotVerifier } from '../auth/bot-signature/verifier.ts';
import { addressSubject } from '../auth/caller.ts';
import type { Log } from '../log.ts';
import { pathOf } from './methods.ts';
import { noteVerdict } from './request-context.ts';

const CALLS = /^\/(?:api|ask|mcp)(?:\/|$)/;

/** The calls whose senders are of interest: those that consume a rate limit, the form of the home page among them. */
const isCall = (request: ServerRequest): boolean => {
  const path = pathOf(request);
  return CALLS.test(path) || (path === '/' && request.method === 'POST');
};

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
    // Any reader of an unencrypted request could have sent it.
    if (isHttps && !isSecure) return { state: 'unverified', reason: 'insecure' };
    const { pathname, search } = new URL(request.url);
    return verifier.verify({
      method: request.method,
      // Verified for the public host name, because clients and proxies may send any host.
      url: new URL(pathname + search, baseUrl),
      header: (name) => request.headers.get(name) ?? undefined,
      source: addressSubject(clientAddress),
      readBody: () => wholeBody(request),
    });
  }

  return async (request, next) => {
    if (!request.headers.has('signature-input') || !isCall(request)) return next();
    const verdict = await verdictOf(request);
    noteVerdict(request, verdict);
    const response = await next();
    log.info({ requestId: response.headers.get('x-request-id'), bot: verdict }, 'signed call checked');
    return response;
  };
}

/** The largest body that any endpoint accepts (MCP's): a larger one is refused anyway, so it needs no digest. */
const MAX_BODY_BYTES = 256 * 1024;

/**
 * Reads a copy, so that the handler still has the body. It ends before the server's own cap, which would close the
 * connection before the endpoint can refuse.
 */
async function wholeBody(request: Request): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BODY_BYTES) return undefined;
  const reader = request.clone().body?.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      bytes += part.value.length;
      if (bytes > MAX_BODY_BYTES) {
        // Not awaited: a copy that is given up is closed only when the original is.
        reader?.cancel().catch(() => {});
        return undefined;
      }
      chunks.push(part.value);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(chunks);
}
