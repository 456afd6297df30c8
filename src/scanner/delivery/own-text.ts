import { parseUrl } from '../../parse-url.ts';
import type { PageDigest } from '../model/page.ts';
import { BLOCK, type TextBlocks } from '../parse/html/text-blocks.ts';

/** With fewer distinct pages a block's repetition proves nothing, so landmarks identify the frame. */
const MIN_PAGES = 4;
/** A block on more than this share of the pages is frame. */
const FRAME_SHARE = 0.5;
/** Worth of a block's words where another page has shown it before. */
const REPEATED_WORTH = 0.5;

/** What each block of a page is worth: 0 for the frame, 1 for text of its own, less for text that other pages have too. */
export type BlockWorth = readonly number[];

interface Counted {
  /** Groups of pages that have the block, and the first of them. */
  groups: number;
  readonly first: number;
  last: number;
}

/**
 * Removes the frame: blocks that are on more than half of the pages, and all navigation. Versions and translations of a
 * page count as one page here; an identical copy is worth as much as the first.
 * @param pages in scan order; undefined for a page without text
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
  const counts = new Map<number, Counted>();
  for (const [at, { blocks }] of pages.entries()) {
    const group = groups[at] ?? -1;
    for (const hash of blocks?.hashes ?? []) {
      const counted = counts.get(hash);
      if (counted === undefined) counts.set(hash, { groups: 1, first: group, last: group });
      else if (counted.last !== group) {
        counted.groups += 1;
        counted.last = group;
      }
    }
  }
  const hasPattern = groupIds.size >= MIN_PAGES;
  const frame = hasPattern ? BLOCK.navigation : BLOCK.chrome;
  return pages.map(({ blocks }, at) => {
    if (blocks === undefined) return undefined;
    return Array.from(blocks.hashes, (hash, block) => {
      if (((blocks.places[block] ?? 0) & frame) !== 0) return 0;
      const counted = counts.get(hash);
      if (counted === undefined || counted.groups <= 1) return 1;
      if (hasPattern && counted.groups > FRAME_SHARE * groupIds.size) return 0;
      return counted.first === groups[at] ? 1 : REPEATED_WORTH;
    });
  });
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
