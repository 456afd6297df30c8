import { isBlock } from '../text/compare-text.ts';
import { MAX_HREF } from '../url/normalise-url.ts';
import { tokens } from './head.ts';
import { imageText } from './images.ts';
import type { Anchor } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, isHtml, PLACE } from './walk.ts';
import { cut, type ItemText, itemText, MAX_ITEM_TEXT } from './word-counter.ts';

const MAX_HANDLER = 300;
/** `location = '…'`, `location.href='…'`, `location.assign('…')`, `navigate('…')`; pop-ups are seldom pages. */
const GOES_TO =
  /(?:\blocation(?:\.href)? ?= ?|\blocation\.(?:assign|replace) ?\( ?|\bnavigate ?\( ?)["']([^"'\s]{1,200})["']/;

/**
 * Where an element leads when a script runs, as written: by a handler of clicks, or by a link to a route behind a hash.
 * Undefined where it leads nowhere, or has a link of its own.
 */
export function scriptedAddress(element: Element): string | undefined {
  const href = attributeOf(element, 'href')?.trim();
  if (element.tagName === 'a' && href !== undefined) return isRoute(href) ? routeOf(href) : undefined;
  const handler = attributeOf(element, 'onclick');
  if (handler === undefined || handler.length > MAX_HANDLER) return undefined;
  return GOES_TO.exec(handler)?.[1];
}

/** `#/path` and `#!path`: a router in the browser reads them, a server never sees them. */
const isRoute = (href: string): boolean => /#(?:\/|!)./.test(href.slice(0, MAX_HANDLER));

/** The route as an address, so that routes differ from each other and from pages. */
function routeOf(href: string): string {
  const at = href.indexOf('#');
  return `${href.slice(0, at)}?route=${encodeURIComponent(href.slice(at + 1, MAX_HANDLER))}`;
}

const MAX_ANCHORS = 5000;

interface Draft {
  readonly element: Element;
  readonly href: string | undefined;
  readonly inNavigation: boolean;
  readonly isHidden: boolean;
  readonly text: ItemText;
}

/**
 * The links of a page in document order, then what click handlers alone lead to, by its address. Hidden links count, for
 * menus are hidden until they open; those without words do not, for they mark data (`u-url`) or trap robots.
 */
export function anchorCollector(): Collector<readonly Anchor[]> {
  const drafts: Draft[] = [];
  const open: (Draft | undefined)[] = [];
  const scripted: { readonly address: string; readonly inNavigation: boolean }[] = [];
  const noteScripted = (element: Element, place: number): void => {
    if (element.attrs.length === 0 || scripted.length >= MAX_ANCHORS || !isHtml(element)) return;
    const address = scriptedAddress(element);
    if (address !== undefined) scripted.push({ address, inNavigation: (place & PLACE.navigation) !== 0 });
  };
  return {
    enter(element, place) {
      if (element.tagName !== 'a' || !isHtml(element)) {
        noteScripted(element, place);
        if (open.length > 0) addTo(open.at(-1)?.text, element);
        return;
      }
      if (drafts.length >= MAX_ANCHORS) return void open.push(undefined);
      const draft: Draft = {
        element,
        href: attributeOf(element, 'href')?.trim(),
        inNavigation: (place & PLACE.navigation) !== 0,
        isHidden: (place & PLACE.hidden) !== 0,
        text: itemText(),
      };
      drafts.push(draft);
      open.push(draft);
    },
    text(folded) {
      if (open.length > 0) open.at(-1)?.text.add(folded);
    },
    leave(element) {
      if (open.length === 0) return;
      if (element.tagName === 'a' && isHtml(element)) open.pop();
      else if (isBlock(element.tagName)) open.at(-1)?.text.gap();
    },
    facts(resolve) {
      const anchors: Anchor[] = [];
      for (const { element, href, inNavigation, isHidden, text } of drafts) {
        const name = accessibleName(element, text.value());
        if (isHidden && name === '') continue;
        if (!isGoodHref(href) && (isControl(element) || isPlaceholder(element, href, name))) continue;
        anchors.push({
          href: href?.slice(0, MAX_HREF),
          url: href === undefined ? undefined : resolve(href),
          text: name,
          inNavigation,
          rel: tokens(attributeOf(element, 'rel')),
        });
      }
      // A card that can be clicked often has a link to the same place.
      const linked = new Set(anchors.map(({ url }) => url));
      for (const { address, inNavigation } of scripted) {
        if (linked.has(resolve(address)) || anchors.length >= MAX_ANCHORS) continue;
        anchors.push({ href: undefined, url: undefined, text: cut(address, MAX_ITEM_TEXT), inNavigation, rel: [] });
      }
      return anchors;
    },
  };
}

function addTo(text: ItemText | undefined, element: Element): void {
  if (text === undefined) return;
  const words = imageText(element);
  if (words === undefined && !isBlock(element.tagName)) return;
  text.gap();
  text.add(words ?? '');
  text.gap();
}

function accessibleName(element: Element, content: string): string {
  const label = foldSpaces(attributeOf(element, 'aria-label') ?? '');
  if (label.trim() !== '') return cut(label, MAX_ITEM_TEXT);
  return content || cut(foldSpaces(attributeOf(element, 'title') ?? ''), MAX_ITEM_TEXT);
}

/** Leads somewhere, as far as the spelling tells. */
export function isGoodHref(href: string | undefined): boolean {
  return href !== undefined && href !== '' && href !== '#' && !isScriptHref(href);
}

/** `javascript:` in any case, with the white space that URL parsers drop. */
export function isScriptHref(href: string): boolean {
  return (
    href.includes(':') &&
    href
      .slice(0, 100)
      .replace(/[\s\0]+/g, '')
      .slice(0, 11)
      .toLowerCase() === 'javascript:'
  );
}

const CONTROL_ATTRIBUTES = new Set(
  'role aria-expanded aria-haspopup aria-controls aria-pressed data-toggle data-bs-toggle data-dismiss data-bs-dismiss'.split(
    ' ',
  ),
);

/** A button, tab or menu that happens to be written as a link. */
const isControl = (element: Element): boolean =>
  element.attrs.some(({ name, value }) => CONTROL_ATTRIBUTES.has(name) && value !== 'link' && value !== 'none');

/** Nothing, a target of fragments, or the current page in a list of links (HTML, "the a element", without href). */
function isPlaceholder(element: Element, href: string | undefined, name: string): boolean {
  if (href !== undefined) return false;
  if (name === '') return true;
  // What a click handler makes a link is meant as one, whatever else it is.
  if (attributeOf(element, 'onclick') !== undefined) return false;
  return element.attrs.some((attribute) => PLACEHOLDER_ATTRIBUTES.has(attribute.name));
}
const PLACEHOLDER_ATTRIBUTES = new Set(['id', 'name', 'aria-current', 'aria-disabled']);
