import type { FetchFailure, Target } from '../artifacts.ts';
import type { McpRemote } from '../capability-artifacts.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { resourceMetadataIn } from '../parse/challenges.ts';
import { decodeBody } from '../parse/charset.ts';
import { parseForeignJson } from '../parse/foreign-json.ts';
import { isObject } from '../parse/json-ld.ts';

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 8000;
/** Nothing that speaks HTTP is there: a proven state, unlike a time-out. */
const NOTHING_THERE: readonly FetchFailure['code'][] = [
  'connect',
  'reset',
  'protocol',
  'bad_redirect',
  'too_many_redirects',
];

/**
 * Asks an MCP endpoint for its answer to a GET. It accepts JSON only, so that a server does not open a stream that
 * never ends: 400, 401, 405, 406 and the like are what such servers say. 404, 410 and 5xx are no endpoint, unless the
 * body is JSON-RPC (an unknown session or method).
 */
export async function askRemote(client: SiteClient, target: Target, url: string): Promise<McpRemote> {
  if (!url.startsWith('https:') && !target.isPrivateHost) {
    return { url, state: 'not-https', status: undefined, resourceMetadata: undefined };
  }
  const result = await client.probe({
    url,
    headers: { accept: 'application/json' },
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  if (!result.ok) return { url, state: stateOf(result.failure.code), status: undefined, resourceMetadata: undefined };
  const { status, headers } = result.answer;
  const isGone = status === 404 || status === 410 || status >= 500;
  return {
    url,
    state: isGone && !isJsonRpc(result) ? 'dead' : 'answers',
    status,
    resourceMetadata: status === 401 ? resourceMetadataIn(headers['www-authenticate']) : undefined,
  };
}

function stateOf(code: FetchFailure['code']): McpRemote['state'] {
  if (code === 'robots') return 'forbidden-to-us';
  // More than we read, or in a coding that we do not know: somebody answered.
  if (code === 'too_large' || code === 'encoding') return 'answers';
  return NOTHING_THERE.includes(code) ? 'dead' : 'unknown';
}

function isJsonRpc({ answer, body }: Extract<FetchResult, { ok: true }>): boolean {
  const { value } = parseForeignJson(decodeBody(body, answer.headers['content-type']).text, MAX_BYTES);
  return isObject(value) && value.jsonrpc === '2.0';
}
