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
export function escapeAtLineStart(line: string, text: string): string {
  if (line === '' && LINE_STARTS.some((start) => start.test(text))) return `\\${text}`;
  if (!/^\d{0,9}$/.test(line)) return text;
  const digits = NUMBER.exec(line + text.slice(0, 12))?.[1];
  if (digits === undefined || digits.length < line.length) return text;
  const at = digits.length - line.length;
  return `${text.slice(0, at)}\\${text.slice(at)}`;
}
