/** A tag of CommonMark section 6.6, loosely: a `>` in a quoted value ends it. Autolinks have a colon or an at sign. */
const TAG = /<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>/gi;
const CODE_SPAN = /`[^`]*`/g;

/**
 * UTF-8 bytes of the HTML tags that stand in Markdown lines, those over several lines too. Tags in code spans are
 * quoted, not used; fenced code must not be among the lines.
 */
export function rawHtmlBytes(lines: readonly string[]): number {
  const prose = lines.map((line) => line.replace(CODE_SPAN, '')).join('\n');
  let bytes = 0;
  for (const [tag] of prose.matchAll(TAG)) bytes += Buffer.byteLength(tag);
  return bytes;
}
