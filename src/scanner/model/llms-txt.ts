/**
 * Artifacts of llms.txt (catalogue, the L series), plain data as in artifacts.ts; and which pages it and the sitemap
 * list.
 */

import { parseUrl } from '../../basics/parse-url.ts';
import type { LlmsTxt, LlmsTxtLink } from '../parse/llms-txt/llms-txt.ts';
import { coverageKey } from '../parse/url/normalise-url.ts';
import type { Probe } from './http.ts';
import { ownUrl, type SitemapArtifact, type Target } from './site.ts';

export interface LlmsTxtArtifact {
  /** The most specific llms.txt that exists, parsed. */
  readonly file: { readonly probe: Extract<Probe, { answered: true }>; readonly parsed: LlmsTxt } | undefined;
  /** Every place looked at, most specific first. */
  readonly candidates: readonly Probe[];
  readonly full: Probe;
}

/** One link of llms.txt and what it leads to. */
export interface LlmsLink {
  /** Absolute and normalised. */
  readonly url: string;
  /** Leads to another origin than that of the scan. */
  readonly isExternal: boolean;
  /**
   * `dead` by the site's own answer: an error status, redirects that end nowhere, or what the site gives for names that
   * cannot exist. `unknown` where the network, robots.txt, an overload or a bot challenge kept us from knowing; of
   * another origin nothing but 404 and 410 is taken for death.
   */
  readonly state: 'resolves' | 'dead' | 'unknown';
  /** Of the final answer; undefined without one. */
  readonly status: number | undefined;
  readonly redirects: boolean;
  /**
   * What an agent gets to read, of a link of this origin that resolves: Markdown or plain text; HTML, with a Markdown
   * version elsewhere or without; or something that is no page (JSON, PDF ...). undefined where that is not known.
   */
  readonly form: 'text' | 'html-with-twin' | 'html' | 'data' | undefined;
}

/** An llms.txt of this origin that llms.txt links to. */
export interface NestedLlmsTxt {
  readonly url: string;
  /** Its length and its links, absolute (at most 2,000); undefined when it was not read. */
  readonly file: { readonly charCount: number; readonly links: readonly string[] } | undefined;
}

export interface LlmsLinksArtifact {
  /** Distinct web links of the file. */
  readonly linkCount: number;
  /** At most 50 of this origin and 10 of others, each sorted. */
  readonly sample: readonly LlmsLink[];
  /** Sorted, at most 200; the first 20 are read. */
  readonly nested: readonly NestedLlmsTxt[];
}

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
