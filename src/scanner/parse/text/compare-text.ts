import { parseUrl } from '../../../basics/parse-url.ts';
import { titleOf } from '../html/rough-html.ts';

/** Marks of emphasis and code, escapes, and characters that show nothing: in a rendered page they are not there. */
const DROPPED = /[*_~`\\\u00ad\u200b-\u200d\u2060\ufeff]/g;
const NOT_WORDS = /[^\p{L}\p{N}\p{M}]+/gu;
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}';
const BESIDE_UNSPACED = new RegExp(`(?<=[${UNSPACED}]) | (?=[${UNSPACED}])`, 'gu');

/**
 * A text as words alone: lower-case, one space between words, none around scripts that write no spaces. Two renderings
 * of one sentence come out equal, whatever their punctuation and markup. Trimmed.
 */
export function comparableText(text: string): string {
  if (ASCII.test(text))
    return text
      .replace(/[*_~`\\]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim();
  const words = text.replace(DROPPED, '').toLowerCase().normalize('NFC').replace(NOT_WORDS, ' ').trim();
  // Most texts have no such script in them, and a look costs less than the replacement.
  return /[\u0e00-\uffff]/.test(words) ? words.replace(BESIDE_UNSPACED, '') : words;
}

/** Most short texts: the rules for them look at no tables of Unicode. */
const ASCII = /^[\0-\x7f]*$/;

const RUN = 6;
/** Only so much of a long sentence is looked for in runs. */
const MAX_RUNS = 10;

/** Whether a comparable text is found in another: whole, or half of its runs of six words, since markup parts sentences. */
export function createFinder(haystack: string): (needle: string) => boolean {
  const text = ` ${haystack} `;
  let at = 0;
  const has = (words: string): boolean => {
    // Two renderings have their sentences in the same order, mostly.
    const found = text.indexOf(words, at);
    if (found !== -1) at = found;
    return found !== -1 || text.lastIndexOf(words, at) !== -1;
  };
  return (needle) => {
    // At the edges only where words are apart, so that "on" is not found in "one".
    if (has(isSpaced(needle) ? ` ${needle} ` : needle)) return true;
    const words = needle.split(' ').slice(0, MAX_RUNS * RUN);
    if (words.length <= RUN) return false;
    const runs: string[] = [];
    for (let from = 0; from + RUN <= words.length; from += RUN) runs.push(words.slice(from, from + RUN).join(' '));
    if (words.length % RUN !== 0) runs.push(words.slice(-RUN).join(' '));
    return 2 * runs.filter((run) => text.includes(` ${run} `)).length >= runs.length;
  };
}

const isSpaced = (words: string): boolean => !/[\u0e00-\uffff]/.test(words);

/** Elements that begin and end on a line of their own: words before and after them do not run together. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
    'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr iframe legend li main menu nav ol optgroup option p pre ' +
    'search section select summary table tbody td textarea tfoot th thead tr ul video'
  ).split(' '),
);

export const isBlock = (tagName: string): boolean => BLOCKS.has(tagName);

/** Text beyond this many characters is not compared: the start of two pages tells whether they are one. */
const COMPARED_CHARACTERS = 100_000;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that write no space between words; each character counts as one there. */
const UNSPACED_LETTER = new RegExp(`[${UNSPACED}]`, 'u');

/** The words of a name in their order, without case, signs and links. */
export const wordsOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The distinct words of a text (its first 100,000 characters), lower-case: what S6 compares. */
export function wordSet(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.slice(0, COMPARED_CHARACTERS).toLowerCase().matchAll(WORDS)) {
    if (UNSPACED_LETTER.test(word)) for (const character of word) words.add(character);
    else words.add(word);
  }
  return words;
}

/** Jaccard index of two word sets: shared words / all words, 0 to 1. Two empty sets are equal: 1. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Share of the words of `part` that `whole` has too, 0 to 1; 1 where there are none. */
export function containment(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of part) if (whole.has(word)) shared += 1;
  return part.size === 0 ? 1 : shared / part.size;
}

/** Shorter names occur in any text by chance. */
const SHORTEST_NAME = 4;

/** A body and its requested URL: a catch-all page often repeats the requested name. */
export interface NamedBody {
  readonly text: string;
  readonly url: string;
}

const SAME_PAGE_LENGTH = 0.02;
const SAME_WORDS_LENGTH = 0.1;
const SAME_WORDS = 0.9;

/**
 * Whether two bodies are one page shown for two names (the negative control of catalogue section 1). With each body's
 * own URL, path and file name taken out, they are equal; or differ in length by at most 2 % and have the same HTML
 * title; or differ in length by at most 10 % and share 90 % of their words. Text is compared up to its first 100,000
 * characters, length as a whole.
 */
export function nearlyEqual(a: NamedBody, b: NamedBody): boolean {
  const [first, second] = [withoutOwnName(a), withoutOwnName(b)];
  const difference = Math.abs(first.length - second.length) / Math.max(first.length, second.length, 1);
  if (difference > SAME_WORDS_LENGTH) return false;
  if (difference === 0 && first.text === second.text) return true;
  const title = titleOf(first.text);
  if (difference <= SAME_PAGE_LENGTH && title !== '' && title === titleOf(second.text)) return true;
  return similarity(wordSet(first.text), wordSet(second.text)) >= SAME_WORDS;
}

function withoutOwnName({ text, url }: NamedBody): { text: string; length: number } {
  const path = parseUrl(url)?.pathname ?? '';
  const file = path.slice(path.lastIndexOf('/') + 1);
  const names = [url, path, file, file.split('.', 1)[0] ?? ''].filter((name) => name.length >= SHORTEST_NAME);
  const start = text.slice(0, COMPARED_CHARACTERS);
  const cleaned = names.reduce((rest, name) => rest.replaceAll(name, ''), start);
  return { text: cleaned, length: text.length - (start.length - cleaned.length) };
}

/** Distinct words of a text that another is a shell of, and how many times those of the shell they are. */
const MIN_FULL_WORDS = 40;
const MIN_TIMES = 4;

/**
 * Whether one answer has the text of which another is only a shell.
 * @param words distinct ones of the one
 * @param shellWords distinct ones of the other
 */
export const isFuller = (words: number, shellWords: number): boolean =>
  words >= MIN_FULL_WORDS && words >= MIN_TIMES * shellWords;
