/** The pages of a scan as the readers meet them: which hold text, which only list others, and what leads to each. */

import type { PageDigest } from '../model/page.ts';
import { FULL_WORDS } from '../model/score.ts';
import type { RobotsArtifact, Target, UaParityArtifact } from '../model/site.ts';
import { mayHoldContent, normaliseUrl } from '../parse/url/normalise-url.ts';
import { type LetIn, letInBy } from './access.ts';
import { type BlockWorth, ownText, ownWords } from './own-text.ts';
import type { LoggedPage, PageLog } from './page-log.ts';

export interface DeliveryInput {
  readonly target: Target;
  /** Pages in scan order, and the log of each. */
  readonly pages: readonly PageDigest[];
  readonly log: PageLog;
  readonly robotsTxt: RobotsArtifact | undefined;
  readonly uaParity: UaParityArtifact | undefined;
  /** Pages of this scan that the sitemap lists, normalised. */
  readonly listed: readonly string[];
}

/**
 * Where crawlable links exist, addresses behind scripts are often extras, not pages: at most this share of the pages
 * counts.
 */
const MAX_HIDDEN_SHARE = 0.25;

/** The pages of a scan as the readers meet them. */
export interface Site extends DeliveryInput {
  readonly letIn: LetIn;
  readonly worths: readonly (BlockWorth | undefined)[];
  /** By page: it is a short list of links to texts of this site, a way to them and no text itself. */
  readonly isShortList: readonly boolean[];
  readonly idOf: ReadonlyMap<string, number>;
  readonly pageAt: Int32Array;
  readonly root: number;
  /** How many pages bring a text. */
  readonly textPages: number;
  /** Distinct pages that link to each address. */
  readonly linkingPages: Uint32Array;
  readonly ways: { readonly links: boolean; readonly sitemap: boolean };
}

export function describeSite(input: DeliveryInput): Site {
  const { pages, log, target, listed } = input;
  const idOf = new Map(log.urls.map((url, id) => [url, id]));
  const pageAt = new Int32Array(log.urls.length).fill(-1);
  for (const [at, { url, finalUrl }] of pages.entries()) {
    for (const address of [normaliseUrl(finalUrl), url]) {
      const id = address === undefined ? undefined : idOf.get(address);
      if (id !== undefined && (pageAt[id] === -1 || address === url)) pageAt[id] = at;
    }
  }
  const linkingPages = new Uint32Array(log.urls.length);
  for (const { links } of log.pages)
    for (const id of new Set(links.targets)) linkingPages[id] = (linkingPages[id] ?? 0) + 1;
  const root = pages.findIndex(({ foundBy }) => foundBy === 'root');
  const worths = ownText(pages.map((digest, at) => ({ digest, blocks: log.pages[at]?.text?.blocks })));
  const isAlive = (page: PageDigest, at: number) => page.readable === 'yes' && at !== root;
  return {
    ...input,
    letIn: letInBy(
      input.robotsTxt,
      [...new Set([target.finalUrl, ...[...log.urls, ...listed].filter(mayHoldContent)])],
      pages.map(({ finalUrl }) => finalUrl),
    ),
    worths,
    isShortList: shortLists(pages, log, worths, (id) => pageAt[id] ?? -1),
    idOf,
    pageAt,
    root,
    textPages: log.pages.filter(isText).length,
    linkingPages,
    ways: {
      links: pages.some((page, at) => isAlive(page, at) && linksTo({ idOf, linkingPages }, page) > 0),
      sitemap: pages.some((page, at) => isAlive(page, at) && page.inSitemap),
    },
  };
}

export const isText = (page: LoggedPage | undefined): boolean => page?.text !== undefined;

/** A page to read, or an address that ought to be one. */
export const isOffered = ({ log, pages, isShortList }: Site, at: number): boolean =>
  (isText(log.pages[at]) && isShortList[at] !== true) || pages[at]?.readable === 'no';

/** Pages that link to a page, by either of its addresses. */
export function linksTo(
  { idOf, linkingPages }: Pick<Site, 'idOf' | 'linkingPages'>,
  { url, finalUrl }: PageDigest,
): number {
  const of = (address: string) => linkingPages[idOf.get(address) ?? -1] ?? 0;
  return Math.max(of(url), of(normaliseUrl(finalUrl) ?? url));
}

/** Pages that only scripts lead to: nothing lists or links them, so no reader has a way to them. */
export function scriptedOnly({ log, pages, listed, idOf, ways }: Site): string[] {
  const known = new Set([...listed, ...pages.flatMap(({ url, finalUrl }) => [url, finalUrl])]);
  const hidden = log.scripted.filter((url) => !known.has(url) && !idOf.has(url));
  return ways.links ? hidden.slice(0, Math.floor(MAX_HIDDEN_SHARE * pages.length)) : hidden;
}

/** Of the own words of a list, at least this share introduces other pages; its heading is the rest. */
const LISTED_SHARE = 0.5;

/**
 * Pages that only lead to texts of the same site in a few words, such as the posts under a tag or of a month. They are a way
 * and no text, so nothing is lost where they are short. The home page and pages that the caller asked for always count, and so
 * does a page that may hold more than its HTML: a page whose text is missing must not pass for a list.
 * @param pageAt the page at an address of the log, by the address's id; -1 for none
 */
export function shortLists(
  pages: readonly PageDigest[],
  log: PageLog,
  worths: readonly (BlockWorth | undefined)[],
  pageAt: (address: number) => number,
): boolean[] {
  const shapes = log.pages.map((page, at) => shapeOf(page, worths[at]));
  return pages.map(
    ({ foundBy }, at) =>
      foundBy !== 'root' &&
      foundBy !== 'given' &&
      shapes[at] === 'short-list' &&
      log.pages[at]?.text?.mayHoldMore === false &&
      log.pages[at].links.targets.some((address) => shapes[pageAt(address)] === 'text'),
  );
}

function shapeOf({ text }: LoggedPage, worth: BlockWorth | undefined): 'text' | 'short-list' | undefined {
  if (text === undefined || worth === undefined) return undefined;
  const own = ownWords(text.blocks, worth);
  const isList = own > 0 && own - text.wordsOutsideLists >= LISTED_SHARE * own;
  if (own < FULL_WORDS) return isList ? 'short-list' : undefined;
  return isList ? undefined : 'text';
}
