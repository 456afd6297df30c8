import { parseUrl } from '../../parse-url.ts';
import type { LlmsTxtArtifact } from '../model/llms-txt.ts';
import type { LlmsTxt, LlmsTxtLink } from '../parse/llms-txt/llms-txt.ts';
import { coverageKey } from '../parse/url/normalise-url.ts';
import { ownUrl, type SitemapArtifact, type Target } from './site.ts';

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
  /** The Markdown URL that llms.txt lists under this title, where it lists one alone. */
  titledInLlmsTxt(title: string): string | undefined;
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
  const byTitle = new Map<string, Set<string>>();
  for (const { url, name } of links) {
    const absolute = parseUrl(url, base)?.href;
    if (absolute === undefined) continue;
    if (isMarkdownUrl(absolute) && new URL(ownUrl(absolute, target)).origin === target.origin) {
      const title = foldTitle(name);
      byTitle.set(title, (byTitle.get(title) ?? new Set()).add(absolute));
    }
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
    titledInLlmsTxt(title) {
      const [url, ...others] = byTitle.get(foldTitle(title)) ?? [];
      return others.length === 0 ? url : undefined;
    },
  };
}

/** Titles are compared whatever their case and white space. */
export const foldTitle = (title: string): string => title.trim().replace(/\s+/g, ' ').toLowerCase();

const isMarkdownUrl = (url: string) => /\.md$/i.test(new URL(url).pathname);
