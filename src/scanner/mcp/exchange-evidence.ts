import type { Evidence } from '../define-check.ts';
import type { McpExchange, McpHandshake } from './artifacts.ts';
import { initializeRequest, modernDialect, type Spoken } from './dialect.ts';

type Request = NonNullable<Evidence['request']>;

const SNIPPET_LENGTH = 200;
const CLIENT = { name: 'curl', version: '1' };

/** What one exchange shows on its own, with the request that shows it again (a plain GET unless given). */
export function exchangeEvidence(
  { finalUrl }: Pick<McpHandshake, 'finalUrl'>,
  exchange: McpExchange,
  request?: Request,
): Evidence {
  const asked = { url: finalUrl, ...(request === undefined ? {} : { request }) };
  if (!exchange.answered) return asked;
  const { status, contentType, text } = exchange;
  return { ...asked, status, contentType, ...(text === '' ? {} : { snippet: text.slice(0, SNIPPET_LENGTH) }) };
}

/** The request that decided how the handshake ended. */
export const handshakeRequest = ({ decisive, initialize }: Pick<McpHandshake, 'decisive' | 'initialize'>): Request =>
  decisive === initialize ? requestOf(initializeRequest(1, CLIENT)) : modernRequest('server/discover');

/** A call on its own. A legacy server may want a session for it, so there the handshake is all that can be repeated. */
export const callRequest = (handshake: McpHandshake, method: string): Request =>
  handshake.era === 'legacy' ? handshakeRequest(handshake) : modernRequest(method);

const modernRequest = (method: string): Request => requestOf(modernDialect(CLIENT).request(1, method));

/** The repro line itself says that a body is JSON. */
function requestOf({ headers, body }: Spoken): Request {
  const { accept, 'content-type': _, ...others } = headers;
  return { ...(accept === undefined ? {} : { accept }), headers: others, body };
}
