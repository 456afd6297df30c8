/** Pages as Markdown: whole, by the fixed converter that grades rest on, and their content, to be published. */

import { parse } from 'parse5';
import { parseUrl } from '../../../../parse-url.ts';
import { isBlock } from '../../text/compare-text.ts';
import { languageAround } from '../code-blocks.ts';
import { headingLevel } from '../outline.ts';
import type { PageFacts } from '../page-facts.ts';
import { attributeOf, type Collector, type Element, foldSpaces, ownText, PLACE, type Visitor, walk } from '../walk.ts';
import { basicRules, type CodeBlock, codeBlock, tableRules } from './rules.ts';
import { type MarkdownOptions, markdownContext } from './writer.ts';

/** A paragraph longer than this, in characters, is prose: the content of a page may begin with it. */
const LONG_PARAGRAPH = 30;

type MarkdownFacts = Pick<PageFacts, 'markdownCharCount' | 'contentStart'>;

/** The page as Markdown, navigation and hidden parts included; scripts, styles, templates, drawings and controls not. */
export function htmlToMarkdown(html: string): string {
  const collector = markdownCollector();
  walk(parse(html), [collector]);
  return collector.markdown();
}

/** The fixed converter behind P7 and P8: whatever changes its output changes grades. */
export function markdownCollector(): Collector<MarkdownFacts> & { markdown(): string; length(): number } {
  const context = markdownContext();
  const { writer } = context;
  const rules = new Map([...basicRules(context), ...tableRules(context)]);
  const start = contentStart(() => writer.length());
  let code: CodeBlock | undefined;
  return {
    enter(element, place) {
      if ((place & PLACE.body) === 0) return;
      if (code !== undefined) return code.enter(element.tagName);
      start.enter(element, place);
      const rule = rules.get(element.tagName);
      if (rule !== undefined) rule.enter(element);
      else if (isBlock(element.tagName)) context.lineEnd(2);
      if (element.tagName === 'pre') code = codeBlock(element);
    },
    text(folded, place, raw) {
      if ((place & PLACE.body) === 0) return;
      if (code !== undefined) return code.add(raw);
      start.text(folded);
      writer.text(context.cellDepth > 0 ? folded.replaceAll('|', '\\|') : folded);
    },
    leave(element, place) {
      if ((place & PLACE.body) === 0) return;
      if (code !== undefined) {
        if (code.element !== element) return code.leave(element.tagName);
        code.write(context);
        code = undefined;
      }
      const rule = rules.get(element.tagName);
      if (rule !== undefined) rule.leave(element);
      else if (isBlock(element.tagName)) context.lineEnd(2);
      start.leave(element);
    },
    markdown: () => writer.value(),
    length: () => writer.length(),
    facts: () => ({ markdownCharCount: writer.length(), contentStart: start.value() }),
  };
}

/** Finds the first heading with text, or long paragraph, in the content. */
function contentStart(written: () => number) {
  let found: number | undefined;
  /** The heading or paragraph under way, and where its text began. */
  let candidate: { readonly element: Element; from: number | undefined } | undefined;
  return {
    enter(element: Element, place: number): void {
      if (found !== undefined || (place & PLACE.chrome) !== 0) return;
      const isCandidate = element.tagName === 'p' || headingLevel(element.tagName) !== undefined;
      if (isCandidate) candidate = { element, from: undefined };
    },
    text(folded: string): void {
      if (candidate !== undefined && candidate.from === undefined && folded !== ' ') candidate.from = written();
    },
    leave(element: Element): void {
      if (candidate?.element !== element) return;
      const { from } = candidate;
      candidate = undefined;
      if (from === undefined) return;
      if (element.tagName !== 'p' || written() - from > LONG_PARAGRAPH) found = from;
    },
    value: () => (found === undefined ? undefined : { charOffset: found }),
  };
}

/** The content of a page, to be published as its Markdown version. */
export interface PageContent {
  /** Without navigation, page header and footer, forms and what is hidden. Ends with a line break; '' for no content. */
  readonly markdown: string;
  /** Text of the first level-one heading of the content, else of the page; '' for none. */
  readonly heading: string;
  /** The first paragraphs of prose, a line each; some 600 characters. */
  readonly lead: string;
}

/** What people fill in or press, and code or drawings for the browser. */
const LEFT_OUT = new Set('form button label fieldset noscript template math canvas dialog select textarea'.split(' '));
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
 * The content as Markdown: what is inside main, else inside articles, else all outside navigation, page header and
 * footer, as P24 compares it. Linear in the length of the HTML.
 */
export function pageContent(html: string, url: string): PageContent {
  const document = parse(html);
  const found = extent();
  walk(document, [found]);
  const wanted = found.wanted();
  const base = parseUrl(found.base() ?? '', url)?.href ?? url;
  const address = (href: string): string => linkAddress(href, base);
  const writer = contentWriter({ address, languageOf: languageAround, isLayout: (table) => holdsCode(table) });
  const lead = leadText();
  walk(document, [within(wanted, [writer, lead])]);
  const text = writer.markdown().trim();
  const heading = found.heading();
  const hasHeading = text.startsWith('# ') || text.includes('\n# ');
  const markdown = hasHeading || heading === '' ? text : `# ${escaped(heading)}\n\n${text}`.trimEnd();
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

/** Passes on only what is in the content and seen by people; left-out elements are skipped with all that they hold. */
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
const isLineNumbers = (element: Element): boolean => element.tagName === 'pre' && /^[\d\s]+$/.test(seenText(element));

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

/** The text of an element without what is for screen readers, down to a few levels: links are shallow. */
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

function contentWriter(options: MarkdownOptions): Visitor & { markdown(): string } {
  const context = markdownContext(options);
  const { writer } = context;
  const rules = new Map([...basicRules(context), ...tableRules(context)]);
  let code: CodeBlock | undefined;
  let codeDepth = 0;
  return {
    enter(element) {
      if (code !== undefined) return code.enter(element.tagName);
      const rule = rules.get(element.tagName);
      if (rule !== undefined) rule.enter(element);
      else if (isBlock(element.tagName)) context.lineEnd(2);
      if (element.tagName === 'pre') code = codeBlock(element);
      if (CODE.has(element.tagName)) codeDepth += 1;
    },
    text(folded, _place, raw) {
      if (code !== undefined) return code.add(raw);
      const text = codeDepth > 0 ? folded : escaped(folded);
      writer.text(context.cellDepth > 0 ? text.replaceAll('|', '\\|') : text);
    },
    leave(element) {
      if (code !== undefined) {
        if (code.element !== element) return code.leave(element.tagName);
        code.write(context);
        code = undefined;
      }
      if (CODE.has(element.tagName)) codeDepth -= 1;
      const rule = rules.get(element.tagName);
      if (rule !== undefined) rule.leave(element);
      else if (isBlock(element.tagName)) context.lineEnd(2);
    },
    markdown: () => writer.value(),
  };
}

const CODE = new Set(['code', 'kbd', 'samp', 'tt']);

/** Characters of a text that Markdown would read as marks. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '&lt;')
    .replace(/^(\s*)([#>+-])(?=\s)/, '$1\\$2');

/** Paragraphs in these are items, cells and captions, which say little without what is around them. */
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

/** An address as Markdown can hold it: absolute, with the characters that would end the link escaped. */
function linkAddress(href: string, base: string): string {
  const absolute = parseUrl(href, base)?.href ?? href;
  return absolute.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
}
