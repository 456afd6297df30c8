/** Quick looks at HTML without building a tree, for answers that may be no page at all. Linear in the input. */

const HIDDEN_START = /<(?:!--|(script|style|template)(?=[\s/>]))/gi;

/** The source without comments and without script, style and template elements; an unclosed one ends the source. */
export function markupOf(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { 1: name, index } of html.matchAll(HIDDEN_START)) {
    if (index < from) continue;
    kept.push(html.slice(from, index));
    if (name === undefined) from = after(html, '-->', index + 2);
    else {
      // An element parts the words around it; a comment does not.
      kept.push(' ');
      from = after(html, '>', closingTagOf(html, name, index));
    }
  }
  kept.push(html.slice(from));
  return kept.join('');
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** Not by way of a lower-case copy: in one, 'İ' is longer and every place after it another. */
function closingTagOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  closing.lastIndex = from;
  return closing.test(html) ? closing.lastIndex : html.length;
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
