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
  const words = text.replace(DROPPED, '').toLowerCase().normalize('NFC').replace(NOT_WORDS, ' ').trim();
  // Most texts have no such script in them, and a look costs less than the replacement.
  return /[\u0e00-\uffff]/.test(words) ? words.replace(BESIDE_UNSPACED, '') : words;
}

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
