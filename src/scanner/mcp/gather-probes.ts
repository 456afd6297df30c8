import type { McpExchange, McpProbes } from './artifacts.ts';
import { type Dialect, legacyDialect, type Spoken } from './dialect.ts';
import type { Wire } from './wire.ts';

/** No server can mean to allow an origin under a name that cannot exist (RFC 2606). */
const FOREIGN_ORIGIN = 'https://foreign-origin.invalid';
const UNKNOWN_METHOD = 'x-legible/unknown';
const CUT_OFF = '{"jsonrpc":"2.0","id":';

/** Sends what no client would send. @param handshake the request that opened the session */
export async function gatherProbes(
  wire: Wire,
  dialect: Dialect,
  { nextId, handshake }: { nextId(): number; handshake(id: number): Spoken },
): Promise<Omit<McpProbes, 'notification'>> {
  const unknownMethod = await wire.post(dialect.request(nextId(), UNKNOWN_METHOD));
  const headers = dialect.headers('tools/list');
  const malformed = await wire.post({ headers, body: CUT_OFF, sentId: undefined });
  const get = await wire.get(headers, 'head');
  const greeting = handshake(nextId());
  const foreignOrigin = await wire.post({ ...greeting, headers: { ...greeting.headers, origin: FOREIGN_ORIGIN } });
  return { unknownMethod, malformed, get, foreignOrigin };
}

/** Ends every session that the exchanges opened. */
export async function leave(wire: Wire, version: string, exchanges: readonly McpExchange[]): Promise<void> {
  const ids = exchanges.map((exchange) => (exchange.answered ? exchange.headers['mcp-session-id'] : undefined));
  for (const id of new Set(ids.filter((value) => value !== undefined))) {
    await wire.remove(legacyDialect(version, id).headers(''));
  }
}
