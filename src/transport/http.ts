import { isLegacyRequest } from '@modelcontextprotocol/server';
import type { H3, H3Event } from 'h3';
import type { Admission, Credentials } from '../auth/admit.ts';
import type { Caller } from '../auth/caller.ts';
import { type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { ServiceError, toServiceError } from '../errors.ts';
import { readBodyText } from '../http/body.ts';
import { refusalHeaders } from '../http/errors.ts';
import type { OwnSite } from '../http/own-site.ts';
import { noteFailureBody, noteWindows, windowsOf } from '../http/request-context.ts';
import type { Cancellations } from './cancellations.ts';
import { RPC, SurfaceError } from './features/call.ts';
import type { Surface } from './features/surface.ts';
import { idOf, initializeIssue, readMessages } from './messages.ts';
import { handle2025 } from './protocol-2025.ts';
import { createHandler2026, type Handler2026 } from './protocol-2026.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Clients that name no revision are of an earlier one (2025-03-26, "Protocol Version Header" of 2025-06-18). */
const FIRST_WITHOUT_BATCHES = '2025-06-18';
const ALLOW = 'POST, OPTIONS';

interface Endpoint {
  readonly path: string;
  readonly needsKey: boolean;
  /** The protected resource that a refusal names; clients look for the metadata of exactly the URL they use (RFC 9728, 3.3). */
  readonly resource: string;
}
/** The second path is for hosts that cannot send a header: tools that need a key explain how to get one. */
const ENDPOINTS: readonly Endpoint[] = [
  { path: '/api/v1/mcp', needsKey: true, resource: '/api/v1/mcp' },
  { path: '/mcp', needsKey: false, resource: '' },
];

/** Paths whose refusals are JSON-RPC errors. */
export const MCP_PATHS: ReadonlySet<string> = new Set(ENDPOINTS.map(({ path }) => path));

interface McpHttpParts {
  readonly surface: Surface;
  readonly admission: Admission;
  readonly quotas: Quotas;
  readonly baseUrl: string;
  readonly ownSite: Pick<OwnSite, 'allowsOrigin'>;
  readonly cancellations: Cancellations;
  credentialsOf(event: H3Event): Credentials;
  requestIdOf(event: H3Event): string;
}

interface McpHttp {
  /** Ends the open streams. */
  close(): Promise<void>;
}

/**
 * `POST /api/v1/mcp` and `POST /mcp`: JSON-RPC over Streamable HTTP, stateless, in both eras of the protocol. Refusals
 * are JSON-RPC errors and come before the body is read, in this order: key (401, 403), Origin (403), method (405).
 * OPTIONS answers Allow before these checks, without the CORS headers that would admit a page of another site.
 */
export function mountMcp(app: H3, parts: McpHttpParts): McpHttp {
  const { surface, admission, quotas, baseUrl, credentialsOf, requestIdOf } = parts;
  const handler2026 = createHandler2026(surface);

  for (const { path, needsKey, resource } of ENDPOINTS) {
    const refused = (thrown: unknown, event: H3Event): Response => {
      if (thrown instanceof SurfaceError) return rpcError(400, { code: thrown.code, message: thrown.message });
      if (!(thrown instanceof ServiceError)) throw thrown;
      if (thrown instanceof RateLimitedError) noteWindows(event.req, thrown.states);
      const headers = thrown.code === 'method_not_allowed' ? { allow: ALLOW } : {};
      return refusal(toServiceError(thrown, requestIdOf(event)), { baseUrl, resource }, headers);
    };

    app.all(path, async (event) => {
      const { req } = event;
      if (req.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow: ALLOW } });
      noteFailureBody(req, refusalBody);
      try {
        const credentials = credentialsOf(event);
        const caller = await (needsKey ? admission.requireKey(credentials) : admission.identify(credentials));
        const response = await answer(event, caller, { ...parts, handler2026 }).catch((thrown: unknown) =>
          refused(thrown, event),
        );
        // A tool call consumed its own rate limit; any other use of a key consumes the `other` limit here.
        if (caller.kind === 'key' && windowsOf(req).length === 0) noteWindows(req, await quotas.draw(caller, 'other'));
        return response;
      } catch (thrown) {
        return refused(thrown, event);
      }
    });
  }
  return { close: () => handler2026.close() };
}

async function answer(
  event: H3Event,
  caller: Caller,
  parts: McpHttpParts & { readonly handler2026: Handler2026 },
): Promise<Response> {
  const { req } = event;
  const { surface, ownSite, handler2026, cancellations, requestIdOf } = parts;
  if (!ownSite.allowsOrigin(req.headers.get('origin'), req.headers.get('host'))) {
    const message = 'Origin: requests from other websites are refused.';
    return rpcError(403, { code: RPC.refused, message, data: { code: 'foreign_origin' } });
  }
  if (req.method !== 'POST') {
    throw new ServiceError('method_not_allowed', 'This endpoint is stateless: it answers POST only.');
  }
  const body = readMessages(await readBodyText(req, MAX_BODY_BYTES), req.headers.get('content-type'));
  const revision = req.headers.get('mcp-protocol-version');
  if (Array.isArray(body) && revision !== null && revision >= FIRST_WITHOUT_BATCHES) {
    const message = `Revision ${FIRST_WITHOUT_BATCHES} removed batches: send each message in a request of its own.`;
    return rpcError(400, { code: RPC.invalidRequest, message });
  }
  // Of all calls of a batch, the longest wait.
  const waits: number[] = [];
  const call = {
    caller,
    requestId: requestIdOf(event),
    onWindows: (windows: Parameters<typeof noteWindows>[1]) => noteWindows(req, windows),
    onRetryAfter: (seconds: number) => waits.push(seconds),
  };
  const isLegacy = await isLegacyRequest(req, body);
  if (isLegacy && !acceptsBothForms(req.headers.get('accept') ?? '')) {
    const message =
      'Accept: expected both application/json and text/event-stream, because MCP requires both in each POST.';
    return rpcError(406, { code: RPC.refused, message, data: { code: 'not_acceptable' } }, idOf(body) ?? null);
  }
  for (const message of isLegacy ? [body].flat() : []) {
    const issue = initializeIssue(message);
    if (issue !== undefined) return rpcError(400, { code: RPC.invalidParams, message: issue }, idOf(message) ?? null);
  }
  const response = isLegacy
    ? await handle2025(surface, req, body, call, cancellations)
    : await handler2026.handle(req, body, call);
  if (waits.length > 0) response.headers.set('retry-after', String(Math.max(...waits)));
  return response;
}

/**
 * The Accept check of the SDK (revisions up to 2025-11-25 require both types), made here because the SDK's refusal has
 * another form.
 */
const acceptsBothForms = (accept: string): boolean =>
  accept.includes('application/json') && accept.includes('text/event-stream');

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A refusal as JSON-RPC, with the message that REST sends. `data.code` names the exact refusal. */
const refusal = (
  error: ServiceError,
  { baseUrl, resource }: { baseUrl: string; resource: string },
  headers: Readonly<Record<string, string>> = {},
): Response =>
  Response.json(refusalBody(error), {
    status: error.status,
    headers: { ...refusalHeaders(error, baseUrl, resource), ...headers },
  });

/** The error body alone, with a null id. */
export const refusalBody = ({ code, message }: ServiceError) =>
  rpcMessage({ code: code === 'internal_error' ? RPC.internalError : RPC.refused, message, data: { code } });

/** @param id of the request; null when it is unknown or no valid id */
const rpcError = (status: number, error: RpcError, id: string | number | null = null): Response =>
  Response.json(rpcMessage(error, id), { status });

const rpcMessage = (error: RpcError, id: string | number | null = null) => ({ jsonrpc: '2.0', id, error });
