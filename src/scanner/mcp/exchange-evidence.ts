import type { Evidence } from '../define-check.ts';
import type { McpExchange, McpHandshake } from './artifacts.ts';
import { LEGACY_REVISIONS, MODERN_REVISION } from './revisions.ts';

const SNIPPET_LENGTH = 200;
const ACCEPT = 'application/json, text/event-stream';
const CLIENT = { name: 'curl', version: '1' };

/** What one exchange shows on its own, with the request that shows it again (a plain GET unless given). */
export function exchangeEvidence(
  { finalUrl }: Pick<McpHandshake, 'finalUrl'>,
  exchange: McpExchange,
  request?: Evidence['request'],
): Evidence {
  const asked = { url: finalUrl, ...(request === undefined ? {} : { request }) };
  if (!exchange.answered) return asked;
  const { status, contentType, text } = exchange;
  return { ...asked, status, contentType, ...(text === '' ? {} : { snippet: text.slice(0, SNIPPET_LENGTH) }) };
}

/** The request that decided how the handshake ended. */
export const handshakeRequest = ({
  decisive,
  initialize,
}: Pick<McpHandshake, 'decisive' | 'initialize'>): NonNullable<Evidence['request']> =>
  decisive === initialize
    ? {
        accept: ACCEPT,
        body: rpc('initialize', { protocolVersion: LEGACY_REVISIONS[0], capabilities: {}, clientInfo: CLIENT }),
      }
    : modernRequest('server/discover');

/** A call on its own. A legacy server may want a session for it, so there the handshake is all that can be repeated. */
export const callRequest = (handshake: McpHandshake, method: string): NonNullable<Evidence['request']> =>
  handshake.era === 'legacy' ? handshakeRequest(handshake) : modernRequest(method);

const modernRequest = (method: string): NonNullable<Evidence['request']> => ({
  accept: ACCEPT,
  headers: { 'MCP-Protocol-Version': MODERN_REVISION, 'Mcp-Method': method },
  body: rpc(method, {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': MODERN_REVISION,
      'io.modelcontextprotocol/clientInfo': CLIENT,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  }),
});

const rpc = (method: string, params: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
