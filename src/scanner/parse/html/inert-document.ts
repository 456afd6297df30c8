import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Parent = DefaultTreeAdapterTypes.Document | DefaultTreeAdapterTypes.Element;

/** What runs, loads, styles or holds another document, and what browsers with scripts do not show. */
const DROPPED = new Set(
  'script style link template noscript iframe frame frameset object embed video audio source canvas'.split(' '),
);

/**
 * A document of which nothing is left but text and elements: without its scripts, styles, frames, media, comments and
 * event handlers. Undefined when it has more elements, or nests them deeper, than allowed. Linear and without recursion up
 * to that depth.
 */
export function inertTree(
  html: string,
  { maxElements, maxDepth }: { readonly maxElements: number; readonly maxDepth: number },
): DefaultTreeAdapterTypes.Document | undefined {
  const document = parse(html);
  let elementCount = 0;
  let level: Parent[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth || elementCount > maxElements) return undefined;
    const next: Parent[] = [];
    for (const parent of level) {
      parent.childNodes = parent.childNodes.filter(
        (node) => node.nodeName !== '#comment' && !('tagName' in node && DROPPED.has(node.tagName)),
      );
      for (const child of parent.childNodes) {
        if (!('tagName' in child)) continue;
        elementCount += 1;
        child.attrs = child.attrs.filter(({ name }) => !name.startsWith('on'));
        next.push(child);
      }
    }
    level = next;
  }
  return elementCount > maxElements ? undefined : document;
}
