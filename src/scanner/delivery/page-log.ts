/** What a crawl keeps of its pages for the delivered share, and which fixes that share is measured under. */

import type { CheckRecord } from '../model/result.ts';
import { coarse, type TextBlocks } from '../parse/html/text-blocks.ts';
import { normaliseUrl } from '../parse/url/normalise-url.ts';
import type { SignPage } from './signs/sign.ts';

/**
 * Checks whose fix is taken as made: their factors are measured as if it were. A set of check ids; on a page only those count
 * that find a fault there.
 */
export type Mends = ReadonlySet<string>;

export const NOTHING_MENDED: Mends = new Set();

/** Checks whose fix lets more text reach a reader, and of which a page can tell whether it needs it. */
export const PAGE_MENDS: ReadonlySet<string> = new Set([
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P7',
  'P8',
  'P9',
  'P17',
  'P18',
  'P22',
  'P23',
  'P25',
  'P26',
  'P27',
  'P28',
]);

/** A link of a page as the readers meet it. */
export interface PageLink {
  readonly url: string;
  /** Characters of Markdown before it. */
  readonly at: number;
  /** Its words or its address say where it leads. */
  readonly isDescribed: boolean;
  /** How many links of the page lead there. */
  readonly times: number;
}

/** A Markdown version that a reader gets by asking for it. */
export interface TwinText {
  readonly words: number;
  readonly chars: number;
  /** `negotiation`: in place of the HTML, to all who prefer it; `declared`: by a link of the page or of llms.txt. */
  readonly via: 'negotiation' | 'declared';
  /** It says what the page says. */
  readonly agrees: boolean;
  /**
   * Share of the page's headings and sentences that it contains, 0 to 1; 1 where it has nearly all, or the share is
   * unknown.
   */
  readonly brought: number;
}

/** All that is kept of a page's text until every page is read: numbers and hashes, no text. */
export interface PageText {
  readonly blocks: TextBlocks;
  /** The blocks are those of `noscript`, which readers of the accessibility tree do not see. */
  readonly isNoscript: boolean;
  /** All links of the page are in `noscript`, too. */
  readonly leadsOnInNoscript: boolean;
  /** Images of the content that nothing is said of. */
  readonly muteImages: number;
  /** Words of the content outside lists of links, cards and teasers of other pages; those of the frame too. */
  readonly wordsOutsideLists: number;
  /** Something on it may hold text that is not in its HTML: scripts that fill it, frames, images that nothing is said of. */
  readonly mayHoldMore: boolean;
  /** Share of the words that the declared encoding leaves intact, 0 to 1. */
  readonly intactShare: number;
  /** It asks for a password and has little else. */
  readonly isSignIn: boolean;
  /** What shows that text is missing. */
  readonly signs: SignPage;
  readonly twin: TwinText | undefined;
  readonly links: readonly PageLink[];
  /** Absolute addresses that only a script leads to: click handlers and routes behind a hash. */
  readonly scripted: readonly string[];
}

/** A page's links in columns of equal length: ids of addresses, characters before the link, 1 for one that says where it leads, and how many there are. */
export interface LoggedLinks {
  readonly targets: Uint32Array;
  readonly ats: Uint32Array;
  readonly described: Uint8Array;
  readonly times: Uint16Array;
}

/** Where a page leads that only sends its reader on: by its links, and by itself for readers that follow a refresh. */
export interface Signpost {
  readonly links: readonly string[];
  readonly refresh: string | undefined;
}

export interface LoggedPage {
  readonly text: Omit<PageText, 'links' | 'scripted'> | undefined;
  readonly links: LoggedLinks;
  /** Address that it refreshes to, by id; undefined where it does not. */
  readonly refresh: number | undefined;
  /** Why there is no page to read, where the answer's status does not say it. */
  readonly problem: PageProblem | undefined;
  /** Checks with a fault here whose fix would let more text arrive. */
  readonly faults: readonly string[];
}
/** `signpost`: it only sends its reader on. `redirects`: more than our client follows. */
export type PageProblem = 'challenge' | 'signpost' | 'redirects' | 'redirect-circle';

/** What a crawl keeps for the delivered share, in the order of its pages. */
export interface PageLog {
  readonly pages: readonly LoggedPage[];
  /** Addresses of the site that pages link to, by id. */
  readonly urls: readonly string[];
  /** Addresses of the site that only scripts lead to, some of which links may lead to elsewhere. */
  readonly scripted: readonly string[];
}

/** The checks that find a fault, by id. */
export const faultsOf = (records: readonly Pick<CheckRecord, 'id' | 'status'>[]): string[] =>
  records.flatMap(({ id, status }) => (status === 'fail' || status === 'warn' ? [id] : []));

const MAX_URLS = 100_000;
/** Blocks kept over all pages, some 30 MB; later pages are kept in few blocks each. */
const MAX_BLOCKS = 2_500_000;
const COARSE_BLOCKS = 200;
const MAX_SCRIPTED = 2000;

/** @param isPage whether an address is one of a page of this scan */
export function createPageLog(isPage: (url: string) => boolean): {
  add(
    text: PageText | undefined,
    problem: PageProblem | undefined,
    found?: { readonly faults?: readonly string[]; readonly signpost?: Signpost | undefined },
  ): void;
  /** @param resolve the address under which the page at an address is known */
  value(resolve?: (url: string) => string): PageLog;
} {
  const pages: LoggedPage[] = [];
  const urls: string[] = [];
  const ids = new Map<string, number>();
  const idOf = (href: string): number | undefined => {
    const known = ids.get(href);
    if (known !== undefined) return known;
    const url = normaliseUrl(href);
    if (url === undefined || urls.length >= MAX_URLS || !isPage(url)) return undefined;
    let id = ids.get(url);
    if (id === undefined) {
      id = urls.length;
      urls.push(url);
      ids.set(url, id);
    }
    return id;
  };
  let blockCount = 0;
  const bounded = (blocks: TextBlocks): TextBlocks => {
    const kept = blockCount + blocks.hashes.length <= MAX_BLOCKS ? blocks : coarse(blocks, COARSE_BLOCKS);
    blockCount += kept.hashes.length;
    return kept;
  };
  const scripted = new Set<string>();
  const noteScripted = (address: string): void => {
    const url = normaliseUrl(address);
    if (url !== undefined && scripted.size < MAX_SCRIPTED && isPage(url)) scripted.add(url);
  };
  const logLinks = (links: readonly PageLink[]): LoggedLinks => {
    const kept = links.flatMap((link) => {
      const id = idOf(link.url);
      return id === undefined ? [] : [{ ...link, id }];
    });
    return {
      targets: Uint32Array.from(kept, ({ id }) => id),
      ats: Uint32Array.from(kept, ({ at }) => at),
      described: Uint8Array.from(kept, ({ isDescribed }) => (isDescribed ? 1 : 0)),
      times: Uint16Array.from(kept, ({ times }) => times),
    };
  };
  return {
    add(text, problem, { faults: found = [], signpost } = {}) {
      const faults = found.filter((id) => PAGE_MENDS.has(id));
      if (text === undefined) {
        const ways = signpost?.links.map((url) => ({ url, at: 0, isDescribed: true, times: 1 })) ?? [];
        const refresh = signpost?.refresh === undefined ? undefined : idOf(signpost.refresh);
        pages.push({ text: undefined, links: logLinks(ways), refresh, problem, faults });
        return;
      }
      const { links, scripted: addresses, ...rest } = text;
      for (const address of addresses) noteScripted(address);
      pages.push({
        text: { ...rest, blocks: bounded(rest.blocks) },
        links: logLinks(links),
        refresh: undefined,
        problem,
        faults,
      });
    },
    value: (resolve = (url) => url) => ({ ...resolved(pages, urls, resolve), scripted: [...scripted].sort() }),
  };
}

/** The log with each address written as the one under which its page is known. */
function resolved(
  pages: readonly LoggedPage[],
  urls: readonly string[],
  resolve: (url: string) => string,
): Pick<PageLog, 'pages' | 'urls'> {
  const ids = new Map<string, number>();
  const idOf = Uint32Array.from(urls, (url) => {
    const page = resolve(url);
    const id = ids.get(page) ?? ids.size;
    ids.set(page, id);
    return id;
  });
  const resolveLinks = (links: LoggedLinks): LoggedLinks => ({
    ...links,
    targets: links.targets.map((id) => idOf[id] ?? id),
  });
  const resolvedPages = pages.map((page) => ({
    ...page,
    links: resolveLinks(page.links),
    refresh: page.refresh === undefined ? undefined : (idOf[page.refresh] ?? page.refresh),
  }));
  return { pages: resolvedPages, urls: [...ids.keys()] };
}
