/**
 * The pages of a scan as the readers meet them: the text of their own, pages that only list others, and the ways to
 * each.
 */

import { parseUrl } from '../../basics/parse-url.ts';
import type { PageDigest } from '../model/page.ts';
import { FULL_WORDS } from '../model/score.ts';
import type { RobotsArtifact, Target, UaParityArtifact } from '../model/site.ts';
import { BLOCK, type TextBlocks } from '../parse/html/text-blocks.ts';
import { mayHoldContent, normaliseUrl } from '../parse/url/normalise-url.ts';
import { type LetIn, letInBy } from './access.ts';
import type { LoggedPage, PageLog } from './page-log.ts';
import { ownAnswers } from './signs/gone.ts';
import type { SignPage } from './signs/sign.ts';
import { type Sign, signsOf } from './signs/signs.ts';

export interface DeliveryInput {
  readonly target: Target;
  /** Pages in scan order, and the log of each. */
  readonly pages: readonly PageDigest[];
  readonly log: PageLog;
  readonly robotsTxt: RobotsArtifact | undefined;
  readonly uaParity: UaParityArtifact | undefined;
  /** Pages of this scan that the sitemap lists, normalised. */
  readonly listed: readonly string[];
  /** Of the pages that an agent opens for one question, the share that a limit of requests keeps back, 0 to 1. */
  readonly limited: number;
}

/**
 * Where crawlable links exist, addresses behind scripts are often extras, not pages: at most this share of the pages
 * counts. Where there are more of them than pages, they are the site.
 */
const MAX_HIDDEN_SHARE = 0.25;

/** The pages of a scan as the readers meet them. */
export interface Site extends DeliveryInput {
  readonly letIn: LetIn;
  readonly worths: readonly (BlockWorth | undefined)[];
  /** By page: the signs that text of it is missing; none where it has no text to read. */
  readonly signs: readonly (readonly Sign[])[];
  /** By page: the share that is an answer of its own, below 1 where it is gone and answers 200. */
  readonly ownAnswers: readonly number[];
  /** By page: it is a short list of links to texts of this site, a way to them and no text itself. */
  readonly isShortList: readonly boolean[];
  readonly idOf: ReadonlyMap<string, number>;
  readonly pageAt: Int32Array;
  readonly root: number;
  /** How many pages bring a text. */
  readonly textPages: number;
  /**
   * Of the pages that the sitemap alone names and that are gone, the share that represents pages of which no address is known,
   * 0 to 1: as the site is, and once no link leads to a page that is gone.
   */
  readonly moved: { readonly now: number; readonly unlinked: number };
  /** Distinct pages that link to each address. */
  readonly linkingPages: Uint32Array;
  /** Addresses with a slash at their end that pages link to and that show a wall in place of their text and links. */
  readonly walledFolders: ReadonlySet<string>;
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
  const itemsBelow = countBelow(pages);
  const isAlive = (page: PageDigest, at: number) => page.readable === 'yes' && at !== root;
  return {
    ...input,
    letIn: letInBy(
      input.robotsTxt,
      [...new Set([target.finalUrl, ...[...log.urls, ...listed].filter(mayHoldContent)])],
      pages.map(({ finalUrl }) => finalUrl),
    ),
    worths,
    signs: log.pages.map(({ text }, at) => {
      const worth = worths[at];
      if (text === undefined || worth === undefined || text.isNoscript) return [];
      return signsOf(withKnownItems(text.signs, itemsBelow[at] ?? 0), ownWords(text.blocks, worth));
    }),
    ownAnswers: ownAnswers(pages),
    isShortList: shortLists(pages, log, worths, (id) => pageAt[id] ?? -1),
    idOf,
    pageAt,
    root,
    textPages: log.pages.filter(isText).length,
    linkingPages,
    walledFolders: new Set(
      pages.flatMap((page, at) => {
        const isWalled = log.pages[at]?.faults.includes('P4') === true && linksTo({ idOf, linkingPages }, page) > 0;
        return isWalled && at !== root && page.finalUrl.endsWith('/') ? [page.finalUrl] : [];
      }),
    ),
    moved: movedShares(pages, listed.length, (page) => linksTo({ idOf, linkingPages }, page) > 0),
    ways: {
      links: pages.some((page, at) => isAlive(page, at) && linksTo({ idOf, linkingPages }, page) > 0),
      sitemap: pages.some((page, at) => isAlive(page, at) && page.inSitemap),
    },
  };
}

/** A sitemap may be a little out of date: up to this number or share of its dead URLs are pages that were removed. */
const FEW_DEAD = 2;
const DEAD_SHARE = 0.1;

/** Named by the sitemap alone, and gone. */
const isGoneFromSitemap = (
  { status, foundBy, inSitemap }: Pick<PageDigest, 'status' | 'foundBy' | 'inSitemap'>,
  isLinked: boolean,
): boolean => (status === 404 || status === 410) && inSitemap && !isLinked && foundBy !== 'root' && foundBy !== 'given';

/**
 * Where much of a sitemap is gone, the pages have moved. Each page that links lead to and the sitemap lacks may be one of
 * them at its new address; nothing leads to the others.
 */
function movedShares(
  pages: readonly PageDigest[],
  listed: number,
  isLinked: (page: PageDigest) => boolean,
): Site['moved'] {
  const found = pages.filter((page) => page.readable === 'yes' && !page.inSitemap && isLinked(page)).length;
  const shareOf = (gone: number) => {
    const lost = gone - found;
    return lost <= Math.max(FEW_DEAD, DEAD_SHARE * listed) ? 0 : lost / gone;
  };
  return {
    now: shareOf(pages.filter((page) => isGoneFromSitemap(page, isLinked(page))).length),
    unlinked: shareOf(pages.filter((page) => isGoneFromSitemap(page, false)).length),
  };
}

/**
 * What an address counts of which the sitemap says that it is a page, and that is gone without a redirect to where that is now;
 * 0 for any other.
 * @param isUnlinked the links to it are taken away
 */
export function movedShare(site: Site, digest: PageDigest | undefined, isUnlinked = false): number {
  if (digest === undefined) return 0;
  const share = isUnlinked ? site.moved.unlinked : site.moved.now;
  return share > 0 && isGoneFromSitemap(digest, !isUnlinked && linksTo(site, digest) > 0) ? share : 0;
}

/** Of each page, how many readable pages have an address below its own. */
function countBelow(pages: readonly PageDigest[]): number[] {
  const folderOf = (path: string) => path.replace(/\/(?:index\.\w{2,5})?$/, '');
  const below = new Map<string, number>();
  for (const { finalUrl, readable } of pages) {
    if (readable !== 'yes') continue;
    const path = folderOf(new URL(finalUrl).pathname);
    const folder = path.slice(0, path.lastIndexOf('/'));
    below.set(folder, (below.get(folder) ?? 0) + 1);
  }
  return pages.map(({ finalUrl }) => below.get(folderOf(new URL(finalUrl).pathname)) ?? 0);
}

/** Items of a list that are pages of their own and known by another way are not lost with it. */
function withKnownItems(page: SignPage, known: number): SignPage {
  const { more } = page.missing;
  if (known === 0 || (more.counts === undefined ? more.items === 0 : known <= more.counts.shown)) return page;
  const counts = more.counts === undefined || known >= more.counts.all ? undefined : { ...more.counts, shown: known };
  const items = counts === undefined ? 0 : more.items;
  return { ...page, missing: { ...page.missing, more: { ...more, counts, items } } };
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
  const areExtras = ways.links && hidden.length <= pages.length;
  return areExtras ? hidden.slice(0, Math.floor(MAX_HIDDEN_SHARE * pages.length)) : hidden;
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

/** With fewer distinct pages a block's repetition proves nothing, so landmarks identify the frame. */
const MIN_PAGES = 4;
/** A block on more than this share of the pages is frame. */
const FRAME_SHARE = 0.5;
/** Worth of a block's words on each page that has it beyond the first; shared evenly, so that no order decides. */
const REPEATED_WORTH = 0.5;

/** What each block of a page is worth: 1 for text of its own, less for text that other pages have too, 0 for the frame. */
export type BlockWorth = readonly number[];

interface Counted {
  /** Groups of pages that have the block, and the one whose own it is: that of the root, else of the first address. */
  groups: number;
  home: number;
  last: number;
}

/**
 * Removes the frame: blocks that are on more than half of the pages, and all navigation. One page has the text of the frame
 * in full, since it is there once. Versions and translations of a page count as one page here; an identical copy is worth as
 * much as the first. Depends on the pages alone, and not on their order.
 * @param pages undefined blocks for a page without text
 */
export function ownText(
  pages: readonly { readonly digest: PageDigest; readonly blocks: TextBlocks | undefined }[],
): (BlockWorth | undefined)[] {
  const groupIds = new Map<string, number>();
  const groups = pages.map(({ digest, blocks }) => {
    if (blocks === undefined) return -1;
    const key = textGroup(digest, blocks);
    const id = groupIds.get(key) ?? groupIds.size;
    groupIds.set(key, id);
    return id;
  });
  const counts = countBlocks(pages, groups);
  const hasPattern = groupIds.size >= MIN_PAGES;
  const frame = hasPattern ? BLOCK.navigation : BLOCK.chrome;
  return pages.map(({ blocks }, at) => {
    if (blocks === undefined) return undefined;
    return Array.from(blocks.hashes, (hash, block) => {
      if (((blocks.places[block] ?? 0) & frame) !== 0) return 0;
      const counted = counts.get(hash);
      if (counted === undefined || counted.groups <= 1) return 1;
      if (hasPattern && counted.groups > FRAME_SHARE * groupIds.size) return counted.home === groups[at] ? 1 : 0;
      return (1 + REPEATED_WORTH * (counted.groups - 1)) / counted.groups;
    });
  });
}

/** How many groups of pages have each block: pages in the order of their groups, the root's first. */
function countBlocks(pages: Parameters<typeof ownText>[0], groups: readonly number[]): ReadonlyMap<number, Counted> {
  const firsts = new Map<number, string>();
  for (const [at, { digest }] of pages.entries()) {
    const key = digest.foundBy === 'root' ? '' : digest.finalUrl;
    const group = groups[at] ?? -1;
    const known = firsts.get(group);
    if (known === undefined || key < known) firsts.set(group, key);
  }
  const byGroup = pages
    .map(({ blocks }, at) => ({ blocks, group: groups[at] ?? -1 }))
    .sort((a, b) => {
      const [one, other] = [firsts.get(a.group) ?? '', firsts.get(b.group) ?? ''];
      return one < other ? -1 : one > other ? 1 : a.group - b.group;
    });
  const counts = new Map<number, Counted>();
  for (const { blocks, group } of byGroup) {
    for (const hash of blocks?.hashes ?? []) {
      const counted = counts.get(hash);
      if (counted === undefined) counts.set(hash, { groups: 1, home: group, last: group });
      else if (counted.last !== group) {
        counted.groups += 1;
        counted.last = group;
      }
    }
  }
  return counts;
}

/** Words of its own in the blocks of a page, or in some of them. */
export function ownWords(
  { words }: Pick<TextBlocks, 'words'>,
  worth: BlockWorth,
  inView: (at: number) => boolean = () => true,
): number {
  let own = 0;
  for (let at = 0; at < worth.length; at += 1) if (inView(at)) own += (worth[at] ?? 0) * (words[at] ?? 0);
  return own;
}

/** Fewer words are no text that could be a copy of another. */
const MIN_WORDS = 40;
const VERSION = /^v?\d+(?:\.(?:\d+|x)){0,3}$/;
const VERSION_NAMES = new Set(['latest', 'stable', 'current', 'next', 'main', 'master', 'dev', 'edge', 'nightly']);
const LOCALE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/;

/**
 * Pages with the same key are one page in several forms: copies of one text, versions of it, or translations. Their texts
 * are not held against each other. A text that several paths answer with is no copy: a wall, mostly.
 */
function textGroup({ url, finalUrl, hreflangs, canonicals }: PageDigest, blocks: TextBlocks): string {
  const path = neutralPath(finalUrl, hreflangs.length > 0);
  if (path !== undefined) return `path ${path}`;
  const original = parseUrl(canonicals[0]?.url ?? finalUrl)?.pathname ?? finalUrl;
  const words = blocks.words.reduce((sum, count) => sum + count, 0);
  return words < MIN_WORDS ? `url ${url}` : `copy ${original} ${signature(blocks)}`;
}

/** The address without its version or language; undefined where it has neither. */
function neutralPath(url: string, hasTranslations: boolean): string | undefined {
  const parts = (parseUrl(url)?.pathname ?? '').split('/');
  let changed = false;
  const neutral = parts.map((part, at) => {
    const name = part.toLowerCase();
    const isLast = at === parts.length - 1;
    const isVersion = !isLast && (VERSION.test(name) || VERSION_NAMES.has(name));
    // Two letters are a language where they come first or where the page names its translations.
    const isLocale = !isLast && (at === 1 || hasTranslations) && LOCALE.test(name);
    if (!isVersion && !isLocale) return part;
    changed = true;
    return '*';
  });
  return changed ? neutral.join('/') : undefined;
}

function signature({ hashes }: TextBlocks): string {
  let hash = 2166136261;
  for (const block of hashes) hash = Math.imul(hash ^ block, 16777619);
  return `${hash >>> 0} ${hashes.length}`;
}
