/** Which header fields a proxy passes on (RFC 9110, section 7.6.1), and which it writes itself. */

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
  const named = new Set<string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (rawHeaders[at + 1] ?? '').toLowerCase().split(',')) named.add(name.trim());
  }
  return rawHeaders.filter((_, at) => {
    const name = (rawHeaders[at - (at % 2)] ?? '').toLowerCase();
    return !HOP_BY_HOP.has(name) && (!named.has(name) || NEVER_DROPPED.has(name));
  });
}

/** Those of other names, in lower case. */
export const withoutFields = (rawHeaders: readonly string[], names: readonly string[]): string[] =>
  rawHeaders.filter((_, at) => !names.includes((rawHeaders[at - (at % 2)] ?? '').toLowerCase()));

/**
 * The fields of an interim answer or a trailer that may be passed on: none that frames or routes a message, or decides
 * about privacy (RFC 9110, section 6.5.1).
 */
export const addedLater = (raw: readonly string[]): string[] =>
  withoutFields(endToEnd(raw), ['trailer', 'content-encoding', 'content-type', 'content-range', ...NEVER_DROPPED]);

/** A flat list of names and values as pairs. */
export const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));

/** A flat list of names and values as the lines of a message; Node has checked that none holds a line break. */
export const fieldLines = (raw: readonly string[]): string =>
  pairs(raw)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

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
  const valuesOf = (wanted: string): string[] =>
    fields.flatMap((name, at) => (at % 2 === 0 && name.toLowerCase() === wanted ? (fields[at + 1] ?? '') : []));
  const own: [name: string, value: string][] = [
    ['X-Forwarded-For', [...(isTrusted ? valuesOf('x-forwarded-for') : []), client.address].join(', ')],
    ['X-Forwarded-Proto', (isTrusted ? valuesOf('x-forwarded-proto')[0] : undefined) ?? client.scheme],
    ['X-Forwarded-Host', (isTrusted ? valuesOf('x-forwarded-host')[0] : undefined) ?? client.host],
  ];
  const written = new Set(own.map(([name]) => name.toLowerCase()));
  const kept = fields.filter((_, at) => {
    const name = (fields[at - (at % 2)] ?? '').toLowerCase();
    return !written.has(name) && !isForgedForwarding(name) && (isTrusted || !isForwarding(name));
  });
  return [...kept, ...own.flat()];
}
