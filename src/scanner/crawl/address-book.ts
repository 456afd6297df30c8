import type { LoggedLinks } from '../delivery/page-log.ts';
import type { AddressesArtifact, DeadLink, PageAlias, PageDigest } from '../model/page.ts';
import { NO_DEAD_LINKS } from '../model/page.ts';
import { BLOCK } from '../parse/html/text-blocks.ts';
import { coverageKey, isSameWithFewerParameters, normaliseUrl, pageKey } from '../parse/url/normalise-url.ts';
import { isFurtherPageOf } from '../parse/url/page-number.ts';
import type { ReadPage } from './read-page.ts';

/** Of pages that lead to a dead address, and of dead addresses that a page leads to. */
const MAX_EXAMPLES = 10;

/** What an address that answered turned out to be. */
export type Place =
  | { readonly kind: 'page'; readonly url: string }
  /** Another address of a page that was read before. */
  | { readonly kind: 'alias'; readonly page: string }
  | { readonly kind: 'dead' };

/** Which addresses lead to which page: a page is its final URL, however many addresses lead there. */
export interface AddressBook {
  /** Takes every answer, in scan order. */
  place(read: ReadPage): Place;
  /** Takes another address of a page, which was not asked for. */
  isAlso(url: string, page: string): void;
  /** Takes an address for a dead one that had been placed as another address of a page. */
  isDead(address: Pick<PageDigest, 'url' | 'status' | 'inSitemap' | 'inLlmsTxt'>): void;
  /** The address under which a page or a dead link is known; the given one where nothing is known of it. */
  resolve(url: string): string;
  /**
   * The digests with what only all addresses tell: whether the page, under any of them, is linked and listed, and the
   * dead links it holds.
   */
  complete(visited: readonly PageDigest[], seen: SeenLinks): { digests: PageDigest[]; addresses: AddressesArtifact };
}

export interface SeenLinks {
  /** Addresses that some page links to. */
  readonly linked: ReadonlySet<string>;
  /** By page, in the order of the digests: ids of the addresses it links to. */
  readonly pages: readonly { readonly links: Pick<LoggedLinks, 'targets' | 'times'> }[];
  /** Addresses by id, as `resolve` answers them. */
  readonly urls: readonly string[];
}

/** What the listings of a site say of an address, in both forms. */
interface Listed {
  readonly inSitemap: boolean;
  readonly inLlmsTxt: boolean;
}

/**
 * @param scope prefix every page URL starts with
 * @param listedAs what the listings say of an address that was not asked for
 */
export function createAddressBook(
  scope: string,
  listedAs: (url: string) => Listed = () => ({ inSitemap: false, inLlmsTxt: false }),
): AddressBook {
  /** By page key, the page that is known under it. */
  const known = new Map<string, string>();
  const aliases = new Map<string, PageAlias>();
  const dead = new Map<string, Omit<DeadLink, 'sources'>>();
  const listed = createListed(listedAs);
  /** By coverage key, the first page that answered 200 there. */
  const readable = new Map<string, PageDigest>();
  /** By address without its query and text, the first page that has a text of its own there. */
  const texts = new Map<string, string>();

  const resolve = (url: string): string => (dead.has(url) ? url : (known.get(pageKey(url)) ?? url));

  function join(url: string, page: string, kind: PageAlias['kind'], canonical?: string): void {
    if (pageKey(url) === pageKey(page) || known.has(pageKey(url))) return;
    known.set(pageKey(url), page);
    aliases.set(url, { url, page, kind, canonical });
  }

  function joinHops({ page: { response, url } }: ReadPage, page: string): void {
    const hops = response.answered ? response.answer.hops : [];
    const asked = hops.map((hop) => normaliseUrl(hop.url)).filter((each) => each !== undefined);
    for (const each of [url, ...asked]) if (each.startsWith(scope)) join(each, page, 'redirect');
  }

  return {
    place(read) {
      const { page, verdict } = read;
      const { status } = verdict.digest;
      const { inSitemap, inLlmsTxt } = page;
      // What the caller named is graded as the page that it should be.
      if (page.foundBy !== 'root' && page.foundBy !== 'given' && (status === 404 || status === 410)) {
        dead.set(page.url, { url: page.url, status, inSitemap, inLlmsTxt });
        return { kind: 'dead' };
      }
      const asked = ownAddress(read, scope);
      const url = plainAddress(read, asked, scope) ?? asked;
      const text = textKey(read, url);
      const before =
        known.get(pageKey(url)) ??
        copyOf(readable, url, verdict.digest)?.url ??
        (text === undefined ? undefined : texts.get(text));
      const own = before ?? url;
      listed.note(own, { inSitemap, inLlmsTxt }, own !== asked);
      if (before !== undefined) {
        if (!known.has(pageKey(asked))) join(asked, before, 'copy', canonicalOf(verdict.digest));
        joinHops(read, before);
        return { kind: 'alias', page: before };
      }
      known.set(pageKey(url), url);
      if (text !== undefined) texts.set(text, url);
      if (url !== asked) join(asked, url, 'copy', canonicalOf(verdict.digest));
      const key = coverageKey(url);
      if (isWhole(verdict.digest) && !readable.has(key)) readable.set(key, { ...verdict.digest, url });
      if (url !== page.url) joinHops(read, url);
      return { kind: 'page', url };
    },
    isAlso(url, page) {
      listed.note(resolve(page), listedAs(url), false);
    },
    isDead({ url, status, inSitemap, inLlmsTxt }) {
      aliases.delete(url);
      dead.set(url, { url, status, inSitemap, inLlmsTxt });
    },
    resolve,
    complete(visited, { linked, pages, urls }) {
      const linkedPages = new Set([...linked].map(resolve));
      const deadIds = new Set(urls.flatMap((url, id) => (dead.has(url) ? [id] : [])));
      const sources = new Map<string, { count: number; examples: string[] }>();
      const digests = visited.map((digest, at): PageDigest => {
        const { targets = NO_LINKS, times = NO_LINKS } = pages[at]?.links ?? {};
        const held = [...new Set(targets)].filter((id) => deadIds.has(id)).map((id) => urls[id] ?? '');
        const count = [...targets].reduce((sum, id, link) => sum + (deadIds.has(id) ? (times[link] ?? 1) : 0), 0);
        for (const url of held) {
          const source = sources.get(url) ?? { count: 0, examples: [] };
          source.count += 1;
          if (source.examples.length < MAX_EXAMPLES) source.examples.push(digest.url);
          sources.set(url, source);
        }
        return {
          ...digest,
          ...listed.of(digest.url),
          isLinked: linkedPages.has(digest.url),
          deadLinks: held.length === 0 ? NO_DEAD_LINKS : { count, examples: held.sort().slice(0, MAX_EXAMPLES) },
        };
      });
      const deadLinks = [...dead.values()].map((link) => ({ ...link, sources: sources.get(link.url) ?? NO_SOURCES }));
      return {
        digests,
        addresses: { aliases: [...aliases.values()].sort(byUrl), deadLinks: deadLinks.sort(byUrl) },
      };
    },
  };
}

/** What the listings say of pages, under any of their addresses. */
function createListed(listedAs: (url: string) => Listed) {
  const listed = new Map<string, Listed>();
  return {
    of: (page: string) => listed.get(page),
    /** @param isOther the listings were not asked about the page's own address */
    note(page: string, { inSitemap, inLlmsTxt }: Listed, isOther: boolean): void {
      const flags = listed.get(page) ?? (isOther ? listedAs(page) : undefined);
      listed.set(page, {
        inSitemap: inSitemap || flags?.inSitemap === true,
        inLlmsTxt: inLlmsTxt || flags?.inLlmsTxt === true,
      });
    },
  };
}

const NO_LINKS: ArrayLike<number> & Iterable<number> = [];
const NO_SOURCES: DeadLink['sources'] = { count: 0, examples: [] };
const byUrl = (a: { readonly url: string }, b: { readonly url: string }): number => (a.url < b.url ? -1 : 1);

/** Where redirects end. A wall stays where it was met: the sign-in it leads to is no address of the page behind it. */
function ownAddress({ page, verdict }: ReadPage, scope: string): string {
  const isWalled = verdict.records.some(({ id, status }) => id === 'P4' && status === 'fail');
  const final = normaliseUrl(verdict.digest.finalUrl);
  return isWalled || final === undefined || !final.startsWith(scope) ? page.url : final;
}

/**
 * The address that a page gives itself without some parameters of the one that was asked for: a session, a campaign or the place
 * where the link was. Undefined where it names another page or has no parameters.
 */
function plainAddress({ page, verdict: { digest } }: ReadPage, asked: string, scope: string): string | undefined {
  if (page.foundBy === 'root' || page.foundBy === 'given') return undefined;
  const canonical = canonicalOf(digest);
  const plain = canonical === undefined || !isWhole(digest) ? undefined : normaliseUrl(canonical);
  if (plain === undefined || plain === asked || !plain.startsWith(scope)) return undefined;
  // Page 2 of a list often names page 1, and has other links.
  return isSameWithFewerParameters(plain, asked) && !isFurtherPageOf(asked, plain) ? plain : undefined;
}

/** With fewer words a text is no sign that two addresses have one page: a shell that scripts fill is the same for all. */
const MIN_WORDS_OF_TEXT = 20;
const MIN_WORDS_BESIDE_SCRIPTS = 60;

/** Equal for addresses that differ in parameters only and have one title and text; undefined where the text is no sign. */
function textKey({ verdict: { digest, text } }: ReadPage, url: string): string | undefined {
  if (!isWhole(digest) || text === undefined) return undefined;
  const { words, places } = text.blocks;
  const own = words.reduce((sum, count, at) => (((places[at] ?? 0) & BLOCK.chrome) === 0 ? sum + count : sum), 0);
  const { origin, pathname } = new URL(url);
  return own < (text.mayHoldMore ? MIN_WORDS_BESIDE_SCRIPTS : MIN_WORDS_OF_TEXT)
    ? undefined
    : [origin + pathname, digest.contentHash, digest.title].join('\n');
}

const isWhole = ({ readable, status }: PageDigest): boolean => readable === 'yes' && status === 200;

/** The page that answers the same text under the same address but for a final slash, `.html` or `index`. */
function copyOf(pages: ReadonlyMap<string, PageDigest>, url: string, digest: PageDigest): PageDigest | undefined {
  const other = isWhole(digest) ? pages.get(coverageKey(url)) : undefined;
  return other?.contentHash === digest.contentHash && other.title === digest.title ? other : undefined;
}

const canonicalOf = ({ canonicals }: PageDigest): string | undefined =>
  canonicals.find(({ url }) => url !== undefined)?.url;
