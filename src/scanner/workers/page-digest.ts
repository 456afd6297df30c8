import { parseUrl } from '../../basics/parse-url.ts';
import { signPageOf } from '../delivery/signs/sign.ts';
import { signsOf } from '../delivery/signs/signs.ts';
import { isSiteFault } from '../model/http.ts';
import {
  type ApiDescriptionLink,
  type MarkdownDigest,
  NO_DEAD_LINKS,
  type PageArtifact,
  type PageDigest,
  type PageHint,
} from '../model/page.ts';
import { isAnotherText } from '../parse/html/compare-twin.ts';
import { linkFacts } from '../parse/html/links.ts';
import { isLlmsTxt } from '../parse/html/llms-txt-mention.ts';
import type { PageFacts } from '../parse/html/page-facts.ts';
import { isSignpost } from '../parse/html/redirect-scripts.ts';
import { noindexedAgents, robotsDirectives } from '../parse/html/robots-directives.ts';
import { formActionsOf } from '../parse/http-headers/form-action.ts';
import { type LinkValue, parseLinkHeader } from '../parse/http-headers/link-header.ts';
import { askedPayment } from '../parse/http-headers/payment-terms.ts';
import { isSharedCopy } from '../parse/http-headers/shared-cache.ts';
import { offersScheme } from '../parse/http-headers/www-authenticate.ts';
import { offersIn, structuredNodes } from '../parse/json/json-ld.ts';
import { hrefResolver } from '../parse/url/normalise-url.ts';
import { registrableDomain } from '../parse/url/registrable-domain.ts';

const MAX_CANONICALS = 20;
const MAX_HREFLANGS = 500;
/** A longer page explains what "not found" means. */
const MAX_GONE_WORDS = 100;

/**
 * The data kept of a page until the crawl is over. `isLinked` is not known yet and false.
 * @param body text of the answer
 */
export function pageDigest(page: PageArtifact, body = ''): PageDigest {
  const { url, foundBy, inSitemap, inLlmsTxt, response, facts } = page;
  const answer = response.answered ? response.answer : undefined;
  const finalUrl = answer?.finalUrl ?? url;
  const { links: headerLinks } = parseLinkHeader(answer?.headers.link ?? '');
  const noindexed = noindexedAgents(
    robotsDirectives(facts?.metas ?? [], answer?.headers['x-robots-tag']),
    Date.parse(answer?.headers.date ?? ''),
  );
  const named = noindexed.filter((agent) => agent !== 'robots');
  const formActions = formActionsOf(answer?.headers['content-security-policy']);
  const payment = answer?.status === 402 ? askedPayment(answer.headers, body) : undefined;
  return {
    url,
    finalUrl,
    status: answer?.status ?? 0,
    foundBy,
    inSitemap,
    inLlmsTxt,
    isLinked: false,
    title: facts?.titles[0] ?? '',
    description: facts?.metas.find(({ key }) => key === 'description')?.content ?? '',
    canonicals: canonicals(facts, headerLinks, finalUrl),
    noindex: noindexed.includes('robots'),
    ...(named.length > 0 && { noindexFor: named }),
    lang: facts?.htmlLang,
    hreflangs: hreflangs(facts, headerLinks, finalUrl),
    contentHash: facts?.mainText.hash ?? '',
    ...(facts?.missing.saysGone && facts.mainText.wordCount < MAX_GONE_WORDS && { saysGone: true }),
    ...(facts !== undefined && signsOf(signPageOf(facts), facts.mainText.wordCount).length > 0 && { isPartial: true }),
    ...(formActions.length > 0 && { formActions }),
    ...(answer !== undefined && isSharedCopy(answer) && { isSharedCopy: true }),
    ...(answer !== undefined && answer.setsCookie !== true && answer.hops.length === 0 && { isWithoutCookie: true }),
    readable: readability(page),
    hints: pageHints(page, body),
    ...(payment?.terms !== undefined && { paymentTerms: payment.terms }),
    apiDescriptions: apiDescriptionLinks(page, headerLinks),
    markdown: markdownDigest(page.markdown),
    llmsTxtPointer: pointsInHead(facts, headerLinks, finalUrl) ? 'head' : facts?.llmsTxtMention,
    controls: facts?.controls,
    actions: facts?.actions,
    links: facts === undefined ? undefined : linkFacts(facts, finalUrl),
    deadLinks: NO_DEAD_LINKS,
  };
}

/** Relations under which a page's head or Link header can point at the llms.txt of its site (catalogue, S14). */
const POINTER_RELATIONS = ['llms-txt', 'alternate', 'describedby'];

function pointsInHead(facts: PageFacts | undefined, header: readonly LinkValue[], base: string): boolean {
  const resolve = hrefResolver(base, undefined);
  const links = [...header.map(({ rel, href }) => ({ rel, url: resolve(href) })), ...(facts?.headLinks ?? [])];
  return links.some(
    ({ rel, url }) =>
      url !== undefined && isLlmsTxt(url) && POINTER_RELATIONS.some((relation) => rel.includes(relation)),
  );
}

function markdownDigest({ tried, attempts, twin }: PageArtifact['markdown']): MarkdownDigest | undefined {
  if (!tried) return undefined;
  const twins = attempts.filter(({ via }) => via !== 'negotiation' && via !== 'user-agent');
  const read = twins.find(({ isMarkdown }) => isMarkdown);
  // A rule of robots.txt against .md files keeps our own bot from reading what the site declares.
  const declared = twins.find(({ via, status }) => via !== 'suffix' && status === undefined);
  return {
    url: (read ?? declared)?.url,
    isRead: read !== undefined,
    negotiates: attempts.some(({ via, isMarkdown }) => via === 'negotiation' && isMarkdown),
    ...(twin !== undefined && isAnotherText(twin) ? { isAnotherText: true } : {}),
  };
}

function readability({ response, facts }: PageArtifact): PageDigest['readable'] {
  if (!response.answered) return isSiteFault(response.failure.code) ? 'no' : 'unknown';
  const isPage = response.answer.status === 200 && response.challenge === undefined;
  return isPage && facts !== undefined && !isSignpost(facts) ? 'yes' : 'no';
}

/** From the document, or from the Link header when the document has none. */
function canonicals(facts: PageFacts | undefined, header: readonly LinkValue[], base: string) {
  const inPage = (facts?.headLinks ?? []).filter(({ rel }) => rel.includes('canonical'));
  const resolve = hrefResolver(base, undefined);
  const inHeader = header
    .filter(({ rel }) => rel.includes('canonical'))
    .map(({ href }) => ({ href, url: resolve(href) }));
  return (inPage.length > 0 ? inPage : inHeader).slice(0, MAX_CANONICALS).map(({ href, url }) => ({ href, url }));
}

function hreflangs(facts: PageFacts | undefined, header: readonly LinkValue[], base: string) {
  const inPage = (facts?.headLinks ?? []).flatMap(({ rel, hreflang, url }) =>
    rel.includes('alternate') && hreflang !== undefined ? [{ lang: hreflang, url }] : [],
  );
  const resolve = hrefResolver(base, undefined);
  const inHeader = header.flatMap(({ rel, href, params: { hreflang } }) =>
    rel.includes('alternate') && hreflang !== undefined ? [{ lang: hreflang, url: resolve(href) }] : [],
  );
  return [...inPage, ...inHeader].slice(0, MAX_HREFLANGS);
}

const MAX_DESCRIPTIONS = 3;
const MAX_TITLES = 400;
const NONE: readonly never[] = [];

const API_SEGMENTS = new Set(
  'api apis api-docs api-reference apidocs apireference developer developers endpoints openapi redoc reference rest rest-api swagger'.split(
    ' ',
  ),
);
const API_TITLE = /\b(?:api (?:reference|docs|documentation)|rest(?:ful)? api|openapi|swagger)\b/i;
/** A method and a path or an address, as API documentation writes an operation. */
const HTTP_OPERATION = /(?:^|[^A-Za-z])(?:GET|POST|PUT|PATCH|DELETE) ?(?:\/[\w{:]|https?:\/\/)/;
const API_HOST = /^https?:\/\/(?:api|developers?)\./;
const MCP_ADDRESS = /^https?:\/\/mcp\.|\/mcp\/?$/;
/** A basket at the root of the site or below its language, in the languages most shops are written in. */
const CART_PATH =
  /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/|checkout\/)?(?:cart|basket|bag|shopping-cart|shopping-bag|shopping-basket|warenkorb|panier|carrito|carrello|winkelwagen|koszyk)(?:\.(?:html?|php\d?|aspx?|jspx?|cfm|cgi|do))?\/?(?:\?|$)/i;
const DESCRIPTION_NAMES = ['openapi', 'swagger', 'asyncapi'];
const DESCRIPTION_ENDINGS = ['.json', '.yaml', '.yml'];

/** Hints at offers of a page apart from its text; constant strings, so that thousands of digests share them. */
export function pageHints({ response, facts }: PageArtifact, body = ''): readonly PageHint[] {
  if (!response.answered) return NONE;
  const { status, headers, finalUrl } = response.answer;
  const hints: PageHint[] = [];
  if (status === 401 && offersScheme(headers['www-authenticate'], 'bearer')) hints.push('bearer-challenge');
  if (status === 402) hints.push(`asks-${askedPayment(headers, body).by}`);
  if (facts === undefined || status !== 200) return hints;

  if (isAboutApi(finalUrl, facts)) hints.push('api-docs');
  if (showsHttpOperation(facts)) hints.push('http-operation');
  if (facts.apiViewer !== undefined) hints.push('api-viewer');
  hints.push(...linkHints(finalUrl, facts));
  const offers = offersIn(structuredNodes(facts));
  if (offers !== 'none') hints.push(`offer-${offers}`);
  return hints;
}

function isAboutApi(url: string, { titles, headings }: PageFacts): boolean {
  const segments = (parseUrl(url)?.pathname ?? '').toLowerCase().split('/');
  if (segments.some((segment) => API_SEGMENTS.has(segment.replace(/\.\w{2,5}$/, '')))) return true;
  const heading = headings.find(({ level }) => level === 1)?.text ?? '';
  return API_TITLE.test(`${titles[0] ?? ''} \n ${heading}`.slice(0, MAX_TITLES));
}

const showsHttpOperation = ({ headings, mainText }: PageFacts): boolean =>
  HTTP_OPERATION.test(mainText.start) || headings.some(({ text }) => HTTP_OPERATION.test(text));

/** Links to the site's own API host, MCP endpoint and basket. */
function linkHints(pageUrl: string, { anchors }: PageFacts): PageHint[] {
  const page = parseUrl(pageUrl);
  if (page === undefined) return [];
  const site = registrableDomain(page.hostname);
  const isOwn = (url: string) => registrableDomain(new URL(url).hostname) === site;
  let api = API_HOST.test(pageUrl);
  let mcp = false;
  let cart = false;
  for (const { url } of anchors) {
    if (url === undefined) continue;
    if (!api && API_HOST.test(url)) api = isOwn(url);
    if (!mcp && MCP_ADDRESS.test(url)) mcp = isOwn(url);
    if (!cart && url.startsWith(page.origin)) cart = CART_PATH.test(url.slice(page.origin.length));
  }
  return [
    ...(api ? ['api-host' as const] : []),
    ...(mcp ? ['mcp-link' as const] : []),
    ...(cart ? ['cart-link' as const] : []),
  ];
}

/**
 * API descriptions that a page names, at most three: declared by a service-desc link (RFC 8631) or loaded by a viewer,
 * else just linked to under a name that such files have.
 */
export function apiDescriptionLinks(
  { response, facts }: PageArtifact,
  headerLinks: readonly LinkValue[],
): readonly ApiDescriptionLink[] {
  if (!response.answered || response.answer.status !== 200) return NONE;
  const { finalUrl } = response.answer;
  const resolve = hrefResolver(finalUrl, undefined);
  const declared = [
    ...headerLinks.filter(({ rel }) => rel.includes('service-desc')).map(({ href }) => resolve(href)),
    ...(facts?.headLinks ?? []).filter(({ rel }) => rel.includes('service-desc')).map(({ url }) => url),
    facts?.apiViewer?.specUrl,
  ];
  const mentioned = (facts?.anchors ?? []).map(({ url }) => url).filter((url) => isDescription(url, finalUrl));
  const found = new Map<string, boolean>();
  for (const url of declared) if (url !== undefined) found.set(url, true);
  for (const url of mentioned) if (url !== undefined && !found.has(url)) found.set(url, false);
  if (found.size === 0) return NONE;
  return [...found].slice(0, MAX_DESCRIPTIONS).map(([url, isDeclared]) => ({ url, isDeclared }));
}

/** By its name, and on the site itself: examples in documentation link to descriptions of others. */
function isDescription(url: string | undefined, pageUrl: string): boolean {
  if (url === undefined) return false;
  const name = url.slice(url.lastIndexOf('/') + 1).toLowerCase();
  const isNamedSo =
    DESCRIPTION_NAMES.some((start) => name.startsWith(start)) && DESCRIPTION_ENDINGS.some((end) => name.endsWith(end));
  if (!isNamedSo) return false;
  return registrableDomain(new URL(url).hostname) === registrableDomain(new URL(pageUrl).hostname);
}
