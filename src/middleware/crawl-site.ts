import { createHash } from 'node:crypto';
import { headCollector } from '../scanner/parse/html/head.ts';
import { anchorCollector } from '../scanner/parse/html/links.ts';
import { pageContent } from '../scanner/parse/html/markdown/page-content.ts';
import { isNoindex, robotsDirectives } from '../scanner/parse/html/robots-directives.ts';
import { parseLinkHeader } from '../scanner/parse/http-headers/link-header.ts';
import { isAllowed, MAX_ROBOTS_BYTES, parseRobotsTxt, type RobotsTxt } from '../scanner/parse/robots/robots-txt.ts';
import { actsWhenFollowed } from '../scanner/parse/url/acting-link.ts';
import { coverageKey, hrefResolver, isForEveryVisitor, looksLikePage } from '../scanner/parse/url/normalise-url.ts';
import { readableText } from './convert-page.ts';
import { type AskSite, listedAddresses } from './listed-addresses.ts';
import { isPublicPage } from './public.ts';
import { letGo, type ReadLimits, readWhole } from './read-body.ts';

/** A page that may be listed: public, to be indexed, and found from the home page by links. */
export interface ListedPage {
  /** Public address. */
  readonly url: URL;
  readonly title: string;
  /** Its meta description, else its first paragraph; '' for none. */
  readonly description: string;
  /** Of the site, as the page says it; '' for none. */
  readonly siteName: string;
  /** Day of its last change, YYYY-MM-DD, as the site's sitemap or its Last-Modified says; undefined where neither does. */
  readonly changedOn: string | undefined;
  /** It names no canonical address, in its HTML or in a header. */
  readonly namesNoCanonical: boolean;
  /** Of its main text. */
  readonly textDigest: string;
}

const MAX_PAGES = 300;
const MAX_WAITING = 5000;
const MAX_CRAWL_MS = 60_000;
const ROBOTS_TOKEN = 'Legible';

/**
 * The pages that a visitor without an account finds from the home page and from the site's own sitemap, one request at a
 * time: those that the home page links to, those of the sitemap, those that these link to. Addresses with a query,
 * links that act and what robots.txt closes are left out, so that no address is listed that the site does not show itself.
 * @param onPage called for each page, the home page first
 */
export async function crawlSite(
  origin: string,
  ask: AskSite,
  limits: ReadLimits,
  onPage: (page: ListedPage) => void,
  anonymousIsPublic: boolean,
): Promise<void> {
  const robots = await readRobots(ask, limits);
  const home = `${origin}/`;
  const seen = new Set([home]);
  const waiting = [home];
  const until = performance.now() + MAX_CRAWL_MS;
  const listed = await listedAddresses(origin, robots?.sitemaps ?? [], ask, limits);
  const add = (links: Iterable<string>): void => {
    for (const link of links) {
      if (seen.has(link) || seen.size > MAX_WAITING || !link.startsWith(home)) continue;
      if (!isForEveryVisitor(link) || !looksLikePage(link) || !isAllowed(robots, ROBOTS_TOKEN, link)) continue;
      seen.add(link);
      waiting.push(link);
    }
  };
  let asked = 0;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (asked === MAX_PAGES || performance.now() > until) return;
    asked += 1;
    const url = new URL(next);
    const found = await readPage(url, ask, limits, anonymousIsPublic).catch(() => undefined);
    if (found?.page !== undefined) onPage({ ...found.page, changedOn: listed.get(next) ?? found.page.changedOn });
    add(found?.links ?? []);
    if (asked === 1) add(listed.keys());
  }
}

async function readRobots(ask: AskSite, limits: ReadLimits): Promise<RobotsTxt | undefined> {
  const answer = await ask('/robots.txt').catch(() => undefined);
  if (answer?.status !== 200) return undefined;
  const body = await readWhole(answer, { ...limits, maxBytes: MAX_ROBOTS_BYTES });
  return body === undefined ? undefined : parseRobotsTxt(new TextDecoder().decode(body));
}

interface FoundPage {
  /** Undefined for a page that is not to be listed. */
  readonly page: ListedPage | undefined;
  readonly links: readonly string[];
}

async function readPage(
  url: URL,
  ask: AskSite,
  limits: ReadLimits,
  anonymousIsPublic: boolean,
): Promise<FoundPage | undefined> {
  const answer = await ask(url.pathname + url.search);
  const location = answer.headers.get('location');
  if (answer.status >= 300 && answer.status < 400 && location !== null) {
    letGo(answer);
    const target = hrefResolver(url.href, undefined)(location);
    return { page: undefined, links: target === undefined ? [] : [target] };
  }
  const head = { status: answer.status, get: (name: string) => answer.headers.get(name) };
  if (!isPublicPage(head, anonymousIsPublic)) {
    letGo(answer);
    return undefined;
  }
  const body = await readWhole(answer, limits);
  const html = body === undefined ? undefined : readableText(body, answer.headers.get('content-type'));
  return html === undefined ? undefined : factsOf(html, url, answer.headers);
}

function factsOf(html: string, url: URL, headers: Headers): FoundPage {
  const head = headCollector();
  const anchors = anchorCollector();
  const content = pageContent(html, url.href, [head, anchors]);
  const resolve = hrefResolver(url.href, head.baseHref());
  const { metas, titles, headLinks } = head.facts(resolve);
  const inHeader = parseLinkHeader(headers.get('link') ?? '').links.find(({ rel }) => rel.includes('canonical'));
  const inHead = headLinks.find(({ rel }) => rel.includes('canonical'));
  const canonical = inHead?.url ?? (inHeader === undefined ? undefined : resolve(inHeader.href));
  const isItself = canonical === undefined || coverageKey(canonical) === coverageKey(url.href);
  const metaOf = (key: string): string => metas.find((meta) => meta.key === key)?.content ?? '';
  const title = content.heading || (titles[0] ?? '');
  const isListed =
    isItself &&
    title !== '' &&
    content.markdown !== '' &&
    !isNoindex(robotsDirectives(metas, headers.get('x-robots-tag') ?? undefined), Date.now());
  const description = metaOf('description') || (content.lead.split('\n', 1)[0] ?? '');
  const links = anchors
    .facts(resolve)
    .flatMap(({ url: to, text, rel }) =>
      to === undefined || rel.includes('nofollow') || actsWhenFollowed(to, text) ? [] : [to],
    );
  const siteName = metaOf('og:site_name');
  if (!isListed) return { page: undefined, links };
  const namesNoCanonical = inHead === undefined && inHeader === undefined;
  const textDigest = createHash('sha256').update(content.markdown).digest('base64');
  const changedOn = dayOfChange(headers);
  return { page: { url, title, description, siteName, changedOn, namesNoCanonical, textDigest }, links };
}

/** Servers that make each answer anew often say that it changed just now. */
const JUST_NOW_MS = 5000;

function dayOfChange(headers: Headers): string | undefined {
  const changedMs = Date.parse(headers.get('last-modified') ?? '');
  const isOld = changedMs > 0 && changedMs < Date.now() - JUST_NOW_MS;
  return isOld ? new Date(changedMs).toISOString().slice(0, 10) : undefined;
}
