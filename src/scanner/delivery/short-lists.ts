import type { PageDigest } from '../model/page.ts';
import { FULL_WORDS } from '../model/score.ts';
import { type BlockWorth, ownWords } from './own-text.ts';
import type { LoggedPage, PageLog } from './page-log.ts';

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
