import {
  characterCount,
  counts,
  headers,
  type LineOf,
  matches,
  matchingLines,
  offsets,
  patternOf,
  type Request,
  redirects,
  startOfAnswer,
  status,
  webUrl,
} from './shell-line.ts';

const OK = 200;

const RULES = '^[[:space:]]*(user-agent|allow|disallow)[[:space:]]*:';
const POLICY = '^[[:space:]]*(user-agent|disallow|content-signal|content-usage|license)[[:space:]]*:';
const SITEMAP_RECORD = '^[[:space:]]*sitemap[[:space:]]*:';
const LOCATION =
  '^HTTP/[^ ]* [0-9]+|location: [^ ]*|x-robots-tag: [^<]{1,60}|<meta[^>]*robots[^>]*>|<link[^>]*canonical[^>]*>';
const API_KEYS = '"?(openapi|swagger|asyncapi|info|servers|paths|channels|operationId|summary)"? ?:';
const OFFER_KEYS = '"(offers|price|priceCurrency|availability)"';
const IDENTITY = '<title[^>]*>[^<]*|ld\\+json|"(@type|name|url)" ?: ?"[^"]*"|<a [^>]*href=[^ >]*';
/** What a form is made of, and the captcha before it. */
const FIELDS = '<(form|iframe|input|select|textarea|button|label)([ /][^>]*)?>|[a-z-]*captcha[a-z-]*';
const WAYS_ON = '<a [^>]*(page[=/][0-9]|rel=.?next)[^>]*>|<button[^>]*>[^<]*|[0-9]+ [a-z]+ [0-9]+[^<]{0,40}';
const CELLS = '<t[hd][^>]*>[^<]*(<[a-z][^>]*>)?|<d[td][^>]*>[^<]*|<[a-z]+ [^>]*price[^>]*>[^<]*';
const SALE =
  '"price[^,}]*|(€|\\$|£|EUR|USD) ?[0-9][0-9.,]*|[0-9][0-9.,]* ?(€|£|EUR|USD|CHF)|<button[^>]*>[^<]*|<a [^>]*add[-_]to[^>]*>|<(form|input)[^>]*>';
const HEADING = '^ {0,3}#{1,6}[[:space:]]';
const ITEM = '^[[:space:]]*[-*+][[:space:]]';

const answered: LineOf = ({ request }) => status(request);

/** A file that answers shows the finding in its text, any other in its status. */
const inText =
  (line: (request: Request) => string): LineOf =>
  ({ evidence, request }) =>
    evidence.status === undefined || evidence.status === OK ? line(request) : status(request);

const inLines = (pattern: string): LineOf => inText((request) => matchingLines(request, pattern));

/** A fault of a page shows in its markup, and one of an address in what it answers. */
const onPage =
  (pattern: string): LineOf =>
  ({ evidence, request }) =>
    webUrl(evidence.page) === request.url ? matches(request, pattern) : startOfAnswer(request);

const inDocument = inText(startOfAnswer);

export const SITE_LINES: Readonly<Record<string, LineOf>> = {
  S1: answered,
  S2: inLines(RULES),
  S3: inLines(RULES),
  S4: inLines(POLICY),
  S5: inLines(RULES),
  S6: answered,
  S7: answered,
  S8: ({ record, request }) => redirects(record.status === 'pass' ? overHttp(request) : request),
  S9: answered,
  S10(each) {
    const { record, evidence, request } = each;
    if (isRobotsTxt(request)) return matchingLines(request, SITEMAP_RECORD);
    if (record.status === 'pass') return counts(request, '<(urlset|sitemapindex|loc)');
    // Locations on other hosts are counted.
    const own = new URL(request.url).origin;
    return evidence.measured === undefined
      ? inDocument(each)
      : `${matches(request, '<loc>[^<]*')} | grep -avF '<loc>${own}/'`;
  },
  S11: ({ evidence, request }) =>
    evidence.measured === undefined ? status(request) : counts(request, '<loc>|<lastmod>[^<]*'),
  S12: ({ request }) => matches(request, LOCATION),
  S13: answered,
  S14: ({ request }) => offsets(request, 'llms(-full)?\\.txt'),
  S15: ({ request }) => headers(request, 'link'),
  S16: ({ evidence: { examples }, request }) => matches(request, locationOf(examples) ?? '<link[^>]*canonical[^>]*>'),
  S17: ({ request }) => headers(request, 'content-type|vary'),
  S18: ({ request }) => headers(request, 'etag|last-modified|cache-control|expires'),
  S19: ({ request }) => matches(request, IDENTITY),
  S20: (each) => (each.evidence.measured === undefined ? inDocument(each) : counts(each.request, API_KEYS)),
  S21: inDocument,
  S22: inDocument,
  S23: inDocument,
  S24: inDocument,
  S25: (each) => (each.evidence.status === undefined ? counts(each.request, OFFER_KEYS) : inDocument(each)),
  S26: onPage(FIELDS),
  S27: onPage(FIELDS),
  S28: onPage(WAYS_ON),
  S29: onPage(CELLS),
  S30: onPage(SALE),
  S33: onPage(FIELDS),
  L1: answered,
  L2: ({ request }) => headers(request, 'content-type'),
  L3: inLines('^ {0,3}#[[:space:]]'),
  L4: inLines('^ {0,3}(#|>)[[:space:]]'),
  L5: inLines(`${HEADING}|${ITEM}`),
  L6: inLines(ITEM),
  L7: (each) => (each.evidence.examples?.length === 0 ? inLines('\\]\\(')(each) : answered(each)),
  L8: answered,
  L9: inLines(ITEM),
  L10: ({ request }) => characterCount(request),
  L11: ({ evidence: { examples }, request }) => matches(request, locationOf(examples) ?? '\\]\\([^)]*\\)'),
  L12: inLines('\\]\\('),
  L13: inLines(HEADING),
  L14: ({ evidence, request }) =>
    counts(request, evidence.measured === undefined ? '<[a-z/!][^>]*>|```' : '<[a-z/!][^>]*>'),
  L15: answered,
};

function overHttp({ url }: Request): Request {
  const plain = new URL(url);
  plain.protocol = 'http:';
  return { url: plain.href };
}

const isRobotsTxt = ({ url }: Request): boolean => new URL(url).pathname === '/robots.txt';

/** How a list would name the first of these pages, on whichever host it is published. */
function locationOf(examples: readonly string[] = []): string | undefined {
  const url = webUrl(examples[0]);
  if (url === undefined) return undefined;
  const { pathname, search } = new URL(url);
  return `[^ <>()"]*${patternOf(pathname.replace(/\/$/, '') + search)}/?([<) ]|$)`;
}
