import type { LoggedLinks } from '../delivery/page-log.ts';
import type { AddressesArtifact, DeadLink, PageAlias, PageDigest } from '../model/page.ts';
import { NO_DEAD_LINKS } from '../model/page.ts';
import { coverageKey, normaliseUrl, pageKey } from '../parse/url/normalise-url.ts';
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
  readonly pages: readonly { readonly links: Pick<LoggedLinks, 'targets'> }[];
  /** Addresses by id, as `resolve` answers them. */
  readonly urls: readonly string[];
}

/** @param scope prefix every page URL starts with */
export function createAddressBook(scope: string): AddressBook {
  /** By page key, the page that is known under it. */
  const known = new Map<string, string>();
  const aliases = new Map<string, PageAlias>();
  const dead = new Map<string, Omit<DeadLink, 'sources'>>();
  const listed = new Map<string, { inSitemap: boolean; inLlmsTxt: boolean }>();
  /** By coverage key, the first page that answered 200 there. */
  const readable = new Map<string, PageDigest>();

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
      const url = ownAddress(read, scope);
      const before = known.get(pageKey(url)) ?? copyOf(readable, url, verdict.digest)?.url;
      const own = before ?? url;
      const flags = listed.get(own);
      listed.set(own, {
        inSitemap: inSitemap || flags?.inSitemap === true,
        inLlmsTxt: inLlmsTxt || flags?.inLlmsTxt === true,
      });
      if (before !== undefined) {
        if (!known.has(pageKey(url))) join(url, before, 'copy', canonicalOf(verdict.digest));
        joinHops(read, before);
        return { kind: 'alias', page: before };
      }
      known.set(pageKey(url), url);
      const key = coverageKey(url);
      if (isWhole(verdict.digest) && !readable.has(key)) readable.set(key, { ...verdict.digest, url });
      if (url !== page.url) joinHops(read, url);
      return { kind: 'page', url };
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
        const held = [...new Set(pages[at]?.links.targets)].filter((id) => deadIds.has(id)).map((id) => urls[id] ?? '');
        for (const url of held) {
          const source = sources.get(url) ?? { count: 0, examples: [] };
          source.count += 1;
          if (source.examples.length < MAX_EXAMPLES) source.examples.push(digest.url);
          sources.set(url, source);
        }
        return {
          ...digest,
          ...listed.get(digest.url),
          isLinked: linkedPages.has(digest.url),
          deadLinks:
            held.length === 0 ? NO_DEAD_LINKS : { count: held.length, examples: held.sort().slice(0, MAX_EXAMPLES) },
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

const NO_SOURCES: DeadLink['sources'] = { count: 0, examples: [] };
const byUrl = (a: { readonly url: string }, b: { readonly url: string }): number => (a.url < b.url ? -1 : 1);

/** Where redirects end. A wall stays where it was met: the sign-in it leads to is no address of the page behind it. */
function ownAddress({ page, verdict }: ReadPage, scope: string): string {
  const isWalled = verdict.records.some(({ id, status }) => id === 'P4' && status === 'fail');
  const final = normaliseUrl(verdict.digest.finalUrl);
  return isWalled || final === undefined || !final.startsWith(scope) ? page.url : final;
}

const isWhole = ({ readable, status }: PageDigest): boolean => readable === 'yes' && status === 200;

/** The page that answers the same text under the same address but for a final slash, `.html` or `index`. */
function copyOf(pages: ReadonlyMap<string, PageDigest>, url: string, digest: PageDigest): PageDigest | undefined {
  const other = isWhole(digest) ? pages.get(coverageKey(url)) : undefined;
  return other?.contentHash === digest.contentHash && other.title === digest.title ? other : undefined;
}

const canonicalOf = ({ canonicals }: PageDigest): string | undefined =>
  canonicals.find(({ url }) => url !== undefined)?.url;
