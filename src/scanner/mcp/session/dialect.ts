import type { McpEra } from '../../model/mcp.ts';
import { LEGACY_REVISIONS, MODERN_REVISION } from './message.ts';

const META = 'io.modelcontextprotocol/';
const ACCEPT = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
/** What a server may have us send back in a header: visible ASCII (specification, session management). */
const SENDABLE = /^[\x21-\x7e]{1,1024}$/;

/** One request as a client of an era would send it. */
export interface Spoken {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Undefined for a notification. */
  readonly sentId: number | undefined;
}

/** How the requests of one session are written. */
export interface Dialect {
  readonly era: McpEra;
  request(id: number, method: string, params?: Readonly<Record<string, unknown>>): Spoken;
  /** The headers a request for `method` has. */
  headers(method: string): Readonly<Record<string, string>>;
}

/** Every request carries version and client, in its headers and in `_meta` (revision 2026-07-28). */
export function modernDialect(clientInfo: ClientInfo): Dialect {
  const headers = (method: string) => ({ ...ACCEPT, 'mcp-protocol-version': MODERN_REVISION, 'mcp-method': method });
  const meta = {
    [`${META}protocolVersion`]: MODERN_REVISION,
    [`${META}clientInfo`]: clientInfo,
    [`${META}clientCapabilities`]: {},
  };
  return {
    era: 'modern',
    headers,
    request: (id, method, params = {}) => spoken(headers(method), id, method, { ...params, _meta: meta }),
  };
}

export const SERVER_INFO_KEY = `${META}serverInfo`;

export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The dialect of a session that `initialize` opened. @param version as the server answered it */
export function legacyDialect(version: string, sessionId: string | undefined): Dialect {
  const common = {
    ...ACCEPT,
    ...(SENDABLE.test(version) ? { 'mcp-protocol-version': version } : {}),
    ...(sessionId !== undefined && SENDABLE.test(sessionId) ? { 'mcp-session-id': sessionId } : {}),
  };
  return {
    era: 'legacy',
    headers: () => common,
    request: (id, method, params = {}) => spoken(common, id, method, params),
  };
}

/** The request that opens a session of the legacy era; it has no headers of the protocol yet. */
export const initializeRequest = (id: number, clientInfo: ClientInfo): Spoken =>
  spoken(ACCEPT, id, 'initialize', { protocolVersion: LEGACY_REVISIONS[0], capabilities: {}, clientInfo });

/** The notification that follows it. */
export const initializedNotification = (dialect: Dialect): Spoken => ({
  headers: dialect.headers('notifications/initialized'),
  body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
  sentId: undefined,
});

const spoken = (headers: Spoken['headers'], id: number, method: string, params: object): Spoken => ({
  headers,
  body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  sentId: id,
});
