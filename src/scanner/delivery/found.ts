import { normaliseUrl } from '../parse/url/normalise-url.ts';
import type { Reader } from '../readers/reader.ts';
import { indexShares } from './indexing.ts';
import type { Mends } from './mends.ts';
import { reach } from './reach.ts';
import type { Site } from './site.ts';

type Eyes = Pick<Reader, 'view' | 'pageChars'>;

/** What a reader comes to over links: how surely each page, and which addresses reached pages link to. */
interface Reached {
  readonly found: readonly number[];
  readonly linked: Uint8Array;
}

/** The ways to the pages of a site. Answers are kept, for they are asked for once a page, reader and set of mends. */
export interface Finder {
  /** How surely the reader finds a page, 0 to 1. */
  found(reader: Reader, at: number, mends: Mends): number;
  reachedBy(eyes: Eyes, mends: Mends): Reached;
}

/** An index crawler follows every link of a page, whatever its text and position. */
const CRAWLER: Eyes = { view: 'page', pageChars: Number.POSITIVE_INFINITY };
/** Text and links of the root that are there once these are mended, and those that come before the cut then. */
const OF_LINKS = ['P5', 'P17'];
const OF_CUT = ['P7', 'P8'];
const OF_INDEX = ['P3', 'P11', 'P12'];

export function finderOf(site: Site): Finder {
  const { pages, target, log } = site;
  const kept = <Value>(make: (mends: Mends, rest: Eyes | undefined) => Value, ids: readonly string[]) => {
    const known = new Map<string, Value>();
    return (mends: Mends, eyes?: Eyes): Value => {
      const key = [eyes?.view, eyes?.pageChars, ...ids.filter((id) => mends.has(id))].join(' ');
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
        if (way === 'llms-txt') return digest.inLlmsTxt ? 1 : 0;
        const crawled = digest.inSitemap || mends.has('S10') ? 1 : (reachedBy(CRAWLER, mends).found[at] ?? 0);
        // The title and the canonical address of a wall are not those of the page behind it.
        const isBehindWall = mends.has('P4') && log.pages[at]?.faults.includes('P4') === true;
        return Math.sign(crawled) * (isBehindWall ? 1 : (indexed(mends)[at] ?? 0));
      });
      return Math.max(...ways);
    },
  };
}

function reachedOver(site: Site, eyes: Eyes, mends: Mends): Reached {
  const { pages, log, pageAt, root, idOf } = site;
  const whole = isMendedAtRoot(site, mends, OF_CUT) ? { ...eyes, pageChars: Number.POSITIVE_INFINITY } : eyes;
  const { chance, linked } = reach({ pages: log.pages, pageAt, root }, whole, mends.has('P17'));
  // A root whose text or links are missing will link to the rest of the site once they are there.
  if (isMendedAtRoot(site, mends, OF_LINKS)) return { found: pages.map(() => 1), linked };
  const unread = unreadShare(pageAt, linked);
  const found = pages.map(({ url, finalUrl }, at) => {
    if (at === root) return 1;
    const of = (address: string) => chance[idOf.get(address) ?? -1] ?? 0;
    return Math.max(unread, of(url), of(normaliseUrl(finalUrl) ?? url));
  });
  return { found, linked };
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
