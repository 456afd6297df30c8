/** Text of a page as Markdown that is read as that text: CommonMark 0.31.2, section 2.4, and the strike-through of GitHub. */

/** Characters that would be read as marks wherever they are. */
export const escapeText = (text: string): string => (MAY_BE_MARK.test(text) ? escapeMarks(text) : text);

/** Most pieces of text have none of these. */
const MAY_BE_MARK = /[\\`*[\]~_&<#]/;

const escapeMarks = (text: string): string =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/~(?!\d)|(?<=\S)~/g, '\\~')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?[a-z0-9]{1,31};)/gi, '&amp;')
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    .replace(/(?<=^|\s)(?=#{1,6}$)/, '\\');

/** What begins a heading, a quote, a list, a line below a heading, or a table, and where its sign is. */
const LINE_STARTS: readonly RegExp[] = [
  /^#{1,6}(?=\s|$)/,
  /^>/,
  /^\+(?=\s|$)/,
  /^-(?=[-|:\s]|$)/,
  /^=(?==*$)/,
  /^\|/,
  /^:(?=-)/,
];
const NUMBER = /^(\d{1,9})[.)](?=\s|$)/;

/**
 * @param line what the line has already, the first characters at least
 * @param text escaped text that follows
 */
function escapeAtLineStart(line: string, text: string): string {
  if (line === '' && LINE_STARTS.some((start) => start.test(text))) return `\\${text}`;
  if (!/^\d{0,9}$/.test(line)) return text;
  const digits = NUMBER.exec(line + text.slice(0, 12))?.[1];
  if (digits === undefined || digits.length < line.length) return text;
  const at = digits.length - line.length;
  return `${text.slice(0, at)}\\${text.slice(at)}`;
}

/** Characters of a line that decide whether it begins a list, a heading or a quote. */
export const LINE_START = 16;

/**
 * Escapes a piece of text for its place in the line.
 * @param core the piece without the spaces at its ends; `folded` has them
 * @param written the last character, and the first ones of the line
 * @param barred escapes bars, where these are marks
 */
export function escapePiece(
  core: string,
  folded: string,
  { last, line }: { readonly last: string; readonly line: string },
  barred: (text: string) => string,
): string {
  const text = barred(last !== ' ' && core.startsWith('~') ? `\\~${escapeText(core.slice(1))}` : escapeText(core));
  const atStart = line.length < LINE_START ? escapeAtLineStart(line, text) : text;
  return folded.endsWith('!') ? `${atStart.slice(0, -1)}\\!` : atStart;
}
