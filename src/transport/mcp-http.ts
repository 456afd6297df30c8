import type { H3, H3Event } from 'h3';
import type { Admission, Credentials } from '../auth/admit.ts';
import type { KeyCaller } from '../auth/caller.ts';
import { refusalHeaders } from '../auth/challenge.ts';
import { type Quotas, RateLimitedError } from '../auth/quotas.ts';
import { ServiceError, toServiceError } from '../errors.ts';
import { readBodyText } from '../http-body.ts';
import { noteWindows, windowsOf } from '../request-windows.ts';
import { handle2025 } from './era-2025.ts';
import type { Surface } from './surface.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Clients look for the metadata of exactly the URL they use (RFC 9728 section 3.3). */
const MCP_PATH = '/api/v1/mcp';
const PARSE_ERROR = -32700;
/** JSON-RPC leaves -32000 and below to servers; which refusal it was stands in `data.code`. */
const REFUSED = -32000;

export interface McpHttpParts {
  readonly surface: Surface;
  readonly admission: Admission;
  readonly quotas: Quotas;
  readonly baseUrl: string;
  credentialsOf(event: H3Event): Credentials;
  requestIdOf(event: H3Event): string;
}

/**
 * `POST /api/v1/mcp`: JSON-RPC over Streamable HTTP, stateless, with the same Bearer key as REST. Refusals are JSON-RPC
 * errors and come before the body is read, in this order: key (401, 403), Origin (403), method (405).
 */
export function mountMcp(app: H3, parts: McpHttpParts): void {
  const { admission, quotas, baseUrl, credentialsOf, requestIdOf } = parts;
  const refused = (thrown: unknown, event: H3Event): Response => {
    if (thrown instanceof SyntaxError) return rpcError(400, PARSE_ERROR, 'Parse error: the body is not valid JSON.');
    if (!(thrown instanceof ServiceError)) throw thrown;
    if (thrown instanceof RateLimitedError) noteWindows(event.req, thrown.states);
    return refusal(toServiceError(thrown, requestIdOf(event)), baseUrl);
  };

  app.all(MCP_PATH, async (event) => {
    const { req } = event;
    try {
      const caller = await admission.requireKey(credentialsOf(event));
      const response = await answer(event, caller, parts).catch((thrown: unknown) => refused(thrown, event));
      // A tool call drew on its own budget; whatever else a key is used for draws here.
      if (windowsOf(req).length === 0) noteWindows(req, await quotas.draw(caller, 'other'));
      return response;
    } catch (thrown) {
      return refused(thrown, event);
    }
  });
}

async function answer(event: H3Event, caller: KeyCaller, parts: McpHttpParts): Promise<Response> {
  const { req } = event;
  const { surface, baseUrl, requestIdOf } = parts;
  if (!isOwnOrigin(req.headers.get('origin'), baseUrl)) {
    return rpcError(403, REFUSED, 'Origin: requests from other websites are refused.');
  }
  if (req.method !== 'POST') {
    const error = new ServiceError('method_not_allowed', 'This endpoint is stateless: it answers POST only.');
    return refusal(error, baseUrl, { allow: 'POST' });
  }
  const body: unknown = JSON.parse(await readBodyText(req, MAX_BODY_BYTES));
  // Of all calls of a batch: the longest wait.
  const waits: number[] = [];
  const response = await handle2025(surface, req, body, {
    caller,
    requestId: requestIdOf(event),
    onWindows: (windows) => noteWindows(req, windows),
    onRetryAfter: (seconds) => waits.push(seconds),
  });
  if (waits.length > 0) response.headers.set('retry-after', String(Math.max(...waits)));
  return response;
}

/** A browser page of another site must not be able to use what it can reach here (MCP transports, security warning). */
function isOwnOrigin(origin: string | null, baseUrl: string): boolean {
  return origin === null || origin === baseUrl;
}

function refusal(error: ServiceError, baseUrl: string, headers: Record<string, string> = {}): Response {
  return rpcError(
    error.status,
    REFUSED,
    error.message,
    { ...refusalHeaders(error, baseUrl, MCP_PATH), ...headers },
    { code: error.code },
  );
}

const rpcError = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
  data?: Record<string, unknown>,
): Response =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code, message, ...(data === undefined ? {} : { data }) } },
    { status, headers },
  );
