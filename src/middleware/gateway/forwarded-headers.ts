/** Which header fields a proxy passes on (RFC 9110, section 7.6.1), and which it writes itself. */
import { fieldsWhere, valuesOf, withoutFields } from '../raw-fields.ts';

/**
 * They speak of one connection. Proxy-Authorization is for this proxy; Expect is answered by Node's server; Proxy is none
 * of HTTP, but programs of CGI take it for the proxy that they are to use.
 */
const HOP_BY_HOP = new Set([
  'connection',
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Without them a message would be framed or routed otherwise than it was: no list may name them as of one connection. */
const NEVER_DROPPED = new Set([
  'content-length',
  'host',
  'cookie',
  'set-cookie',
  'authorization',
  'cache-control',
  'vary',
]);

/** A flat list of names and values, as they came, without those of one connection. */
export function endToEnd(rawHeaders: readonly string[]): string[] {
  const named = namedByConnection(rawHeaders);
  return fieldsWhere(rawHeaders, (name) => !HOP_BY_HOP.has(name) && (!named.has(name) || NEVER_DROPPED.has(name)));
}

const NONE: ReadonlySet<string> = new Set();

function namedByConnection(rawHeaders: readonly string[]): ReadonlySet<string> {
  const values = valuesOf(rawHeaders, 'connection').filter((value) => value !== 'keep-alive' && value !== 'close');
  if (values.length === 0) return NONE;
  return new Set(values.flatMap((value) => value.toLowerCase().split(',')).map((name) => name.trim()));
}

/**
 * The fields of an interim answer or a trailer that may be passed on: none that frames or routes a message, or decides
 * about privacy (RFC 9110, section 6.5.1).
 */
export const addedLater = (raw: readonly string[]): string[] => withoutFields(endToEnd(raw), NEVER_LATER);

const NEVER_LATER = new Set(['trailer', 'content-encoding', 'content-type', 'content-range', ...NEVER_DROPPED]);

export interface ClientOfProxy {
  readonly address: string;
  readonly scheme: 'http' | 'https';
  readonly host: string;
}

/** What servers believe of a client: only a proxy may write it. @param name in lower case, with `-` for each `_` */
const isForwarding = (name: string): boolean =>
  name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'x-real-ip';

/** Programs of CGI and the like read both as one name, and no proxy writes the latter. */
const isForgedForwarding = (name: string): boolean => name.includes('_') && isForwarding(name.replaceAll('_', '-'));

/**
 * The fields with what the proxy says of the client. Of a client that is no trusted proxy, its own words about that are
 * dropped; those of a trusted one stay, with its address behind them.
 */
export function withForwarding(fields: readonly string[], client: ClientOfProxy, isTrusted: boolean): string[] {
  const believed = (name: string): string[] => (isTrusted ? valuesOf(fields, name) : []);
  const kept = fieldsWhere(
    fields,
    (name) => !WRITTEN.has(name) && !isForgedForwarding(name) && (isTrusted || !isForwarding(name)),
  );
  kept.push('X-Forwarded-For', [...believed('x-forwarded-for'), client.address].join(', '));
  kept.push('X-Forwarded-Proto', believed('x-forwarded-proto')[0] ?? client.scheme);
  kept.push('X-Forwarded-Host', believed('x-forwarded-host')[0] ?? client.host);
  return kept;
}

const WRITTEN = new Set(['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']);
