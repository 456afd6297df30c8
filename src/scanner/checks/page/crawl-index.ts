import type { CrawlArtifact, PageDigest } from '../../model/page.ts';
import { addressOf, canonicalOf, type PagesAlike, pagesAlike } from '../../model/pages-alike.ts';
import { normaliseUrl } from '../../parse/url/normalise-url.ts';

/** What checks that compare a page with all others ask, made once a crawl: each answer costs no more than its length. */
export interface CrawlIndex {
  /** The page that was asked for, or ended, at a URL. */
  find(url: string): PageDigest | undefined;
  /** Other pages in the same language with the same title, or description. */
  readonly sameTitle: PagesAlike;
  readonly sameDescription: PagesAlike;
  /** Whether a page lists one of these URLs among its hreflang alternates. */
  hasAlternate(page: PageDigest, urls: readonly (string | undefined)[]): boolean;
  /** Address of the home page when at least two other pages have a canonical and all of these lead there. */
  readonly canonicalOfAll: string | undefined;
}

const indexes = new WeakMap<CrawlArtifact, CrawlIndex>();

export function crawlIndex(crawl: CrawlArtifact): CrawlIndex {
  const known = indexes.get(crawl);
  if (known !== undefined) return known;
  const index = build(crawl.pages);
  indexes.set(crawl, index);
  return index;
}

function build(pages: readonly PageDigest[]): CrawlIndex {
  const byUrl = new Map<string, PageDigest>();
  for (const page of pages) if (!byUrl.has(page.finalUrl)) byUrl.set(page.finalUrl, page);
  // A URL that was asked for and redirects is known by what it does, not by who else ended there.
  for (const page of pages) byUrl.set(page.url, page);

  const readable = pages.filter(({ readable }) => readable === 'yes');
  const indexable = readable.filter(({ noindex }) => !noindex);
  const alternates = new Map<PageDigest, Set<string>>();
  return {
    find: (url) => byUrl.get(url) ?? byUrl.get(normaliseUrl(url) ?? url),
    sameTitle: pagesAlike(indexable, ({ title }) => title),
    sameDescription: pagesAlike(indexable, ({ description }) => description),
    hasAlternate(page, urls) {
      let listed = alternates.get(page);
      if (listed === undefined) {
        listed = new Set(page.hreflangs.flatMap(({ url }) => (url === undefined ? [] : [addressOf(url)])));
        alternates.set(page, listed);
      }
      return urls.some((url) => url !== undefined && listed.has(addressOf(url)));
    },
    canonicalOfAll: canonicalOfAll(readable),
  };
}

function canonicalOfAll(pages: readonly PageDigest[]): string | undefined {
  const home = pages.find(({ foundBy }) => foundBy === 'root');
  if (home === undefined) return undefined;
  const address = addressOf(home.finalUrl);
  const canonicals = pages
    .filter(({ finalUrl }) => addressOf(finalUrl) !== address)
    .flatMap((page) => canonicalOf(page) ?? []);
  return canonicals.length >= 2 && canonicals.every((url) => addressOf(url) === address) ? address : undefined;
}
