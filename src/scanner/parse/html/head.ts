/** The head of a page: what its elements say, and where more of them can be put. */

import { parse, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { charsetParameter, declaredCharset, markOf } from '../http-headers/charset.ts';
import { MAX_HREF } from '../url/normalise-url.ts';
import type { HeadLink, MetaTag, PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, isHtml, ownText, PLACE } from './walk.ts';
import { cut } from './word-counter.ts';

const MAX_TITLES = 20;
const MAX_METAS = 500;
const MAX_LINKS = 1000;
const MAX_TEXT = 2000;

type HeadFacts = Pick<PageFacts, 'htmlLang' | 'titles' | 'metas' | 'headLinks'>;

/**
 * The elements of the head. In the body, where visitors may have written them, only those count that the HTML standard lets
 * stand there: titles, which browsers show, pragma directives, and links of the types that are body-ok.
 */
export function headCollector(): Collector<HeadFacts> & { baseHref(): string | undefined } {
  let htmlLang: string | undefined;
  let base: string | undefined;
  const titles: string[] = [];
  const metas: MetaTag[] = [];
  const links: Omit<HeadLink, 'url'>[] = [];
  return {
    wants: { tags: ['html', 'base', 'title', 'meta', 'link'] },
    enter(element, place) {
      const isInBody = (place & PLACE.body) !== 0;
      switch (element.tagName) {
        case 'html':
          htmlLang ??= attributeOf(element, 'lang')?.slice(0, MAX_TEXT);
          break;
        case 'base':
          base ??= attributeOf(element, 'href');
          break;
        case 'title':
          if (isHtml(element) && titles.length < MAX_TITLES) titles.push(cut(foldSpaces(ownText(element)), MAX_TEXT));
          break;
        case 'meta':
          if (metas.length < MAX_METAS && (!isInBody || isPragma(element))) metas.push(...metaTag(element));
          break;
        case 'link':
          if (links.length < MAX_LINKS && (!isInBody || isBodyOk(element))) links.push(...headLink(element));
          break;
      }
    },
    baseHref: () => base,
    facts: (resolve) => ({
      htmlLang,
      titles,
      metas,
      headLinks: links.map((link) => ({ ...link, url: resolve(link.href) })),
    }),
  };
}

/** Browsers obey `http-equiv` wherever it stands (HTML standard, 4.2.5.3). */
const isPragma = (element: Element): boolean =>
  attributeOf(element, 'http-equiv') !== undefined &&
  attributeOf(element, 'name') === undefined &&
  attributeOf(element, 'property') === undefined;

/** Link types that may stand in the body (HTML standard, 4.6.7: "body-ok"). */
const BODY_OK = new Set([
  'dns-prefetch',
  'modulepreload',
  'pingback',
  'preconnect',
  'prefetch',
  'preload',
  'stylesheet',
]);

const isBodyOk = (element: Element): boolean => tokens(attributeOf(element, 'rel')).every((type) => BODY_OK.has(type));

function metaTag(element: Element): MetaTag[] {
  const key = ['name', 'property', 'http-equiv'].map((name) => attributeOf(element, name)).find((value) => value);
  const content = attributeOf(element, 'content');
  if (key === undefined || content === undefined) return [];
  return [{ key: cut(key, MAX_TEXT).toLowerCase(), content: cut(foldSpaces(content), MAX_TEXT) }];
}

function headLink(element: Element): Omit<HeadLink, 'url'>[] {
  const href = attributeOf(element, 'href');
  const rel = tokens(attributeOf(element, 'rel'));
  if (href === undefined || rel.length === 0) return [];
  return [
    {
      rel,
      // One character over the limit, so that a cut one is not resolved.
      href: href.trim().slice(0, MAX_HREF + 1),
      type: cut(attributeOf(element, 'type') ?? '', MAX_TEXT).toLowerCase(),
      hreflang: attributeOf(element, 'hreflang')?.trim().slice(0, MAX_TEXT),
    },
  ];
}

const MAX_TOKENS = 20;

/** A space-separated attribute as lower-case tokens. */
export function tokens(value: string | undefined): string[] {
  if (value === undefined) return [];
  return value
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => token !== '')
    .slice(0, MAX_TOKENS);
}

const MAX_DATES = 50;
const MAX_DATE = 100;

/** The dates that elements of the page carry for machines, in document order. */
export function dateCollector(): Collector<PageFacts['dates']> {
  const times: string[] = [];
  const modified: string[] = [];
  const published: string[] = [];
  const add = (list: string[], element: Element): void => {
    const date = attributeOf(element, 'datetime') ?? attributeOf(element, 'content');
    if (date !== undefined && list.length < MAX_DATES) list.push(date.trim().slice(0, MAX_DATE));
  };
  return {
    wants: { tags: ['time'], attributes: ['itemprop'] },
    enter(element, place) {
      const isShown = (place & PLACE.body) !== 0 && (place & (PLACE.chrome | PLACE.hidden)) === 0;
      if (element.tagName === 'time' && isShown) add(times, element);
      const itemprop = attributeOf(element, 'itemprop');
      if (itemprop === undefined) return;
      const names = tokens(itemprop);
      if (names.includes('datemodified')) add(modified, element);
      if (names.includes('datepublished')) add(published, element);
    },
    facts: () => ({ times, modified, published }),
  };
}

/**
 * The character encodings that the page declares.
 * @param body as received; without it the text replaces it, and a byte order mark is invisible
 */
export function charsetFacts(
  contentTypeHeader: string | undefined,
  body: Uint8Array | undefined,
  html: string,
): PageFacts['charset'] {
  const declared = declaredCharset(body ?? Buffer.from(html));
  return {
    header: charsetParameter(contentTypeHeader),
    meta: declared?.label,
    isLate: declared?.isLate === true,
    mark: body === undefined ? undefined : markOf(body),
  };
}

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
