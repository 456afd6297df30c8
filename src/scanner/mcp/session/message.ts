import { MAX_DEPTH, type McpEra, type McpExchange, TOO_DEEP } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';

export type Message = Readonly<Record<string, unknown>>;

/**
 * The JSON-RPC messages of a text (a batch has several), cut off below the depth limit; none when it holds no JSON-RPC
 * 2.0.
 */
export function parseMessages(text: string): Message[] {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  cutOff(value);
  return (Array.isArray(value) ? value : [value]).filter(
    (entry): entry is Message => isObject(entry) && entry.jsonrpc === '2.0',
  );
}

/** Texts that should be messages and are none, as far as they are kept of one answer. */
const MAX_STRAYS = 3;
const MAX_STRAY_CHARS = 200;
export function keepStray(strays: string[], text: string): void {
  if (text.trim() !== '' && strays.length < MAX_STRAYS) strays.push(text.slice(0, MAX_STRAY_CHARS));
}

/** Whether a text that holds messages is an array of them. */
export const isBatch = (text: string): boolean => /^\uFEFF?\s*\[/.test(text);

/** The response to a request, else the first that is a response, else the first message. */
export const pickMessage = (messages: readonly Message[], id: number | undefined): Message | undefined =>
  messages.find((message) => isResponseTo(message, id)) ?? messages.find(isResponse) ?? messages[0];

/**
 * How many values a JSON text holds at most (an empty array or object counts twice, keys do not), which is what parsing
 * it costs in memory. Text that is no JSON has some number too.
 */
export function countValues(json: string): number {
  let count = 1;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === COMMA || code === OPEN_ARRAY || code === OPEN_OBJECT) count += 1;
  }
  return count;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;

export const isResponseTo = (message: Message, id: number | undefined): boolean =>
  id !== undefined && message.id === id && isResponse(message);

const isResponse = (message: Message): boolean => 'result' in message || 'error' in message;

/**
 * Puts TOO_DEEP in the place of every array and object that is nested deeper than MAX_DEPTH. JSON.parse takes any depth,
 * but whatever walks or prints its result by recursion does not. Works on the value itself, level by level.
 */
function cutOff(root: unknown): void {
  let level: Container[] = isContainer(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: Container[] = [];
    for (const container of level) {
      for (const key of Array.isArray(container) ? container.keys() : Object.keys(container)) {
        const value = container[key];
        if (!isContainer(value)) continue;
        if (depth >= MAX_DEPTH) container[key] = TOO_DEEP;
        else next.push(value);
      }
    }
    level = next;
  }
}

/** Arrays are written to by their index as objects are by their keys. */
type Container = Record<PropertyKey, unknown>;
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/** The result of a JSON-RPC answer; undefined when it holds none, or one that is no object. */
export function resultIn(exchange: McpExchange): Readonly<Record<string, unknown>> | undefined {
  const result = exchange.answered ? exchange.message?.result : undefined;
  return isObject(result) ? result : undefined;
}

/** The code of a JSON-RPC error; undefined when the answer holds none. */
export function errorCodeIn(exchange: McpExchange): number | undefined {
  const error = exchange.answered ? exchange.message?.error : undefined;
  return isObject(error) && typeof error.code === 'number' ? error.code : undefined;
}

/** Revisions of MCP, newest first. */

/** The stateless revision; a scan asks for it first. */
export const MODERN_REVISION = '2026-07-28';
/** The only revision in which a message may be an array of messages. */
export const BATCH_REVISION = '2025-03-26';
/** Revisions with `initialize`, all of which current clients still speak; a scan offers the first when it falls back. */
export const LEGACY_REVISIONS = ['2025-11-25', '2025-06-18', BATCH_REVISION, '2024-11-05'] as const;
const ALL: readonly string[] = [MODERN_REVISION, ...LEGACY_REVISIONS];

/** A revision that there is; anything else a server may answer is its own text. */
export const isRevision = (version: string): boolean => ALL.includes(version);

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
export const initializeRequest = (
  id: number,
  clientInfo: ClientInfo,
  protocolVersion: string = LEGACY_REVISIONS[0],
): Spoken => spoken(ACCEPT, id, 'initialize', { protocolVersion, capabilities: {}, clientInfo });

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
