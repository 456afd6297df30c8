import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import { inSlices } from '../../basics/steps.ts';
import { BOT_TOKEN } from '../ai-agents.ts';
import { isOverload, isPresent, isSiteFault, type Probe } from '../model/http.ts';
import type { AddressesArtifact, CrawlArtifact, PageDigest } from '../model/page.ts';
import {
  ownUrl,
  type RobotsArtifact,
  type SitemapArtifact,
  type SitemapFile,
  type SitemapLiveArtifact,
  type SitemapLocation,
  type Target,
} from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { isNoindex, robotsDirectives } from '../parse/html/robots-directives.ts';
import { headLinkHref, headMetas, looksLikeHtml } from '../parse/html/rough-html.ts';
import { cachingOf } from '../parse/http-headers/caching.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { decide } from '../parse/robots/robots-txt.ts';
import { isFeed, type ParsedSitemap, readSitemap, type SitemapEntry } from '../parse/sitemap/sitemap.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import { registrableDomain } from '../parse/url/registrable-domain.ts';
import { defineGatherer } from './define.ts';
import { isUnreachable, readRobotsTxt } from './robots-txt.ts';

/** Where a sitemap is when robots.txt names none. */
export const USUAL_SITEMAPS = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap-index.xml'];
/** More Sitemap lines than any site needs. */
const MAX_DECLARED = 10;
const MAX_MARKDOWN_URLS = 50_000;

export const sitemap = defineGatherer({
  artifact: 'sitemap',
  needs: ['target', 'robotsTxt'],
  async gather({ client, sitemaps }, { target, robotsTxt }): Promise<SitemapArtifact> {
    const markdown = await client.file(`${target.origin}/sitemap.md`);
    const markdownUrls = isPresent(markdown) ? linksIn(markdown.text, markdown.finalUrl) : [];

    const declared = (robotsTxt.rules?.sitemaps ?? []).map((href) => parseUrl(href, target.origin)?.href);
    const urls = [...new Set(declared.filter((url) => url !== undefined))].slice(0, MAX_DECLARED);
    const fromRobots = await readSitemapFiles(sitemaps, urls, target);
    if (fromRobots.entries.length > 0) return { foundBy: 'robots', ...fromRobots, markdownUrls, tried: [] };

    const tried: Probe[] = [];
    for (const path of USUAL_SITEMAPS) {
      const probe = await client.file(`${target.origin}${path}`);
      tried.push(probe);
      if (!mayBeSitemap(probe) || urls.includes(probe.url)) continue;
      return {
        foundBy: 'guess',
        ...(await readSitemapFiles(sitemaps, [probe.url], target)),
        markdownUrls,
        tried: [],
      };
    }
    // What robots.txt names is the site's sitemap even when nothing in it can be read: that is what to report.
    return { foundBy: urls.length > 0 ? 'robots' : undefined, ...fromRobots, markdownUrls, tried };
  },
});

/** A file over the limit of a first look is one: what answers for unknown names is smaller. */
const mayBeSitemap = (probe: Probe): boolean =>
  isPresent(probe) || (!probe.answered && probe.failure.code === 'too_large');

/** Targets of Markdown links, by hand: one pass over `](`, which no text can make slow. */
function linksIn(text: string, base: string): string[] {
  const urls = new Set<string>();
  for (let at = text.indexOf(']('); at !== -1 && urls.size < MAX_MARKDOWN_URLS; at = text.indexOf('](', at + 2)) {
    const end = text.indexOf(')', at);
    if (end === -1) break;
    const url = normaliseUrl(text.slice(at + 2, end).split(' ', 1)[0] ?? '', base);
    if (url !== undefined) urls.add(url);
  }
  return [...urls];
}

const MAX_FILES = 50;
/** Files of other registrable domains. */
const MAX_FOREIGN = 1;
const MAX_ENTRIES = 50_000;
/** The protocol's own limit for one file, uncompressed (sitemaps.org), and one byte to see that it is passed. */
const MAX_FILE_BYTES = 50 * 1024 * 1024 + 1;
const MAX_ALL_BYTES = 100 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
const unzip = promisify(gunzip);

type Files = Pick<SitemapArtifact, 'files' | 'entries' | 'unreadCount' | 'foreignCount' | 'invalidCount'>;

/**
 * Reads sitemaps and the children of their indexes, breadth first, each file once (an index may name itself), within
 * bounds on files, locations and bytes. Of files of another registrable domain one is read, where robots.txt of the site
 * declares it (sitemaps.org, "Sitemaps & Cross Submits"). Other hosts are asked for leave in their robots.txt.
 */
export async function readSitemapFiles(
  client: SiteClient,
  urls: readonly string[],
  target: Pick<Target, 'origin' | 'otherOrigins'>,
): Promise<Files> {
  const { host, hostname } = new URL(target.origin);
  const site = registrableDomain(hostname);
  const queue = [...urls];
  const seen = new Set(queue);
  const files: SitemapFile[] = [];
  const entries = new Map<string, SitemapEntry>();
  const declared = new Set(urls);
  const mayRead = leaveOf(client, target.origin);
  let foreignLeft = MAX_FOREIGN;
  let unreadCount = 0;
  let foreignCount = 0;
  let invalidCount = 0;
  let bytes = 0;

  for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
    if (files.length >= MAX_FILES || bytes > MAX_ALL_BYTES || entries.size >= MAX_ENTRIES) {
      unreadCount += 1;
      continue;
    }
    const isForeign = registrableDomain(new URL(ownUrl(url, target)).hostname) !== site;
    if (isForeign && !declared.has(url)) foreignCount += 1;
    if (isForeign && (!declared.has(url) || foreignLeft === 0)) {
      unreadCount += 1;
      continue;
    }
    if (isForeign) foreignLeft -= 1;
    if (!(await mayRead(url))) {
      unreadCount += 1;
      continue;
    }
    const { file, parsed } = await readFile(client, url);
    files.push(file);
    bytes += file.bodyBytes;
    invalidCount += parsed?.invalidCount ?? 0;
    for (const entry of parsed?.entries ?? []) {
      const url = ownUrl(entry.url, target);
      if (new URL(url).host !== host) foreignCount += isForeign || isFeed(file.kind) ? 0 : 1;
      else if (entries.size < MAX_ENTRIES && !entries.has(url))
        entries.set(url, url === entry.url ? entry : { ...entry, url, listedAs: entry.url });
    }
    for (const child of (parsed?.children ?? []).map(withoutFragment)) {
      if (seen.has(child) || seen.size >= MAX_FILES) continue;
      seen.add(child);
      queue.push(child);
    }
  }
  return { files, entries: [...entries.values()], unreadCount, foreignCount, invalidCount };
}

/** Whether robots.txt of a URL's host lets our bot read it; that of the site itself the client obeys. */
function leaveOf(client: SiteClient, origin: string): (url: string) => Promise<boolean> {
  const known = new Map<string, RobotsArtifact>();
  return async (url) => {
    const { origin: other } = new URL(url);
    if (other === origin) return true;
    const robotsTxt = known.get(other) ?? (await readRobotsTxt(client, other));
    known.set(other, robotsTxt);
    return !isUnreachable(robotsTxt.probe) && decide(robotsTxt.rules, BOT_TOKEN, url).allowed;
  };
}

async function readFile(client: SiteClient, url: string): Promise<{ file: SitemapFile; parsed?: ParsedSitemap }> {
  const result = await client.probe({ url, maxBytes: MAX_FILE_BYTES, timeoutMs: TIMEOUT_MS });
  const nothing = { url, kind: 'unreadable', entryCount: 0, bodyBytes: 0, caching: undefined } as const;
  if (!result.ok) {
    const problem = result.failure.code === 'too_large' ? 'it is larger than 50 MB' : undefined;
    // 0: the file is there, and it is the site's own doing that it cannot be read.
    return { file: { ...nothing, finalUrl: url, status: problem === undefined ? undefined : 0, problem } };
  }
  const { finalUrl, status, headers } = result.answer;
  if (status < 200 || status > 299) {
    return { file: { ...nothing, finalUrl, status, problem: `it answers ${status}` } };
  }
  const body = await unpack(result.body);
  if (body === undefined) {
    return { file: { ...nothing, finalUrl, status, problem: 'it cannot be decompressed within 50 MB' } };
  }
  const parsed = await inSlices(readSitemap(body, { maxEntries: MAX_ENTRIES, url: finalUrl }));
  const { kind, locationCount: entryCount, problem, slip } = parsed;
  const caching = cachingOf(headers);
  return {
    file: { url, finalUrl, status, kind, entryCount, bodyBytes: body.length, problem, ...defined({ slip }), caching },
    parsed,
  };
}

function withoutFragment(href: string): string {
  const url = new URL(href);
  url.hash = '';
  return url.href;
}

/** A .gz file is compressed whatever its headers say: its first bytes tell (RFC 1952). */
async function unpack(body: Uint8Array): Promise<Uint8Array | undefined> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await unzip(body, { maxOutputLength: MAX_FILE_BYTES });
  } catch {
    return undefined;
  }
}

const SAMPLE_SIZE = 20;
/** Long enough to contain a document's head; UTF-8 needs up to four bytes a character. */
const HEAD_BYTES = 400_000;

export const sitemapLive = defineGatherer({
  artifact: 'sitemapLive',
  needs: ['target', 'sitemap', 'crawl', 'addresses'],
  async gather({ links }, { target, sitemap, crawl, addresses }): Promise<SitemapLiveArtifact> {
    const known = knownLocations(crawl, addresses);
    const sample = await Promise.all(
      sampleOf(sitemap, target, (url) => known.has(normaliseUrl(url) ?? url)).map((url) => {
        const found = known.get(normaliseUrl(url) ?? url);
        return found === undefined ? ask(links, url) : { ...found, url };
      }),
    );
    return { sample };
  },
});

/** Evenly over the sorted locations, whatever order the sitemap lists them in, and those that the crawl has asked. */
function sampleOf({ entries }: SitemapArtifact, { scope }: Target, isKnown: (url: string) => boolean): string[] {
  const all = [...new Map(entries.map((entry) => [entry.url, entry])).values()];
  const inScope = all.filter(({ url }) => url.startsWith(scope));
  const sorted = (inScope.length > 0 ? inScope : all).map(({ url, listedAs = url }) => listedAs).sort();
  const size = Math.min(SAMPLE_SIZE, sorted.length);
  const chosen = Array.from({ length: size }, (_, at) => sorted[Math.floor((at * sorted.length) / size)] ?? '');
  return [...new Set([...chosen, ...sorted.filter(isKnown)])].sort();
}

/** The crawl's pages, by the requested address. */
function knownLocations({ pages }: CrawlArtifact, { aliases, deadLinks }: AddressesArtifact) {
  const known = new Map<string, SitemapLocation>(pages.map((page) => [page.url, asCrawled(page)]));
  for (const { url, page, kind, canonical } of aliases) {
    const found = known.get(page);
    if (found === undefined) continue;
    const asCopy = { isRedirected: false, finalUrl: url, canonical };
    known.set(url, { ...found, url, ...(kind === 'copy' ? asCopy : { isRedirected: true }) });
  }
  const nothing = { isRedirected: false, noindex: false, canonical: undefined };
  for (const { url, status } of deadLinks) known.set(url, { ...nothing, url, status, finalUrl: url });
  return known;
}

function asCrawled(page: PageDigest): SitemapLocation {
  const { url, status, readable, finalUrl, noindex, canonicals } = page;
  return {
    url,
    status: status === 0 && readable === 'unknown' ? undefined : knownStatus(status),
    isRedirected: (normaliseUrl(finalUrl) ?? finalUrl) !== url,
    finalUrl,
    noindex,
    canonical: canonicals.find((each) => each.url !== undefined)?.url,
  };
}

async function ask(client: SiteClient, url: string): Promise<SitemapLocation> {
  const result = await client.probe({ url, headers: { accept: 'text/html,*/*' } });
  if (!result.ok) {
    const status = isSiteFault(result.failure.code) ? 0 : undefined;
    return { url, status, isRedirected: false, finalUrl: url, noindex: false, canonical: undefined };
  }
  const { finalUrl, hops, status, headers } = result.answer;
  const html = htmlOf(result);
  const href = headLinkHref(html, ({ rel }) => rel.includes('canonical'));
  return {
    url,
    status: knownStatus(status),
    isRedirected: hops.length > 0,
    finalUrl,
    noindex: isNoindex(robotsDirectives(headMetas(html), headers['x-robots-tag']), Date.parse(headers.date ?? '')),
    canonical: href === undefined ? undefined : parseUrl(href, finalUrl)?.href,
  };
}

/** An overload is ours as much as the site's, and S7's matter. */
const knownStatus = (status: number): number | undefined => (isOverload(status) ? undefined : status);

/** '' for a body that is not HTML. */
function htmlOf({ answer, body }: Extract<FetchResult, { ok: true }>): string {
  const { text } = decodeBody(body.subarray(0, HEAD_BYTES), answer.headers['content-type']);
  return looksLikeHtml(text, answer.contentType) ? text : '';
}
