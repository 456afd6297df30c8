const RAW_TEXT = ['script', 'style', 'template', 'noscript', 'svg'];

/**
 * The text between a page's tags, roughly and in one linear pass: what two answers of one page are compared by. Not a
 * parser: scripts, styles and comments are passed over, entities stay as they are.
 *
 * @param maxChars characters of HTML looked at
 */
export function visibleText(html: string, maxChars = 500_000): string {
  const source = html.slice(0, maxChars);
  const lower = source.toLowerCase();
  const parts: string[] = [];
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('<', at);
    parts.push(source.slice(at, open === -1 ? source.length : open));
    if (open === -1) break;
    if (source.startsWith('<!--', open)) {
      at = after(source, '-->', open + 4);
      continue;
    }
    const raw = RAW_TEXT.find((name) => lower.startsWith(name, open + 1));
    at = raw === undefined ? after(source, '>', open) : after(source, '>', after(lower, `</${raw}`, open));
    parts.push(' ');
  }
  return parts.join('');
}

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
