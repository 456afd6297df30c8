import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import type { ResolveHref } from '../url/normalise-url.ts';
import { parsePage } from './parse-page.ts';
import { type WordRun, wordsIn } from './word-counter.ts';

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
  /** Navigation, asides, and the header and footer of the page (not those of an article or a section, or inside main). */
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
  /** Inside a section, whose header and footer are its own: only those that belong to the body are landmarks (HTML-AAM). */
  section: 1024,
  /** The `inert` attribute takes it out of the accessibility tree, and off the reach of keyboard and mouse. */
  inert: 2048,
  /** Inside a heading. */
  heading: 4096,
} as const;

/** One concern's part in the walk. Its functions are called without `this`. */
export interface Visitor {
  /**
   * Hint: `enter` and `leave` do nothing with elements without one of these tag names or attributes. `isTag` tells of
   * further tag names; it is asked once for each name.
   */
  readonly wants?: {
    readonly tags: readonly string[];
    readonly isTag?: (tagName: string) => boolean;
    readonly attributes?: readonly string[];
  };
  /** Hint: `text` does nothing outside of these places, bits of PLACE; default everywhere. */
  readonly textIn?: number;
  enter?(element: Element, place: number): void;
  leave?(element: Element, place: number): void;
  /** `folded` has every run of white space made one space; it may begin and end with one. */
  text?(folded: string, place: number, raw: string, words: WordRun): void;
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

/** An element that is open, or the document. Reused for the next element of the same depth. */
interface Frame {
  children: Parent['childNodes'];
  element: Element | undefined;
  place: number;
  leaves: readonly OnElement[];
  next: number;
}

/** Visits the tree once, in document order and without recursion, so that no nesting depth can overflow the stack. */
export function walk(document: Tree.Document, visitors: readonly Visitor[]): void {
  const handlersFor = elementHandlers(visitors);
  const textsAt = textHandlers(visitors);
  const comments = visitors.flatMap(({ comment }) => comment ?? []);
  const open: Frame[] = [{ children: document.childNodes, element: undefined, place: 0, leaves: [], next: 0 }];
  let depth = 0;
  for (let frame = open[0]; frame !== undefined; frame = depth < 0 ? undefined : open[depth]) {
    const node = frame.children[frame.next];
    frame.next += 1;
    if (node === undefined) {
      depth -= 1;
      if (frame.element !== undefined) for (const leave of frame.leaves) leave(frame.element, frame.place);
    } else if ('tagName' in node) {
      const { enters, leaves } = handlersFor(node);
      const place = placeOf(node, frame.place);
      for (const enter of enters) enter(node, place);
      if (node.childNodes.length === 0 || OPAQUE.has(node.tagName)) {
        for (const leave of leaves) leave(node, place);
        continue;
      }
      depth += 1;
      const inner = open[depth];
      if (inner === undefined) open.push({ children: node.childNodes, element: node, place, leaves, next: 0 });
      else {
        inner.children = node.childNodes;
        inner.element = node;
        inner.place = place;
        inner.leaves = leaves;
        inner.next = 0;
      }
    } else if ('value' in node) {
      const texts = textsAt(frame.place);
      if (texts.length === 0) continue;
      const folded = foldSpaces(node.value);
      const words = wordsIn(folded);
      for (const text of texts) text(folded, frame.place, node.value, words);
    } else if ('data' in node) {
      for (const comment of comments) comment(node.data, frame.place);
    }
  }
}

type OnElement = (element: Element, place: number) => void;
type OnText = Required<Visitor>['text'];

/** Finds the handlers of text for a place. There are few different places on a page. */
function textHandlers(visitors: readonly Visitor[]): (place: number) => readonly OnText[] {
  const known = new Map<number, readonly OnText[]>();
  return (place) => {
    const found = known.get(place);
    if (found !== undefined) return found;
    const handlers = visitors.flatMap(({ text, textIn }) =>
      text === undefined || (textIn !== undefined && (place & textIn) === 0) ? [] : text,
    );
    known.set(place, handlers);
    return handlers;
  };
}

interface ElementHandlers {
  readonly enters: readonly OnElement[];
  readonly leaves: readonly OnElement[];
}

/** Kinds of elements whose handlers are remembered; a page with more of them is made to. */
const MAX_KINDS = 1000;

/** Finds the handlers that want an element, by its tag name and those of its attributes that any visitor wants. */
function elementHandlers(visitors: readonly Visitor[]): (element: Element) => ElementHandlers {
  const bits = new Map<string, number>();
  for (const { wants } of visitors) {
    for (const name of wants?.attributes ?? []) if (!bits.has(name)) bits.set(name, 1 << bits.size);
  }
  const handlersOf = (wanting: readonly Visitor[]): ElementHandlers => ({
    enters: wanting.flatMap(({ enter }) => enter ?? []),
    leaves: wanting.flatMap(({ leave }) => leave ?? []),
  });
  const all = handlersOf(visitors);
  const known = new Map<string, Map<number, ElementHandlers>>();
  let kinds = 0;
  return ({ tagName, attrs }) => {
    let mask = 0;
    if (bits.size > 0) for (const { name } of attrs) mask |= bits.get(name) ?? 0;
    const ofTag = known.get(tagName);
    const found = ofTag?.get(mask);
    if (found !== undefined) return found;
    if (kinds >= MAX_KINDS) return all;
    kinds += 1;
    const wanted = ({ wants }: Visitor) =>
      wants === undefined ||
      wants.tags.includes(tagName) ||
      wants.isTag?.(tagName) === true ||
      (wants.attributes ?? []).some((name) => ((bits.get(name) ?? 0) & mask) !== 0);
    const handlers = handlersOf(visitors.filter(wanted));
    if (ofTag === undefined) known.set(tagName, new Map([[mask, handlers]]));
    else ofTag.set(mask, handlers);
    return handlers;
  };
}

/** The same of a document that is still text. */
export const walkHtml = (html: string, visitors: readonly Visitor[]): void => walk(parsePage(html), visitors);

/** Every run of white space made one space; not trimmed. */
export const foldSpaces = (text: string): string =>
  text === '\n' ? ' ' : UNFOLDED.test(text) ? text.replace(/\s+/g, ' ') : text;

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
  ['section', PLACE.section],
  ['a', PLACE.anchor],
  ['pre', PLACE.preformatted],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, PLACE.heading] as const),
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
  if ((tagName === 'header' || tagName === 'footer') && (outer & (PLACE.content | PLACE.section)) === 0)
    place |= PLACE.chrome;
  const isRoot = tagName === 'html' || tagName === 'body';
  for (const { name, value } of element.attrs) {
    if (name === 'role') place |= PLACE_OF_ROLE.get(value.trim().toLowerCase()) ?? 0;
    else if (name === 'aria-hidden' && value === 'true') place |= PLACE.ariaHidden;
    // A page that hides its root until its style sheets have come is not a hidden page.
    else if (name === 'inert') place |= PLACE.inert;
    else if (isRoot) continue;
    else if (name === 'hidden' && value.toLowerCase() !== 'until-found') place |= PLACE.hidden;
    else if (name === 'style') place |= PLACE_OF_SIGHT[sightOf(value)];
  }
  return place;
}

const PLACE_OF_SIGHT = { shown: 0, hidden: PLACE.hidden, unseen: PLACE.unseen } as const;
