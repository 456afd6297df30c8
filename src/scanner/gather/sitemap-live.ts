import { parseUrl } from '../../parse-url.ts';
import { isSiteFault } from '../model/http.ts';
import type { AddressesArtifact, CrawlArtifact, PageDigest } from '../model/page.ts';
import type { SitemapArtifact, SitemapLiveArtifact, SitemapLocation, Target } from '../model/site.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { isNoindex, robotsDirectives } from '../parse/html/head.ts';
import { headLinkHref, headMetas } from '../parse/html/head-links.ts';
import { looksLikeHtml } from '../parse/html/rough-html.ts';
import { decodeBody } from '../parse/http-headers/charset.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import { defineGatherer } from './define.ts';

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
    noindex: isNoindex(robotsDirectives(headMetas(html), headers['x-robots-tag'])),
    canonical: href === undefined ? undefined : parseUrl(href, finalUrl)?.href,
  };
}

/** An overload is ours as much as the site's, and S7's matter. */
const knownStatus = (status: number): number | undefined => (status === 429 || status === 503 ? undefined : status);

/** '' for a body that is not HTML. */
function htmlOf({ answer, body }: Extract<FetchResult, { ok: true }>): string {
  const { text } = decodeBody(body.subarray(0, HEAD_BYTES), answer.headers['content-type']);
  return looksLikeHtml(text, answer.contentType) ? text : '';
}
