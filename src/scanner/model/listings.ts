import { parseUrl } from '../../parse-url.ts';
import type { LlmsTxtArtifact } from '../model/llms-txt.ts';
import { ownUrl } from '../model/own-url.ts';
import type { SitemapArtifact, Target } from '../model/site.ts';
import type { LlmsTxt, LlmsTxtLink } from '../parse/llms-txt/llms-txt.ts';
import { coverageKey } from '../parse/url/normalise-url.ts';

/** Every link of an llms.txt, in file order. */
export function llmsTxtLinks({ preambleLinks, sections }: LlmsTxt): LlmsTxtLink[] {
  return [...preambleLinks, ...sections.flatMap(({ links }) => links)];
}

export interface Listings {
  isInSitemap(url: string): boolean;
  /** The lastmod of a page's first entry in the sitemap, as written. */
  lastmod(url: string): string | undefined;
  isInLlmsTxt(url: string): boolean;
  /** The Markdown URL that llms.txt lists for a page. */
  twinInLlmsTxt(url: string): string | undefined;
}

/** Which pages a site lists where. */
export function listingsOf(
  sitemap: SitemapArtifact | undefined,
  llmsTxt: Pick<LlmsTxtArtifact, 'file'> | undefined,
  target: Pick<Target, 'origin' | 'otherOrigins'>,
): Listings {
  const inSitemap = new Map<string, string | undefined>();
  for (const { url, lastmod } of sitemap?.entries ?? []) {
    const key = coverageKey(url);
    if (!inSitemap.has(key)) inSitemap.set(key, lastmod);
  }
  const links = llmsTxt?.file === undefined ? [] : llmsTxtLinks(llmsTxt.file.parsed);
  const base = llmsTxt?.file?.probe.finalUrl;
  const inLlmsTxt = new Map<string, string>();
  for (const { url } of links) {
    const absolute = parseUrl(url, base)?.href;
    if (absolute === undefined) continue;
    const key = coverageKey(ownUrl(absolute, target));
    if (!inLlmsTxt.has(key) || isMarkdownUrl(absolute)) inLlmsTxt.set(key, absolute);
  }
  return {
    isInSitemap: (url) => inSitemap.has(coverageKey(url)),
    lastmod: (url) => inSitemap.get(coverageKey(url)),
    isInLlmsTxt: (url) => inLlmsTxt.has(coverageKey(url)),
    twinInLlmsTxt(url) {
      const listed = inLlmsTxt.get(coverageKey(url));
      return listed !== undefined && isMarkdownUrl(listed) ? listed : undefined;
    },
  };
}

const isMarkdownUrl = (url: string) => /\.md$/i.test(new URL(url).pathname);
