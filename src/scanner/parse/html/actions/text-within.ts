import { imageText } from '../images.ts';
import { attributeOf, type Element, foldSpaces, type Visitor } from '../walk.ts';
import { cut } from '../word-counter.ts';

/** Nodes looked at below one element: controls, cells and labels are small, and nesting must not cost its square. */
const MAX_NODES = 80;
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'datalist', 'option']);

/** What people see within an element, as far as its first nodes tell. */
export interface Within {
  /** White space folded, trimmed, cut. */
  readonly text: string;
  /** It holds a picture or a drawing without words for it. */
  readonly hasMutePicture: boolean;
}

type ChildNode = Element['childNodes'][number];

/** Looks at no more than 80 nodes, so that a call for each element of a page stays linear. */
export function within(element: Element, maxChars = 80): Within {
  const open: ChildNode[] = element.childNodes.slice(0, MAX_NODES).reverse();
  let text = '';
  let hasMutePicture = false;
  for (let seen = 0; seen < MAX_NODES && open.length > 0 && text.length < maxChars * 4; seen += 1) {
    const node = open.pop();
    if (node === undefined) break;
    if ('value' in node) text += node.value.slice(0, maxChars * 4);
    else if ('tagName' in node && !SILENT.has(node.tagName)) {
      if (attributeOf(node, 'hidden') !== undefined) continue;
      const words = imageText(node);
      if (words !== undefined) text += ` ${words} `;
      if (isPicture(node) && (words ?? '').trim() === '') hasMutePicture = true;
      text += ' ';
      open.push(...node.childNodes.slice(0, MAX_NODES).reverse());
    }
  }
  return { text: cut(foldSpaces(text).trim(), maxChars), hasMutePicture };
}

const isPicture = ({ tagName }: Element): boolean => tagName === 'img' || tagName === 'canvas';

/** An attribute without the white space around it, cut; '' for none. */
export const attributeText = (element: Element, name: string, max = 80): string =>
  cut(foldSpaces((attributeOf(element, name) ?? '').slice(0, max * 4)).trim(), max);

/** What the attributes of an element call it. */
export const attributeName = (element: Element): string =>
  attributeText(element, 'aria-label') || attributeText(element, 'title');

/** Class and id, in small letters, cut. */
export const markOf = (element: Element): string =>
  `${attributeText(element, 'class', 200)} ${attributeText(element, 'id', 100)}`.toLowerCase();

/** A visitor with facts that can be asked for when the walk is over. */
export type Part<Facts> = Visitor & { facts(resolve: (href: string) => string | undefined): Facts };
