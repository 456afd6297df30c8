import type { PageDigest, SiteArtifacts, Target } from '../../artifacts.ts';
import { looksLikePage } from '../../crawl/frontier.ts';
import { llmsTxtLinks } from '../../crawl/listings.ts';
import type { LlmsLinksArtifact, LlmsTxtArtifact } from '../../llms-txt-artifacts.ts';
import { coverageKey, normaliseUrl } from '../../parse/normalise-url.ts';
import { isNoise, pathReader, segmentsOf } from './page-paths.ts';

const MAX_DEPTH = 2;
/** One for a slash at the end, or before `index.html`. */
const SPARE_SLASHES = 1;

/** Pages by their path below the scope. */
export type Pages = ReadonlyMap<string, { readonly url: string; readonly page: PageDigest | undefined }>;

export interface Wanted {
  /** What an index of the site should name: the targets of its navigation, and its pages at most two segments deep. */
  readonly pages: Pages;
  /** First segments of the paths that the navigation of the home page leads to. */
  readonly navigation: ReadonlySet<string>;
}

/** The pages that an llms.txt is measured by (L11), without lists by tag or author, further pages and legal texts. */
export function wantedPages({
  target,
  home,
  crawl,
  sitemap,
}: Pick<SiteArtifacts, 'target' | 'home' | 'crawl' | 'sitemap'>): Wanted {
  const pathOf = pathReader(target.scope);
  const crawled = new Map(
    crawl.pages.flatMap((page) => [page.finalUrl, page.url].map((url) => [coverageKey(url), page])),
  );
  const pages = new Map<string, { url: string; page: PageDigest | undefined }>();
  const navigation = new Set<string>();

  const add = (listed: string, maxDepth: number): string | undefined => {
    const page = crawled.get(coverageKey(listed));
    if (page !== undefined && !isPage(page)) return undefined;
    const url = page?.finalUrl ?? listed;
    const path = pathOf(url);
    if (path === undefined || segmentsOf(path).length > maxDepth || isNoise(path)) return undefined;
    if (!pages.has(path)) pages.set(path, { url, page });
    return path;
  };

  for (const { url, inNavigation } of home.facts?.anchors ?? []) {
    if (!inNavigation || url === undefined || !looksLikePage(url)) continue;
    const path = add(url, Number.POSITIVE_INFINITY);
    const [first] = segmentsOf(path ?? '');
    if (first !== undefined) navigation.add(first);
  }
  for (const { url } of crawl.pages) add(url, MAX_DEPTH);
  const maxSlashes = slashesIn(target.scope) + MAX_DEPTH + SPARE_SLASHES;
  for (const { url } of sitemap.entries) if (slashesIn(url) <= maxSlashes && looksLikePage(url)) add(url, MAX_DEPTH);
  return { pages, navigation };
}

/** Quick to count, so that of 50,000 deep entries hardly any is looked at more closely. */
const slashesIn = (url: string): number => url.split('/').length;

/** There to be read and listed: what a page that is gone, noindexed or a copy lacks in the index is nobody's loss. */
function isPage({ status, noindex, readable, canonicals, finalUrl }: PageDigest): boolean {
  const canonical = canonicals.find(({ url }) => url !== undefined)?.url;
  const isCopy = canonical !== undefined && pathKey(canonical) !== pathKey(finalUrl);
  return status === 200 && readable !== 'no' && !noindex && !isCopy;
}

/** Without the host: the canonical of a preview names the published site. */
const pathKey = (url: string): string => coverageKey(url).slice(new URL(url).origin.length);

export interface Listed {
  /** Paths below the scope that llms.txt links to, directly or through the llms.txt of a section. */
  readonly paths: ReadonlySet<string>;
  /** Paths of sections whose own llms.txt is linked, but was not read. */
  readonly unread: readonly string[];
  /** Links of the file itself. */
  readonly linkCount: number;
}

/** What an llms.txt names of a site. */
export function listedPaths(
  { parsed, probe }: NonNullable<LlmsTxtArtifact['file']>,
  { nested, sample }: LlmsLinksArtifact,
  target: Target,
): Listed {
  const links = llmsTxtLinks(parsed).flatMap(({ url }) => normaliseUrl(url, probe.finalUrl) ?? []);
  const all = [...links, ...nested.flatMap(({ file }) => file?.links ?? [])];
  const pathOf = pathReader(target.scope);
  const move = mover(all, target.origin);
  const pathsOf = (urls: readonly string[]) => urls.flatMap((url) => pathOf(move(url)) ?? []);
  const dead = new Set(sample.filter(({ state }) => state === 'dead').map(({ url }) => url));
  const unread = nested.filter(({ url, file }) => file === undefined && !dead.has(url));
  return {
    paths: new Set(pathsOf(all)),
    unread: pathsOf(unread.map(({ url }) => new URL('./', url).href)),
    linkCount: links.length,
  };
}

/**
 * Reads links to the origin that most of a file's links lead to as links to the scanned one: the llms.txt of a preview,
 * or under the other spelling of a host, names the published site, which holds the same paths.
 */
function mover(links: readonly string[], origin: string): (url: string) => string {
  const counts = new Map<string, number>();
  for (const url of links) {
    const { origin: each } = new URL(url);
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const published = [...counts].find(([, count]) => count > links.length / 2)?.[0];
  if (published === undefined) return (url) => url;
  return (url) => (url.startsWith(`${published}/`) ? origin + url.slice(published.length) : url);
}
