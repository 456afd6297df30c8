import type { CrawlArtifact, PageDigest } from '../../model/page.ts';
import { normaliseUrl } from '../../parse/url/normalise-url.ts';

/** What checks that compare a page with all others ask, made once a crawl: each answer costs no more than its length. */
export interface CrawlIndex {
  /** The page that was asked for, or ended, at a URL. */
  find(url: string): PageDigest | undefined;
  /** Other pages in the same language with the same title, or description. */
  sameTitle(page: PageDigest): OtherPages;
  sameDescription(page: PageDigest): OtherPages;
  /** Whether a page lists one of these URLs among its hreflang alternates. */
  hasAlternate(page: PageDigest, urls: readonly (string | undefined)[]): boolean;
  /** Address of the home page when at least two other pages have a canonical and all of these lead there. */
  readonly canonicalOfAll: string | undefined;
}

export interface OtherPages {
  readonly count: number;
  /** Addresses of the first ten. */
  readonly examples: readonly string[];
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
  const titles = groups(indexable, ({ title }) => title);
  const descriptions = groups(indexable, ({ description }) => description);
  const alternates = new Map<PageDigest, Set<string>>();
  return {
    find: (url) => byUrl.get(url) ?? byUrl.get(normaliseUrl(url) ?? url),
    sameTitle: (page) => others(titles, page, page.title),
    sameDescription: (page) => others(descriptions, page, page.description),
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

/** A URL as far as it tells pages apart: a slash at the end does not. */
export const addressOf = (url: string): string => (url.endsWith('/') ? url.slice(0, -1) : url);

export const canonicalOf = ({ canonicals }: PageDigest): string | undefined =>
  canonicals.find(({ url }) => url !== undefined)?.url;

/** Pages with one canonical are copies of one page, and a copy may repeat its title. */
const identityOf = (page: PageDigest): string => addressOf(canonicalOf(page) ?? page.finalUrl);

const groupKey = ({ lang }: PageDigest, text: string): string =>
  `${lang?.split('-', 1)[0]?.toLowerCase() ?? ''} ${text.toLowerCase()}`;

/** Addresses that answer the page, by what tells the pages of one text apart. */
type Groups = ReadonlyMap<string, ReadonlyMap<string, string>>;

function groups(pages: readonly PageDigest[], textOf: (page: PageDigest) => string): Groups {
  const byText = new Map<string, Map<string, string>>();
  for (const page of pages) {
    if (textOf(page) === '') continue;
    const key = groupKey(page, textOf(page));
    const group = byText.get(key) ?? new Map<string, string>();
    byText.set(key, group);
    const identity = identityOf(page);
    if (!group.has(identity)) group.set(identity, page.finalUrl);
  }
  return byText;
}

const MAX_EXAMPLES = 10;

function others(byText: Groups, page: PageDigest, text: string): OtherPages {
  const group = byText.get(groupKey(page, text));
  if (group === undefined) return { count: 0, examples: [] };
  const self = identityOf(page);
  const examples: string[] = [];
  for (const [identity, url] of group) {
    if (examples.length === MAX_EXAMPLES) break;
    if (identity !== self) examples.push(url);
  }
  return { count: group.size - (group.has(self) ? 1 : 0), examples };
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
