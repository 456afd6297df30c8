import { parseUrl, percentDecoded } from '../../../basics/parse-url.ts';

const MAX_LENGTH = 2000;

/** Parameters that advertising and mail tools, and sessions of PHP, Java, osCommerce and ColdFusion add to links. */
const TRACKING = new Set(
  'gclid dclid fbclid msclkid yclid twclid igshid mc_cid mc_eid _ga _gl phpsessid jsessionid oscsid zenid cfid cftoken'.split(
    ' ',
  ),
);

/**
 * The form under which two links to one page are equal: http(s), lower-case host, no default port, no credentials, no
 * fragment, escapes in their normal form, no tracking parameters, the others sorted by name (equal names keep their
 * order). Undefined for links of other schemes and for more than 2,000 characters.
 */
export function normaliseUrl(href: string, base?: string | URL): string | undefined {
  if (href.length > MAX_LENGTH) return undefined;
  const url = parseUrl(href, base);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  // Each setter serialises the URL anew, and a sitemap has 50,000 of them, so only existing parts are removed.
  if (url.href.includes('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.href.includes('?')) url.search = sortedQuery(url.search);
  return normalEscapes(url.href);
}

const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Percent-encodings as RFC 3986 section 6.2.2 has them: upper-case digits, and none of an unreserved character. Dot
 * segments, default ports and the case of scheme and host are the URL parser's work.
 */
export const normalEscapes = (url: string): string => (url.includes('%') ? url.replace(ESCAPE, normalEscape) : url);

/** One percent-encoded octet in its normal form. */
export function normalEscape(triplet: string): string {
  const octet = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return UNRESERVED.test(octet) ? octet : triplet.toUpperCase();
}

/** What servers answer for a folder, unless they are set up otherwise. */
const DEFAULT_DOCUMENTS = ['/index.html', '/index.htm', '/index.php', '/default.aspx'];

/** The form in which two addresses ask for one page: normalised, a folder's default document written as the folder. */
export function pageKey(url: string): string {
  const normal = normaliseUrl(url) ?? url;
  const lower = normal.toLowerCase();
  const name = DEFAULT_DOCUMENTS.find((each) => lower.endsWith(each));
  return name === undefined ? normal : normal.slice(0, 1 - name.length);
}

/** Without tracking parameters, by name. */
function sortedQuery(search: string): string {
  return search
    .slice(1)
    .split('&')
    .map((parameter) => ({ parameter, name: (parameter.split('=', 1)[0] ?? '').toLowerCase() }))
    .filter(({ parameter, name }) => parameter !== '' && !TRACKING.has(name) && !name.startsWith('utm_'))
    .sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ parameter }) => parameter)
    .join('&');
}

/** First path segment, '' at the root: pages are sampled by it. */
export function pathStratum(url: string): string {
  return parseUrl(url)?.pathname.split('/', 2)[1] ?? '';
}

const EXTENSIONS = ['.md', '.html', '.htm'];

/**
 * The form in which a listing (sitemap, llms.txt) covers a page (S16, L11): normalised, without `.html`, `.htm`,
 * `.md`, a final `index` and slashes at the end. Scheme and host still count. What cannot be normalised stays as it is.
 */
export function coverageKey(url: string): string {
  const normal = normaliseUrl(url);
  if (normal === undefined) return url;
  const { origin, pathname, search } = new URL(normal);
  let path = trimSlashes(pathname);
  for (const extension of EXTENSIONS) {
    if (path.toLowerCase().endsWith(extension)) path = path.slice(0, -extension.length);
  }
  if (path.endsWith('/index')) path = path.slice(0, -'index'.length);
  return `${origin}${trimSlashes(path)}${search}`;
}

/**
 * Whether a public address is that of a page of a build that is tried on a private host: the same path and query, below
 * whatever folder the site is published in. Spelled as `coverageKey` does.
 */
export function isPublishedAt(publicUrl: string, pageUrl: string): boolean {
  const [there, here] = [new URL(coverageKey(publicUrl)), new URL(coverageKey(pageUrl))];
  const path = here.pathname === '/' ? '' : here.pathname;
  return there.search === here.search && there.pathname.endsWith(path);
}

/** A page under a session or a tracking address names the plain one: an index keeps it there. */
export function isSameWithFewerParameters(canonical: string, pageUrl: string): boolean {
  const [there, here] = [new URL(coverageKey(canonical)), new URL(coverageKey(pageUrl))];
  if (there.origin !== here.origin || there.pathname !== here.pathname) return false;
  return [...there.searchParams].every(([name, value]) => here.searchParams.getAll(name).includes(value));
}

function trimSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** People write `example.com` where programs write `https://example.com/`. */
export const withScheme = (text: string): string =>
  text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;

/**
 * The same where no second scheme is tried: what runs on the own machine or network answers http, as a rule without a
 * certificate. That is known of loopback and private addresses, and of names that no public DNS has (RFC 6761, RFC 6762).
 */
export function withLikelyScheme(text: string): string {
  const url = withScheme(text);
  return url !== text && OWN_NETWORK.test(text) ? `http://${text}` : url;
}

const OWN_NETWORK =
  /^(?:127(?:\.\d{1,3}){3}|10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2}|\[::1\]|[a-z0-9-]{1,63}|[a-z0-9.-]{1,250}\.(?:localhost|local|test|internal))(?:[:/?#]|$)/i;

/** Host name in lower case, or address literal without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The port a connection is made to, the scheme's default written out. */
export const portOf = (url: URL): number => Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);

export const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

/**
 * The same http(s) URL as we ask for it and name it: no fragment, no credentials, no dot after the host name (with
 * the dot it is the same host in DNS, but neither in certificates nor in comparisons).
 */
export function tidyUrl(url: URL): URL {
  const tidy = new URL(url);
  tidy.hash = '';
  tidy.username = '';
  tidy.password = '';
  if (tidy.hostname.endsWith('.')) tidy.hostname = tidy.hostname.slice(0, -1);
  return tidy;
}

/** The URL as it is named and compared. The network asks for it as it is spelled, because a redirect may respell it. */
export const namedUrl = (url: URL): string => normalEscapes(tidyUrl(url).href);

/** Whether the ending of a URL's path leaves open that it leads to an HTML page. */
export function looksLikePage(url: string): boolean {
  const path = new URL(url).pathname;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 || !NOT_PAGES.has(name.slice(dot + 1).toLowerCase());
}

/** Endings that no HTML page has; what they lead to is not asked for. */
const NOT_PAGES = new Set(
  'avif bmp bz2 css csv deb dmg doc docx eot epub exe gif gz ico iso jar jpeg jpg js json map md mjs mov mp3 mp4 msi ogg otf pdf png ppt pptx ps rar rpm rss svg tar tgz tiff ttf txt wasm wav webm webp whl woff woff2 xls xlsx xml xz yaml yml zip zst'.split(
    ' ',
  ),
);

/** Longer ones are not followed: data URLs, mostly. */
export const MAX_HREF = 2000;

/** Turns an href as written into an absolute http(s) URL without its fragment; undefined when it does not lead to one. */
export type ResolveHref = (href: string) => string | undefined;

/** Resolves against the document's base URL: `<base href>` (itself relative to the page's URL) or the page's URL. */
export function hrefResolver(pageUrl: string, baseHref: string | undefined): ResolveHref {
  const base = (baseHref === undefined ? undefined : parseUrl(baseHref, pageUrl)?.href) ?? pageUrl;
  const known = new Map<string, string | undefined>();
  return (href) => {
    if (href.length > MAX_HREF) return undefined;
    const place = withoutFragment(href);
    const seen = known.get(place);
    if (seen !== undefined || known.has(place)) return seen;
    const url = httpUrl(parseUrl(place, base));
    known.set(place, url);
    return url;
  };
}

/** Most links of an index differ in their fragment alone. Behind a blank it stays: at the end, the blank would be lost. */
function withoutFragment(href: string): string {
  const at = href.indexOf('#');
  return at === -1 || (at > 0 && href.charCodeAt(at - 1) <= 0x20) ? href : href.slice(0, at);
}

function httpUrl(url: URL | undefined): string | undefined {
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  return normalEscapes(url.href);
}

/** Segments of addresses that act for one visitor: sites close them to every crawler, and lose no text by that. */
const OF_ONE_VISITOR = new Set(
  (
    'account accounts my-account admin administrator wp-admin wp-login wp-json cdn-cgi auth login log-in logout log-out signin ' +
    'sign-in signout sign-out signup sign-up register password-reset forgot-password cart basket checkout checkouts orders ' +
    'wishlist compare search suche recherche buscar'
  ).split(' '),
);

/** Pages that MediaWiki makes on demand, for readers of wikis in the largest languages (mediawiki.org, "Manual:Special pages"). */
const MADE_ON_DEMAND =
  /^(?:special|spezial|spécial|especial|speciale|speciaal|specjalna|speciální|служебная|特殊|特別|특수):/;

/** Whether an address is for every visitor: it has no query, which sorts, filters or searches, and does not act for one of them. */
export const isForEveryVisitor = (url: string): boolean => segmentsWithoutQuery(url)?.some(actsForOneVisitor) === false;

/** Whether an address, read or not, may hold a text of its own: it is for every visitor, and does not list the pages of a wiki. */
export const mayHoldContent = (url: string): boolean =>
  segmentsWithoutQuery(url)?.some((segment) => actsForOneVisitor(segment) || MADE_ON_DEMAND.test(segment)) === false;

const actsForOneVisitor = (segment: string): boolean =>
  OF_ONE_VISITOR.has(segment.replace(/\.(?:php|html?|aspx?)$/, ''));

/** The segments of the path in lower case; undefined for an address with a query. */
function segmentsWithoutQuery(url: string): string[] | undefined {
  const { pathname, search } = new URL(url);
  return search === '' ? percentDecoded(pathname).toLowerCase().split('/') : undefined;
}
