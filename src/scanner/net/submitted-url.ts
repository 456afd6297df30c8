import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../basics/parse-url.ts';
import type { PrivateHostPermit } from '../model/http.ts';
import { hostOf, isHttp, namedUrl, portOf, tidyUrl } from '../parse/url/normalise-url.ts';
import { isLinkLocalOrMetadata, isPublicAddress } from './address-guard.ts';

const MAX_LENGTH = 2000;

/** A submitted URL as it is normalised, whether or not it may be scanned; undefined for text that is no URL. */
export function normalisedRoot(text: string): string | undefined {
  const given = parseUrl(text);
  return given === undefined ? undefined : namedUrl(given);
}

/** Names that never mean a public site: RFC 6761, RFC 6762, RFC 8375 and ICANN's reserved .internal. */
const PRIVATE_SUFFIXES = ['localhost', 'local', 'internal', 'home.arpa'];

/** The same words whether or not a host is listed: a refusal does not reveal the list. */
export const PRIVATE_SCANS =
  'A private host can be scanned with an API key, after sign-in or over stdio, once the environment variable ALLOWED_PRIVATE_HOSTS of the server lists it.';

/** One entry of ALLOWED_PRIVATE_HOSTS. `port` undefined allows any port; a CIDR covers address literals only. */
export type AllowedPrivateHost =
  | { readonly host: string; readonly port: number | undefined }
  | { readonly cidr: string };

export type SubmittedUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly code: 'invalid_url' | 'blocked_address'; readonly message: string };

/**
 * Parses and normalises a URL submitted for a scan (WHATWG, without fragment and without a dot after the host). It
 * checks the text alone: checkHost, and the connector at every connection, check the addresses. `field` is the field's
 * name in messages.
 */
export function parseSubmittedUrl(
  text: string,
  { field = 'url', allowed = [] }: { field?: string; allowed?: readonly AllowedPrivateHost[] } = {},
): SubmittedUrl {
  const invalid = (remedy: string): SubmittedUrl => ({
    ok: false,
    code: 'invalid_url',
    message: `${field} must ${remedy}.`,
  });

  if (text.length > MAX_LENGTH) return invalid(`be at most ${MAX_LENGTH} characters long`);
  const given = parseUrl(text);
  if (given === undefined) return invalid('be an absolute URL such as https://example.com/docs');
  if (!isHttp(given)) return invalid('start with http:// or https://');
  if (given.username !== '' || given.password !== '') return invalid('not carry a user name or a password');
  if (given.hostname.startsWith('.') || given.hostname.includes('..'))
    return invalid('name a host without empty labels');

  const url = new URL(namedUrl(given));
  if (url.href.length > MAX_LENGTH) {
    return invalid(`be at most ${MAX_LENGTH} characters long once its special characters are percent-encoded`);
  }
  const host = hostOf(url);
  if (isLinkLocalOrMetadata(host)) {
    return blocked(`${field} is a link-local or metadata address, which is never scanned; submit a public site.`);
  }
  if (isPrivate(host) && privateHostPermit(url, allowed) === undefined) {
    return blocked(
      `${field} leads to a private network or to this machine. Submit a site that the internet can reach. ${PRIVATE_SCANS}`,
    );
  }
  return { ok: true, url };
}

/** The permit for a submitted URL's own host and port when the operator listed it; never for link-local addresses. */
export function privateHostPermit(url: URL, allowed: readonly AllowedPrivateHost[]): PrivateHostPermit | undefined {
  const host = hostOf(url);
  const port = portOf(url);
  if (isLinkLocalOrMetadata(host)) return undefined;
  const listed = allowed.some((entry) =>
    'cidr' in entry
      ? isInCidr(host, entry.cidr)
      : entry.host === host && (entry.port === undefined || entry.port === port),
  );
  return listed ? { host, port } : undefined;
}

/**
 * Reads ALLOWED_PRIVATE_HOSTS: entries `host`, `host:port`, `[v6]:port` or CIDR, separated by commas.
 * @throws Error with one line for each entry that is none of them
 */
export function parseAllowedPrivateHosts(text: string): AllowedPrivateHost[] {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => ({ entry, parsed: entry.includes('/') ? parseCidr(entry) : parseHost(entry) }));
  const bad = entries.filter(({ parsed }) => parsed === undefined);
  if (bad.length > 0) throw new Error(bad.map(({ entry }) => problemOf(entry)).join('\n'));
  return entries.flatMap(({ parsed }) => parsed ?? []);
}

function problemOf(entry: string): string {
  const quoted = JSON.stringify(entry);
  return isNeverScanned(entry)
    ? `${quoted} is a link-local or metadata address, which is never scanned`
    : `${quoted} is not a host, host:port or CIDR range`;
}

/** Whether an entry that is well formed otherwise names a link-local or metadata address. */
function isNeverScanned(entry: string): boolean {
  const authority = isIP(entry) === 6 ? `[${entry}]` : entry.replace(/\/\d{1,3}$/, '');
  const url = parseUrl(`http://${authority}`);
  return url !== undefined && isLinkLocalOrMetadata(hostOf(url));
}

function parseCidr(entry: string): AllowedPrivateHost | undefined {
  const base = entry.slice(0, entry.indexOf('/'));
  if (isIP(base) === 0 || isLinkLocalOrMetadata(base) || !ipaddr.isValidCIDR(entry)) return undefined;
  return { cidr: entry };
}

function parseHost(entry: string): AllowedPrivateHost | undefined {
  const authority = isIP(entry) === 6 ? `[${entry}]` : entry;
  // Nothing but a host and a port: a path, a query or credentials would silently be dropped by the URL parser.
  const parsed = /[/\\?#@\s]|:$/.test(authority) ? undefined : parseUrl(`http://${authority}`);
  if (parsed === undefined) return undefined;
  const url = tidyUrl(parsed);
  const host = hostOf(url);
  if (host === '' || isLinkLocalOrMetadata(host)) return undefined;
  // ":80" is the scheme's default, which URL drops; a port was written when a colon follows the host.
  const hasPort = authority.lastIndexOf(':') > authority.lastIndexOf(']');
  return { host, port: hasPort ? portOf(url) : undefined };
}

function isInCidr(host: string, cidr: string): boolean {
  if (isIP(host) === 0) return false;
  const address = ipaddr.parse(host);
  const [base, prefix] = ipaddr.parseCIDR(cidr);
  return base.kind() === address.kind() && address.match([base, prefix]);
}

const isPrivate = (host: string): boolean =>
  isIP(host) !== 0
    ? !isPublicAddress(host)
    : PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));

const blocked = (message: string): SubmittedUrl => ({ ok: false, code: 'blocked_address', message });
