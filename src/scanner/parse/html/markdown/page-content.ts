/** The content of a page as Markdown, to be published. */

import { parseUrl } from '../../../../basics/parse-url.ts';
import { languageAround } from '../code-blocks.ts';
import { mayDeclare, showDeclared } from '../declared-content.ts';
import { parsePage } from '../parse-page.ts';
import { attributeOf, type Element, foldSpaces, ownText, PLACE, type Visitor, walk } from '../walk.ts';
import { markdownConverter } from './convert.ts';
import { escapeText } from './escape.ts';

/** The content of a page, to be published as its Markdown version. */
export interface PageContent {
  /** Without navigation, page header and footer, forms and hidden elements. Ends with a line break; '' for no content. */
  readonly markdown: string;
  /** Text of the first level-one heading of the content, else of the page; '' for none. */
  readonly heading: string;
  /** The first paragraphs of prose, a line each; some 600 characters. */
  readonly lead: string;
}

/** What people fill in or press, and code or drawings for the browser. */
const LEFT_OUT = new Set('form button label fieldset noscript template canvas dialog select textarea'.split(' '));
const UNSEEN = PLACE.hidden | PLACE.ariaHidden | PLACE.chrome | PLACE.unseen;
/** Classes of text for screen readers alone. */
const SCREEN_READER = new Set(['sr-only', 'visually-hidden', 'visuallyhidden', 'screen-reader-text']);
const LEAD_LENGTH = 600;
const MIN_PARAGRAPH = 20;
/** How deep links and tables of code are looked into. */
const MAX_DEPTH = 6;
const MAX_HEADINGS = 20;
const HAS_WORD = /[\p{L}\p{N}]/u;

/**
 * The content as Markdown: the text of main, else inside articles, else all outside navigation, page header and
 * footer, as P24 compares it, with what the HTML declares to be shown (shadow roots, images without scripts). Linear in
 * the length of the HTML.
 * @param others taken along over the whole page, so that what else is asked of it needs no second parse
 */
export function pageContent(html: string, url: string, others: readonly Visitor[] = []): PageContent {
  const document = parsePage(html);
  const found = extent();
  if (mayDeclare(html)) {
    // The others look at the page as readers get it, before anything is moved into sight.
    if (others.length > 0) walk(document, others);
    showDeclared(document, html);
    walk(document, [found]);
  } else walk(document, [...others, found]);
  const wanted = found.wanted();
  const base = parseUrl(found.base() ?? '', url)?.href ?? url;
  const address = (href: string): string => linkAddress(href, base);
  const converter = markdownConverter({
    isExact: true,
    address,
    languageOf: languageAround,
    isLayout: (table) => holdsCode(table),
  });
  const lead = leadText();
  walk(document, [within(wanted, [converter, lead])]);
  const text = converter.markdown().trim();
  const heading = found.heading();
  const hasHeading = text.startsWith('# ') || text.includes('\n# ');
  const markdown = hasHeading || heading === '' ? text : `# ${escapeText(heading)}\n\n${text}`.trimEnd();
  return { markdown: markdown === '' ? '' : `${markdown}\n`, heading, lead: lead.value() };
}

/** Finds how the page marks its content, its base address, and its H1: of the content, else outside the page's frame. */
function extent(): Visitor & { wanted(): number; heading(): string; base(): string | undefined } {
  let base: string | undefined;
  let inMain = 0;
  let inContent = 0;
  const headings: { readonly place: number; text: string }[] = [];
  let open: Element | undefined;
  let skipped: Element | undefined;
  const wanted = (): number => (inMain > 0 ? PLACE.main : inContent > 0 ? PLACE.content : PLACE.body);
  return {
    wants: { tags: ['base', 'h1', 'a'] },
    enter(element, place) {
      if (element.tagName === 'base') base ??= attributeOf(element, 'href');
      if (element.tagName === 'h1' && (place & UNSEEN) === 0 && headings.length < MAX_HEADINGS) {
        open = element;
        headings.push({ place, text: '' });
      }
      if (open !== undefined && isPermalink(element)) skipped ??= element;
    },
    text(folded, place) {
      const heading = headings.at(-1);
      if (open !== undefined && skipped === undefined && heading !== undefined) heading.text += folded;
      if ((place & UNSEEN) !== 0 || !HAS_WORD.test(folded)) return;
      if ((place & PLACE.main) !== 0) inMain += 1;
      if ((place & PLACE.content) !== 0) inContent += 1;
    },
    leave(element) {
      if (element === open) open = undefined;
      if (element === skipped) skipped = undefined;
    },
    wanted,
    heading() {
      const named = headings.filter(({ text }) => HAS_WORD.test(text));
      const own = named.find(({ place }) => (place & wanted()) !== 0) ?? named[0];
      return foldSpaces(own?.text ?? '').trim();
    },
    base: () => base,
  };
}

/** Passes on only elements of the content that people see; left-out elements are skipped with all that they hold. */
function within(wanted: number, visitors: readonly Visitor[]): Visitor {
  let skipped: Element | undefined;
  const isOutside = (place: number): boolean =>
    (place & wanted) === 0 || (place & PLACE.body) === 0 || (place & UNSEEN) !== 0;
  return {
    enter(element, place) {
      if (skipped === undefined && isLeftOut(element)) skipped = element;
      if (skipped !== undefined || isOutside(place)) return;
      for (const visitor of visitors) visitor.enter?.(element, place);
    },
    text(folded, place, raw, words) {
      if (skipped !== undefined || isOutside(place)) return;
      for (const visitor of visitors) visitor.text?.(folded, place, raw, words);
    },
    leave(element, place) {
      if (skipped === undefined && !isOutside(place)) for (const visitor of visitors) visitor.leave?.(element, place);
      if (skipped === element) skipped = undefined;
    },
  };
}

const isLeftOut = (element: Element): boolean =>
  LEFT_OUT.has(element.tagName) ||
  isPermalink(element) ||
  isEmptyImage(element) ||
  isLabelOfCode(element) ||
  isLineNumbers(element);

/** The column of line numbers next to a block of code. */
const isLineNumbers = (element: Element): boolean =>
  element.tagName === 'pre' && /^[\d\s]+$/.test(seenText(element)) && isInCell(element, MAX_DEPTH);

const isInCell = ({ parentNode }: Element, depth: number): boolean =>
  parentNode !== null &&
  'tagName' in parentNode &&
  (parentNode.tagName === 'td' || (depth > 0 && isInCell(parentNode, depth - 1)));

/** A table that puts line numbers next to code. */
function holdsCode(element: Element, depth = 0): boolean {
  return element.childNodes.some(
    (child) => 'tagName' in child && (child.tagName === 'pre' || (depth < MAX_DEPTH && holdsCode(child, depth + 1))),
  );
}

/** A link to a heading's own place, as generators put next to it: it has no words, or only some for screen readers. */
function isPermalink(element: Element): boolean {
  if (element.tagName !== 'a' || attributeOf(element, 'href')?.startsWith('#') !== true) return false;
  return !HAS_WORD.test(seenText(element));
}

/** The text of an element without the text for screen readers, down to a few levels: links are shallow. */
function seenText(element: Element, depth = 0): string {
  if (depth > MAX_DEPTH || hasClass(element, SCREEN_READER)) return '';
  return (
    ownText(element) +
    element.childNodes.map((child) => ('tagName' in child ? seenText(child, depth + 1) : '')).join('')
  );
}

const hasClass = (element: Element, names: ReadonlySet<string>): boolean =>
  (attributeOf(element, 'class') ?? '')
    .slice(0, 500)
    .split(/\s+/)
    .some((name) => names.has(name));

/** A decoration, or an image whose bytes are in the page. */
function isEmptyImage(element: Element): boolean {
  if (element.tagName !== 'img') return false;
  const src = attributeOf(element, 'src')?.trim() ?? '';
  return (attributeOf(element, 'alt') ?? '').trim() === '' || src === '' || src.slice(0, 5).toLowerCase() === 'data:';
}

const LANGUAGE_LABEL = new Set(['lang']);

/** The name of a language above a block of code, which its fence has as well. */
const isLabelOfCode = (element: Element): boolean =>
  element.tagName === 'span' &&
  hasClass(element, LANGUAGE_LABEL) &&
  element.parentNode?.childNodes.some((node) => node.nodeName === 'pre') === true;

/** Paragraphs in these are items, cells and captions, which say little without the text around them. */
const NO_PROSE = new Set(['li', 'td', 'th', 'figure', 'blockquote', 'details']);

/** Gathers the text of the first paragraphs. */
function leadText(): Visitor & { value(): string } {
  const paragraphs: string[] = [];
  let length = 0;
  let depth = 0;
  let open: { readonly element: Element; text: string } | undefined;
  return {
    enter(element) {
      if (NO_PROSE.has(element.tagName)) depth += 1;
      if (element.tagName === 'p' && depth === 0 && length < LEAD_LENGTH) open = { element, text: '' };
    },
    text(folded) {
      if (open !== undefined && open.text.length < LEAD_LENGTH) open.text += folded;
    },
    leave(element) {
      if (NO_PROSE.has(element.tagName)) depth -= 1;
      if (open?.element !== element) return;
      const text = foldSpaces(open.text).trim();
      open = undefined;
      if (text.length < MIN_PARAGRAPH) return;
      paragraphs.push(text);
      length += text.length;
    },
    value: () => paragraphs.join('\n'),
  };
}

/** An address as Markdown can hold it: absolute, with the characters percent-encoded that would end the link. */
function linkAddress(href: string, base: string): string {
  const absolute = parseUrl(href, base)?.href ?? href;
  return absolute.replace(
    /[\s()<>\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
