import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ResolveHref } from '../url/normalise-url.ts';

/** Where an inline style leaves an element: in sight, off the page, or on it without size or colour. */
export type Sight = 'shown' | 'hidden' | 'unseen';

const SIZES = new Set(['width', 'height', 'max-width', 'max-height']);

/**
 * The effect of a style attribute on its element's visibility. `hidden`: display:none or visibility:hidden; `unseen`:
 * no opacity, no font size, or a box without size that cuts off its content.
 */
export function sightOf(style: string): Sight {
  const compact = style.replace(/\s+/g, '').toLowerCase();
  if (compact.includes('display:none') || compact.includes('visibility:hidden')) return 'hidden';
  if (!compact.includes(':0') && !compact.includes(':.0')) return 'shown';

  let hasNoSize = false;
  let cutsOff = false;
  for (const declaration of compact.split(';')) {
    const [property = '', value = ''] = declaration.split(':', 2);
    const isZero = Number.parseFloat(value) === 0;
    if (isZero && (property === 'opacity' || property === 'font-size')) return 'unseen';
    if (isZero && SIZES.has(property)) hasNoSize = true;
    if (property.startsWith('overflow') && (value.startsWith('hidden') || value.startsWith('clip'))) cutsOff = true;
  }
  return hasNoSize && cutsOff ? 'unseen' : 'shown';
}

export type Element = Tree.Element;
type Parent = Tree.Document | Tree.DocumentFragment | Element;

/** The position of a node, as bits: its own and those of all its ancestors. */
export const PLACE = {
  /** Inside `<body>`. */
  body: 1,
  navigation: 2,
  /** Navigation, asides, and the header and footer of the page (not those of an article or inside main). */
  chrome: 4,
  main: 8,
  /** Main or an article: a header in here belongs to the content. */
  content: 16,
  /** The `hidden` attribute or an inline style takes it off the screen. */
  hidden: 32,
  ariaHidden: 64,
  /** Inside a link. */
  anchor: 128,
  preformatted: 256,
  /** On the screen, but an inline style gives it no size or no opacity. */
  unseen: 512,
} as const;

/** One concern's part in the walk. */
export interface Visitor {
  enter?(element: Element, place: number): void;
  leave?(element: Element, place: number): void;
  /** `folded` has every run of white space made one space; it may begin and end with one. */
  text?(folded: string, place: number, raw: string): void;
  comment?(text: string, place: number): void;
}

export interface Collector<Facts> extends Visitor {
  /** To be asked once, when the walk is over (only then is the document's base URL known). */
  facts(resolve: ResolveHref): Facts;
}

/** Elements whose children are code, drawings, controls or what other browsers would show: entered, not descended into. */
const OPAQUE = new Set(
  'script style template noscript svg iframe noframes noembed textarea select datalist title'.split(' '),
);

interface Frame {
  readonly children: Parent['childNodes'];
  readonly element: Element | undefined;
  readonly place: number;
  next: number;
}

/** Visits the tree once, in document order and without recursion, so that no nesting depth can overflow the stack. */
export function walk(document: Tree.Document, visitors: readonly Visitor[]): void {
  // Asked for once: most visitors leave some of them out, and a page has thousands of nodes.
  const enters = visitors.flatMap((visitor) => visitor.enter?.bind(visitor) ?? []);
  const leaves = visitors.flatMap((visitor) => visitor.leave?.bind(visitor) ?? []);
  const texts = visitors.flatMap((visitor) => visitor.text?.bind(visitor) ?? []);
  const comments = visitors.flatMap((visitor) => visitor.comment?.bind(visitor) ?? []);
  const open: Frame[] = [{ children: document.childNodes, element: undefined, place: 0, next: 0 }];
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    const node = frame.children[frame.next];
    frame.next += 1;
    if (node === undefined) {
      open.pop();
      if (frame.element !== undefined) for (const leave of leaves) leave(frame.element, frame.place);
    } else if ('tagName' in node) {
      const place = placeOf(node, frame.place);
      for (const enter of enters) enter(node, place);
      const children = OPAQUE.has(node.tagName) ? [] : node.childNodes;
      open.push({ children, element: node, place, next: 0 });
    } else if ('value' in node) {
      const folded = foldSpaces(node.value);
      for (const text of texts) text(folded, frame.place, node.value);
    } else if ('data' in node) {
      for (const comment of comments) comment(node.data, frame.place);
    }
  }
}

/** The same of a document that is still text. */
export const walkHtml = (html: string, visitors: readonly Visitor[]): void => walk(parse(html), visitors);

/** Every run of white space made one space; not trimmed. */
export const foldSpaces = (text: string): string => (UNFOLDED.test(text) ? text.replace(/\s+/g, ' ') : text);

/** Anything but single spaces: most texts have none, and building them anew is what costs. */
const UNFOLDED = /\s\s|[^\S ]/;

/** The value of an attribute, undefined when the element has none. */
export function attributeOf(element: Element, name: string): string | undefined {
  for (const attribute of element.attrs) if (attribute.name === name) return attribute.value;
  return undefined;
}

/** The text directly inside an element: all there is in script, style, title and their like. */
export function ownText(element: Element): string {
  let text = '';
  for (const child of element.childNodes) if ('value' in child) text += child.value;
  return text;
}

/** SVG and MathML elements share names (`a`, `title`, `script`) with HTML's. */
export const isHtml = (element: Element): boolean => element.namespaceURI === 'http://www.w3.org/1999/xhtml';

const PLACE_OF_TAG = new Map<string, number>([
  ['body', PLACE.body],
  ['nav', PLACE.navigation | PLACE.chrome],
  ['aside', PLACE.chrome],
  ['main', PLACE.main | PLACE.content],
  ['article', PLACE.content],
  ['a', PLACE.anchor],
  ['pre', PLACE.preformatted],
]);
const PLACE_OF_ROLE = new Map<string, number>([
  ['navigation', PLACE.navigation | PLACE.chrome],
  ['complementary', PLACE.chrome],
  ['banner', PLACE.chrome],
  ['contentinfo', PLACE.chrome],
  ['main', PLACE.main | PLACE.content],
  ['article', PLACE.content],
]);

function placeOf(element: Element, outer: number): number {
  const { tagName } = element;
  let place = outer | (PLACE_OF_TAG.get(tagName) ?? 0);
  if ((tagName === 'header' || tagName === 'footer') && (outer & PLACE.content) === 0) place |= PLACE.chrome;
  const isRoot = tagName === 'html' || tagName === 'body';
  for (const { name, value } of element.attrs) {
    if (name === 'role') place |= PLACE_OF_ROLE.get(value.trim().toLowerCase()) ?? 0;
    else if (name === 'aria-hidden' && value === 'true') place |= PLACE.ariaHidden;
    // A page that hides its root until its style sheets have come is not a hidden page.
    else if (isRoot) continue;
    else if (name === 'hidden' && value.toLowerCase() !== 'until-found') place |= PLACE.hidden;
    else if (name === 'style') place |= PLACE_OF_SIGHT[sightOf(value)];
  }
  return place;
}

const PLACE_OF_SIGHT = { shown: 0, hidden: PLACE.hidden, unseen: PLACE.unseen } as const;
