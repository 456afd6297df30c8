/** Quick looks at HTML without building a tree, for answers that may be no page at all. Linear in the input. */

const HIDDEN_START = /<(script|style|template|!--)/gi;

/** The source without comments and without script, style and template elements; an unclosed one ends the source. */
export function markupOf(html: string): string {
  const lower = html.toLowerCase();
  const kept: string[] = [];
  let from = 0;
  for (const { 0: start, 1: name, index } of html.matchAll(HIDDEN_START)) {
    if (index < from) continue;
    kept.push(html.slice(from, index));
    const closing = name === '!--' ? '-->' : `</${name?.toLowerCase()}`;
    const end = lower.indexOf(closing, index + start.length);
    if (end === -1) return kept.join('');
    from = end + closing.length;
  }
  kept.push(html.slice(from));
  return kept.join('');
}

/** The text between the tags of `markupOf`, white space folded, character references left as they are. */
export function visibleText(html: string): string {
  return markupOf(html)
    .split('<')
    .map((piece, index) => (index === 0 ? piece : piece.slice(piece.indexOf('>') + 1 || piece.length)))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text of the first title element, '' when there is none. */
export function titleOf(html: string): string {
  const open = html.search(/<title[\s>]/i);
  const start = open === -1 ? -1 : html.indexOf('>', open);
  return start === -1 ? '' : (html.slice(start + 1).split('<', 1)[0] ?? '').trim();
}
