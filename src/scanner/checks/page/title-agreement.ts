import { foldSpaces } from '../../parse/html/walk.ts';

/** What sites put between a page's title and their own name. */
const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » ', ': '];
/** Share of the shorter text's words that the other must have. */
const MIN_SHARE = 0.5;
const MAX_CHARS = 500;

/** Whether a headline and one of the page's titles speak of the same thing, whatever name the site adds to its titles. */
export function agreesWithTitle(headline: string, titles: readonly string[]): boolean {
  return titles.some((title) => [title, ...longestParts(title)].some((part) => isAlike(headline, part)));
}

/** The site's own name is the shorter part. */
function longestParts(title: string): string[] {
  return SEPARATORS.map((separator) =>
    title
      .slice(0, MAX_CHARS)
      .split(separator)
      .reduce((longest, part) => (part.length > longest.length ? part : longest)),
  );
}

function isAlike(a: string, b: string): boolean {
  const [left, right] = [wordsOf(a), wordsOf(b)];
  const [shorter, longer] = left.size <= right.size ? [left, right] : [right, left];
  if (shorter.size === 0) return false;
  const shared = [...shorter].filter((word) => longer.has(word)).length;
  return shared / shorter.size >= MIN_SHARE;
}

/** Lower-case words; each character by itself in scripts without spaces. */
function wordsOf(text: string): ReadonlySet<string> {
  const spaced = foldSpaces(text.slice(0, MAX_CHARS).toLowerCase().normalize('NFKC')).replace(
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu,
    ' $& ',
  );
  return new Set(spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''));
}
