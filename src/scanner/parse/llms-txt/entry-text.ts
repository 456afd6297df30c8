/** Text of pages as llms.txt may hold it. */

/** Brackets, marks of code and a backslash at the end would end the name elsewhere. */
export const linkName = (text: string): string =>
  text.replaceAll('[', '(').replaceAll(']', ')').replaceAll('`', "'").replace(/\\$/, '/');

/** White space folded, cut between words, without control characters, tags and links: text of pages is only text. */
export function oneLine(text: string, max: number): string {
  const words = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const space = words.lastIndexOf(' ', max);
  const cut = words.length <= max ? words : `${words.slice(0, space > max / 2 ? space : max)} …`;
  return cut.replace(/<(?=[a-z/!])/gi, '&lt;').replaceAll('](', '] (');
}
