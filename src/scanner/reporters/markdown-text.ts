/** Written after the language of every fence whose text is the scanned site's. */
export const UNTRUSTED = 'untrusted';

const SHORTEST_FENCE = 3;

/** Our own words made safe to stand in a paragraph, a heading or a table cell of rendered Markdown. */
export const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<|&]/g, '\\$&');

/**
 * A fenced block. No text can end it early: its fence is longer than every run of backticks in the text (CommonMark
 * 0.31 section 4.5).
 * @param info language and marks; ours, on one line, without backticks
 */
export function fenced(text: string, info: string): string {
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longestRun(text) + 1));
  return `${fence}${info}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}

/** A code span of one line that no backtick in the text can end (CommonMark 0.31 section 6.1). */
export function codeSpan(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** Length of the longest run of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  let length = 0;
  for (const character of text) {
    length = character === '`' ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return longest;
}
