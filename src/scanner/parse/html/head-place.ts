import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';

/** Readers that look for links in a head without a parse read this many characters, so tags go before that. */
const READ_CHARS = 90_000;

/**
 * Where more tags can be put into the head of a page: before its end tag, or behind its title in a very long head.
 * Undefined where the page has no head of its own, so that tags would land in the text that people see.
 * @returns an offset in `html`
 */
export function headPlace(html: string): number | undefined {
  const head = headOf(parse(html, { sourceCodeLocationInfo: true }));
  const end = head?.sourceCodeLocation?.endTag?.startOffset ?? endOfLastChild(head);
  if (head === undefined || end === undefined) return undefined;
  if (end <= READ_CHARS) return startOfBlankLine(html, end);
  const title = head.childNodes.find((node) => node.nodeName === 'title')?.sourceCodeLocation?.endOffset;
  return title !== undefined && title <= READ_CHARS ? title : end;
}

/** Before the indentation of an end tag on a line of its own. */
function startOfBlankLine(html: string, at: number): number {
  let start = at;
  while (html[start - 1] === ' ' || html[start - 1] === '\t') start -= 1;
  return html[start - 1] === '\n' ? start : at;
}

/** Whether tags put there are in the head, and everything else of the page is what it was. */
export function addsToHeadOnly(html: string, at: number, tags: string): boolean {
  const [before, after] = [parse(html), parse(html.slice(0, at) + tags + html.slice(at))];
  const [oldHead, newHead] = [headOf(before), headOf(after)];
  if (oldHead === undefined || newHead === undefined) return false;
  // In a comment or a title that never ends, tags are text.
  const hasGrown = elementsIn(newHead) > elementsIn(oldHead);
  return hasGrown && withoutHead(before, oldHead) === withoutHead(after, newHead);
}

const elementsIn = (head: Tree.Element): number => head.childNodes.filter((node) => 'tagName' in node).length;

function withoutHead(document: Tree.Document, head: Tree.Element): string {
  head.childNodes = [];
  return serialize(document);
}

/** The end of what a head without an end tag holds; undefined for one that the source does not have. */
function endOfLastChild(head: Tree.Element | undefined): number | undefined {
  const ends = (head?.childNodes ?? []).flatMap((node) =>
    node.nodeName === '#text' ? [] : (node.sourceCodeLocation?.endOffset ?? []),
  );
  return ends.at(-1) ?? head?.sourceCodeLocation?.startTag?.endOffset;
}

function headOf(document: Tree.Document): Tree.Element | undefined {
  const root = document.childNodes.find((node): node is Tree.Element => node.nodeName === 'html');
  return root?.childNodes.find((node): node is Tree.Element => node.nodeName === 'head');
}
