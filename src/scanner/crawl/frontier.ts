import { actsByAddress } from '../parse/url/acting-link.ts';
import { looksLikePage, normaliseUrl, pageKey } from '../parse/url/normalise-url.ts';
import { createIdleParameters } from './idle-parameters.ts';
import { type Candidate, createWaitingPages, type FoundBy } from './waiting-pages.ts';

/** URLs remembered at most; a site that lists more is sampled from the first ones. */
const MAX_KNOWN = 100_000;
export interface Frontier {
  /**
   * Takes a link. Answers the address under which its page is read, known or new; undefined where the link leads to no
   * page of this scan.
   */
  add(href: string, base: string, foundBy: FoundBy): string | undefined;
  /** Up to `size` URLs for the next wave, sorted; the root alone first; empty when nothing is left. */
  nextWave(size: number): Candidate[];
  /** A candidate that could not be read now waits again. */
  putBack(candidate: Candidate): void;
  /** Notes that an address led to the page at another one, which is then neither read again nor counted twice. */
  joins(url: string, pageUrl: string): void;
  /** Notes that a page of its own was read at an address. */
  isPage(url: string): void;
  /** The address under which a page is read, for any that leads to it as far as parameters go that change nothing. */
  addressOf(url: string): string;
  /** Known addresses that are not read, because they differ from a page's only by parameters that change nothing. */
  readonly leftOut: readonly string[];
  /** Notes that no page is at an address; another spelling of it is tried, where the site uses one. */
  isNoPage(url: string): void;
  /** Distinct pages known so far. */
  readonly discovered: number;
}

export interface FrontierOptions {
  /** Whether a URL was left out by the caller of the scan. */
  isExcluded?(url: string): boolean;
  /** Whether the caller named all pages, so that neither listings nor links add any. */
  isClosed?: boolean;
  /** The address on the scanned origin, for an address on any origin of the site. */
  own?(url: string): string;
}

/**
 * Known URLs of one scan and the order in which they are read. Waves are chosen from everything known when they
 * start, evenly over path strata and within each stratum evenly over the sorted URLs, so that neither timing nor the
 * order of links shapes the sample.
 *
 * @param scope prefix every page URL starts with
 * @param mayFetch whether our own bot is allowed to read a URL
 */
export function createFrontier(
  scope: string,
  mayFetch: (url: string) => boolean,
  { isExcluded = () => false, isClosed = false, own = (url) => url }: FrontierOptions = {},
): Frontier {
  /** By page key, the address under which a page is asked for. */
  const known = new Map<string, string>();
  /** By page key, another spelling of the address: servers without default documents answer only one of the two. */
  const spellings = new Map<string, Candidate>();
  /** Keys that turned out to be no page of their own. */
  const dropped = new Set<string>();
  const waiting = createWaitingPages(mayFetch);
  const idle = createIdleParameters();
  const leftOut: string[] = [];
  const keyOf = (url: string): string => pageKey(idle.strip(url));

  const leaveOut = (url: string): void => {
    waiting.delete(url);
    leftOut.push(url);
  };

  /** Addresses that differ only by parameters without effect are one: the first read, else the first known. */
  function mergeIdle(): void {
    if (!idle.settle()) return;
    for (const [key, url] of [...known].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const plain = keyOf(key);
      if (plain === key) continue;
      const isWaiting = waiting.has(url);
      const other = known.get(plain);
      known.delete(key);
      if (other === undefined || other === url) known.set(plain, url);
      else if (isWaiting) leaveOut(url);
      else if (waiting.has(other)) {
        leaveOut(other);
        known.set(plain, url);
      }
      if (dropped.delete(key) && other === undefined) dropped.add(plain);
    }
  }

  return {
    add(href, base, foundBy) {
      const normal = normaliseUrl(href, base);
      if (normal === undefined) return undefined;
      const url = own(normal);
      const key = keyOf(url);
      const same = known.get(key);
      if (same !== undefined) {
        if (same !== url && pageKey(same) === key && !spellings.has(key)) spellings.set(key, { url, foundBy });
        return same;
      }
      if (known.size >= MAX_KNOWN || !url.startsWith(scope) || !looksLikePage(url)) return undefined;
      if (foundBy !== 'root' && foundBy !== 'given' && actsByAddress(url)) return undefined;
      if (foundBy !== 'root' && isExcluded(url)) return undefined;
      if (isClosed && foundBy !== 'root' && foundBy !== 'given') return undefined;
      known.set(key, url);
      if (foundBy === 'root') waiting.addRoot({ url, foundBy });
      else waiting.add({ url, foundBy });
      return url;
    },
    nextWave(size) {
      if (!waiting.beginsWithRoot) mergeIdle();
      return waiting.nextWave(size);
    },
    putBack: (candidate) => waiting.add(candidate),
    joins(url, pageUrl) {
      idle.isSame(url, pageUrl);
      const [key, pageAt] = [keyOf(url), keyOf(pageUrl)];
      if (key === pageAt) return;
      const read = known.get(pageAt);
      if (read === undefined && known.size < MAX_KNOWN) known.set(pageAt, pageUrl);
      if (read !== undefined) waiting.delete(read);
      if (!known.has(key)) return;
      dropped.add(key);
      known.set(key, pageUrl);
    },
    isPage: (url) => idle.isPage(url),
    addressOf(url) {
      const key = keyOf(url);
      const isKnownAs = known.get(key);
      return isKnownAs !== undefined && keyOf(isKnownAs) === key ? isKnownAs : url;
    },
    leftOut,
    isNoPage(url) {
      const key = keyOf(url);
      const other = spellings.get(key);
      spellings.delete(key);
      if (other === undefined) {
        dropped.add(key);
        return;
      }
      known.set(key, other.url);
      waiting.add(other);
    },
    get discovered() {
      return known.size - dropped.size;
    },
  };
}
