import type { PageDigest } from '../model/page.ts';
import { type PagesAlike, pagesAlike } from '../model/pages-alike.ts';
import type { Target } from '../model/site.ts';
import { coverageKey, isPublishedAt, isSameWithFewerParameters, normaliseUrl } from '../parse/url/normalise-url.ts';
import { listOf } from '../parse/url/page-number.ts';
import type { Reader } from '../readers/readers.ts';
import type { LoggedPage } from './page-log.ts';
import { type Mends, NOTHING_MENDED } from './page-log.ts';
import { linksTo, type Site } from './site.ts';

type Eyes = Pick<Reader, 'view' | 'pageChars' | 'followsRefresh'>;

/** What a reader comes to over links: how surely each page, and which addresses reached pages link to. */
interface Reached {
  readonly found: readonly number[];
  readonly linked: Uint8Array;
}

/** The ways to the pages of a site. Answers are cached, because callers ask once per page, reader and set of fixed checks. */
export interface Finder {
  /** How surely the reader finds a page, 0 to 1. */
  found(reader: Reader, at: number, mends: Mends): number;
  reachedBy(eyes: Eyes, mends: Mends): Reached;
}

/** An index crawler follows every link of a page, whatever its text and position. */
const CRAWLER: Eyes = { view: 'page', pageChars: Number.POSITIVE_INFINITY, followsRefresh: true };
/** Text and links of the root, and a redirect in its place, that exist once these are fixed, and those that come before the cut then. */
const OF_LINKS = ['P2', 'P4', 'P5', 'P17'];
const OF_CUT = ['P7', 'P8'];
const OF_INDEX = ['P3', 'P11', 'P12'];

export function finderOf(site: Site): Finder {
  const { pages, target, log } = site;
  const kept = <Value>(make: (mends: Mends, rest: Eyes | undefined) => Value, ids: readonly string[]) => {
    const known = new Map<string, Value>();
    return (mends: Mends, eyes?: Eyes): Value => {
      const key = [eyes?.view, eyes?.pageChars, eyes?.followsRefresh, ...ids.filter((id) => mends.has(id))].join(' ');
      const value = known.get(key) ?? make(mends, eyes);
      known.set(key, value);
      return value;
    };
  };
  const reached = kept((mends, eyes) => reachedOver(site, eyes ?? CRAWLER, mends), [...OF_LINKS, ...OF_CUT]);
  const indexed = kept((mends) => indexShares(pages, target, mends), OF_INDEX);
  const reachedBy = (eyes: Eyes, mends: Mends) => reached(mends, eyes);
  return {
    reachedBy,
    found(reader, at, mends) {
      const digest = pages[at];
      if (digest === undefined) return 0;
      const ways = reader.ways.map((way) => {
        if (way === 'links') return reachedBy(reader, mends).found[at] ?? 0;
        if (way === 'llms-txt') return digest.inLlmsTxt || mends.has('S13') ? 1 : 0;
        const crawled = digest.inSitemap || mends.has('S10') ? 1 : (reachedBy(CRAWLER, mends).found[at] ?? 0);
        // The title and the canonical address of a wall are not those of the page behind it.
        const isBehindWall = mends.has('P4') && log.pages[at]?.faults.includes('P4') === true;
        if (!mends.has('P3') && isNoindexFor(digest, reader)) return 0;
        return Math.sign(crawled) * (isBehindWall ? 1 : (indexed(mends)[at] ?? 0));
      });
      return Math.max(...ways);
    },
  };
}

/** The page keeps an index crawler of this reader out by its name. */
const isNoindexFor = ({ noindexFor = [] }: PageDigest, { robotsTokens }: Reader): boolean =>
  robotsTokens.some((token) => noindexFor.includes(token.toLowerCase()));

function reachedOver(site: Site, eyes: Eyes, mends: Mends): Reached {
  const { pages, log, pageAt, root, idOf } = site;
  const whole = isMendedAtRoot(site, mends, OF_CUT) ? { ...eyes, pageChars: Number.POSITIVE_INFINITY } : eyes;
  const { chance, linked } = reach({ pages: log.pages, pageAt, root }, whole, mends.has('P17'));
  // A root whose text or links are missing will link to the rest of the site once they are there.
  if (isMendedAtRoot(site, mends, OF_LINKS)) return { found: pages.map(() => 1), linked };
  const unread = unreadShare(pageAt, linked);
  const unreadLists = new Set(
    log.urls.flatMap((url, id) => (linked[id] === 1 && pageAt[id] === -1 ? (listOf(url) ?? []) : [])),
  );
  const found = pages.map(({ url, finalUrl, foundBy }, at) => {
    // Without the root, nothing shows whether a way leads to a page that the caller named.
    if (at === root || (root < 0 && foundBy === 'given')) return 1;
    if (mends.has('P17') && isUnlinked(site, at)) return 1;
    if (mends.has('P4') && isBelowOneOf(site.walledFolders, url)) return 1;
    // A further page of the list above it was not read, and may link to it.
    if (isBelowOneOf(unreadLists, url)) return 1;
    const of = (address: string) => chance[idOf.get(address) ?? -1] ?? 0;
    return Math.max(unread, of(url), of(normaliseUrl(finalUrl) ?? url));
  });
  return { found, linked };
}

/**
 * A page that the sitemap or llms.txt names and no page links to, on a site whose pages are linked otherwise. What a wall
 * above it hides may link to it.
 */
export function isUnlinked(site: Site, at: number): boolean {
  const digest = site.pages[at];
  if (digest === undefined || at === site.root || digest.foundBy === 'given' || !site.ways.links) return false;
  if (isBelowOneOf(site.walledFolders, digest.url)) return false;
  return (digest.inSitemap || digest.inLlmsTxt) && linksTo(site, digest) === 0;
}

/** @param folders addresses that end with a slash */
function isBelowOneOf(folders: ReadonlySet<string>, url: string): boolean {
  if (folders.size === 0) return false;
  for (let end = url.indexOf('/'); end !== -1; end = url.indexOf('/', end + 1))
    if (folders.has(url.slice(0, end + 1))) return true;
  return false;
}

function isMendedAtRoot({ log, root }: Site, mends: Mends, ids: readonly string[]): boolean {
  const faults = log.pages[root]?.faults ?? [];
  return ids.some((id) => mends.has(id) && faults.includes(id));
}

/**
 * Pages that were not read may link to those that nothing read links to: where most addresses on the way were not read, a
 * missing link proves nothing. 0 to 1.
 */
function unreadShare(pageAt: Int32Array, linked: Uint8Array): number {
  let met = 0;
  let unread = 0;
  for (let id = 0; id < linked.length; id += 1) {
    if (linked[id] !== 1) continue;
    met += 1;
    if (pageAt[id] === -1) unread += 1;
  }
  return met === 0 ? 0 : Math.min(1, (2 * unread) / met);
}

/** What the words of a search result are worth: a page whose title or description does not tell it is seldom chosen. */
const TITLE_WORTH = 0.15;
const DESCRIPTION_WORTH = 0.1;

/** How well an index can show each page: 0 where it must leave the page out, at least .75 where it may keep it. */
function indexShares(pages: readonly PageDigest[], target: Target, mends = NOTHING_MENDED): number[] {
  const readable = pages.filter(({ readable }) => readable === 'yes');
  const titles = pagesAlike(readable, ({ title }) => title);
  const descriptions = pagesAlike(readable, ({ description }) => description);
  const hashes = new Map(pages.map(({ finalUrl, contentHash }) => [coverageKey(finalUrl), contentHash]));
  const few = readable.length < 2;
  const tells = (page: PageDigest, text: string, alike: PagesAlike) =>
    mends.has('P11') || (text !== '' && (few || alike.count(page) === 0));
  return pages.map((page) => {
    if (page.noindex && !mends.has('P3')) return 0;
    if (!mends.has('P12') && isCanonicalElsewhere(page, target, hashes)) return 0;
    return (
      1 -
      (tells(page, page.title, titles) ? 0 : TITLE_WORTH) -
      (tells(page, page.description, descriptions) ? 0 : DESCRIPTION_WORTH)
    );
  });
}

function isCanonicalElsewhere(page: PageDigest, target: Target, hashes: ReadonlyMap<string, string>): boolean {
  const url = page.canonicals.find((canonical) => canonical.url !== undefined)?.url;
  if (url === undefined || isSameWithFewerParameters(url, page.finalUrl)) return false;
  // A build that is tried elsewhere names its public address; a copy names its original.
  if (target.isPrivateHost && isPublishedAt(url, page.finalUrl)) return false;
  return hashes.get(coverageKey(url)) !== page.contentHash;
}

/** Links without words that a reader tries one after the other before it gives up. */
const TRIALS = 10;
/** Links that are followed one after the other at most. */
const MAX_ROUNDS = 200;

/** How sure a reader is to come to each address over links, from the root: 0 to 1, by id of the address. */
export interface Reach {
  readonly chance: Float64Array;
  /** Addresses that a reached page links to, whether or not they answer. */
  readonly linked: Uint8Array;
}

export interface LinkGraph {
  readonly pages: readonly LoggedPage[];
  /** Page at each address, by id of the address; -1 for none. */
  readonly pageAt: Int32Array;
  /** Position of the root among the pages; -1 for none. */
  readonly root: number;
}

/**
 * Follows links breadth-first. A link past the cut of the page is not seen. Links of the navigation are seen by readers of
 * the content too, which can ask for the whole page: otherwise one more link in a text would cost the rest of the site. A
 * link that says nothing is found by trial: among few such links often, among many seldom.
 */
export function reach({ pages, pageAt, root }: LinkGraph, reader: Eyes, everyLinkTells = false): Reach {
  const chance = new Float64Array(pageAt.length);
  const linked = new Uint8Array(pageAt.length);
  const pageChance = new Float64Array(pages.length);
  if (root < 0) return { chance, linked };
  pageChance[root] = 1;
  let open = [root];
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round += 1) {
    const next = new Set<number>();
    for (const from of open) {
      const page = pages[from];
      if (page === undefined || isUnseen(page, reader)) continue;
      const { ats, described } = page.links;
      const targets =
        reader.followsRefresh && page.refresh !== undefined
          ? [...page.links.targets, page.refresh]
          : page.links.targets;
      const isSeen = (link: number): boolean => reader.view !== 'page' || (ats[link] ?? 0) < reader.pageChars;
      const isDescribed = (link: number): boolean => described[link] === 1 || link >= described.length;
      let vague = 0;
      for (let link = 0; link < targets.length; link += 1) if (isSeen(link) && !isDescribed(link)) vague += 1;
      const trial = vague === 0 || everyLinkTells ? 1 : Math.min(1, TRIALS / vague);
      for (let link = 0; link < targets.length; link += 1) {
        if (!isSeen(link)) continue;
        const target = targets[link] ?? 0;
        linked[target] = 1;
        const sure = (pageChance[from] ?? 0) * (isDescribed(link) ? 1 : trial);
        if (sure <= (chance[target] ?? 0)) continue;
        chance[target] = sure;
        const at = pageAt[target] ?? -1;
        if (at < 0 || sure <= (pageChance[at] ?? 0)) continue;
        pageChance[at] = sure;
        next.add(at);
      }
    }
    open = [...next].sort((a, b) => a - b);
  }
  return { chance, linked };
}

const isUnseen = ({ text, problem }: LoggedPage, { view }: Pick<Reader, 'view'>): boolean =>
  text === undefined ? problem !== 'signpost' : text.leadsOnInNoscript && view === 'tree';
