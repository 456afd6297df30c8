import type { Probe } from '../artifacts.ts';
import { defineGatherer } from '../define-gatherer.ts';
import { isPresent } from '../evidence.ts';
import { normaliseUrl, parseUrl } from '../parse/normalise-url.ts';
import type { SitemapArtifact } from '../site-artifacts.ts';
import { readSitemapFiles } from './sitemap-files.ts';

const GUESSES = ['/sitemap.xml', '/sitemap_index.xml', '/sitemap-index.xml'];
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
    const fromRobots = await readSitemapFiles(sitemaps, urls, target.origin);
    if (fromRobots.entries.length > 0) return { foundBy: 'robots', ...fromRobots, markdownUrls, tried: [] };

    const tried: Probe[] = [];
    for (const path of GUESSES) {
      const probe = await client.file(`${target.origin}${path}`);
      tried.push(probe);
      if (!mayBeSitemap(probe) || urls.includes(probe.url)) continue;
      return {
        foundBy: 'guess',
        ...(await readSitemapFiles(sitemaps, [probe.url], target.origin)),
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
