import { parseUrl } from '../../../basics/parse-url.ts';
import { markdownProse, markdownText } from '../markdown/markdown-text.ts';
import { comparableText, createFinder, isBlock } from '../text/compare-text.ts';
import { coverageKey } from '../url/normalise-url.ts';
import { headingLevel } from './heading-level.ts';
import { rawHtmlBytes } from './rough-html.ts';
import { attributeOf, PLACE, type Visitor } from './walk.ts';
import { countWords } from './word-counter.ts';

/** Sentences of fewer words are labels, and occur in any text by chance (catalogue, P24). */
const MIN_WORDS = 6;
const MAX_KEPT_SEGMENTS = 5000;
const MAX_BLOCK = 20_000;
const MAX_HREFS = 5000;
/** A block with a larger share of its characters in links leads elsewhere and says nothing itself. */
const MAX_LINK_SHARE = 0.6;
const SENTENCE_END = /[.!?](?=\s)|[。！？]/;
const HIDDEN = PLACE.hidden | PLACE.ariaHidden | PLACE.chrome;

/** A heading or a sentence as comparable text; where there are two forms of it, either will do. */
type Segment = readonly [string, ...string[]];

interface ContentSegments extends Visitor {
  /**
   * Headings, and sentences of six words or more, of the main content, each once: those inside main, else those inside
   * articles, else all outside navigation and page header and footer.
   */
  segments(): Segment[];
  /** Link targets as written that are only in navigation, asides, and the page's header and footer. */
  chromeHrefs(): string[];
}

/** Gathers what a Markdown version of the page should bring, and what it should not. Code, forms and buttons are left out. */
export function contentSegments(): ContentSegments {
  const found: { readonly segment: Segment; readonly place: number }[] = [];
  const hrefs = { chrome: new Set<string>(), content: new Set<string>() };
  let block = '';
  let anchorChars = 0;
  let blockPlace = 0;
  /** The text of the heading under way, with and without that of links within the page, which may be its permalink. */
  let heading: { all: string; own: string } | undefined;
  let isPermalink = false;
  let skipped = 0;

  function endBlock(): void {
    if (block !== '' && anchorChars <= block.length * MAX_LINK_SHARE) {
      for (const sentence of block.split(SENTENCE_END)) {
        if (found.length < MAX_KEPT_SEGMENTS && countWords(sentence) >= MIN_WORDS) {
          found.push({ segment: [comparableText(sentence)], place: blockPlace });
        }
      }
    }
    block = '';
    anchorChars = 0;
  }

  return {
    enter(element, place) {
      const { tagName } = element;
      if (isBlock(tagName)) endBlock();
      if (SKIPPED.has(tagName)) skipped += 1;
      else if (headingLevel(tagName) !== undefined) heading = { all: '', own: '' };
      else if (tagName === 'a') {
        const href = attributeOf(element, 'href');
        isPermalink = href?.startsWith('#') === true;
        const into = (place & PLACE.chrome) === 0 ? hrefs.content : hrefs.chrome;
        if (href !== undefined && into.size < MAX_HREFS) into.add(href);
      }
    },
    text(folded, place) {
      if (skipped > 0 || (place & PLACE.body) === 0 || (place & (HIDDEN | PLACE.preformatted)) !== 0) return;
      const isLinked = (place & PLACE.anchor) !== 0;
      if (heading !== undefined) {
        if (heading.all.length > MAX_BLOCK) return;
        heading.all += folded;
        if (!isLinked || !isPermalink) heading.own += folded;
        blockPlace = place;
        return;
      }
      if (block.length > MAX_BLOCK) return;
      block += folded;
      blockPlace = place;
      if (isLinked) anchorChars += folded.length;
    },
    leave(element) {
      const { tagName } = element;
      if (SKIPPED.has(tagName)) skipped -= 1;
      else if (headingLevel(tagName) !== undefined && heading !== undefined) {
        const [first, ...others] = [heading.all, heading.own].map(comparableText).filter((text) => text !== '');
        heading = undefined;
        if (first !== undefined && found.length < MAX_KEPT_SEGMENTS) {
          found.push({ segment: [first, ...others.filter((text) => text !== first)], place: blockPlace });
        }
      }
      if (isBlock(tagName)) endBlock();
    },
    segments() {
      endBlock();
      const inside = (wanted: number) => found.filter(({ place }) => (place & wanted) !== 0);
      const chosen = [inside(PLACE.main), inside(PLACE.content), found].find(({ length }) => length > 0) ?? [];
      return [...new Map(chosen.map(({ segment }) => [segment[0], segment])).values()];
    },
    chromeHrefs: () => [...hrefs.chrome].filter((href) => !hrefs.content.has(href)),
  };
}

/** What people fill in or press, and figures' fine print: no Markdown version can or need have it. */
const SKIPPED = new Set(['form', 'button', 'label', 'fieldset', 'noscript', 'template', 'math', 'canvas', 'dialog']);

/** What a page's Markdown version holds, measured against the page. */
export interface TwinFacts {
  readonly url: string;
  readonly bodyBytes: number;
  /** Only the first million bytes were read: what seems to be missing may stand after it. */
  readonly isCut: boolean;
  /** 1-based. */
  readonly unclosedFenceLine: number | undefined;
  /** Share of the bytes that are HTML tags outside code, 0 to 1. */
  readonly htmlShare: number;
  /** Headings and sentences of the page that were looked for, and those that are not there. */
  readonly segments: { readonly looked: number; readonly missing: number; readonly examples: readonly string[] };
  /** Share of its characters in headings and sentences of the page, 0 to 1; less is known where a sample was looked for. */
  readonly fromPage: number;
  readonly links: {
    readonly count: number;
    /** Neither absolute nor from the root. */
    readonly relative: number;
    readonly examples: readonly string[];
  };
  /** Links that are only in the page's navigation, header or footer, and those of them that the version has too. */
  readonly chromeLinks: { readonly count: number; readonly kept: number };
}

/** A Markdown body as it is handed to the page worker. */
export interface TwinBody {
  readonly url: string;
  readonly text: string;
  readonly bodyBytes: number;
  readonly isCut: boolean;
}

const MAX_SEGMENTS = 500;
/** With fewer headings and sentences, a page cannot show that a text is another one. */
const MIN_COMPARED = 5;
const MAX_MISSING = 0.8;
/** A version may leave out a long menu that the HTML does not mark as one; but then its own words are those of the page. */
const MIN_FROM_PAGE = 0.2;

/** The text that was found as the Markdown version of a page is none of it. */
export const isAnotherText = ({ segments: { looked, missing }, fromPage, isCut }: TwinFacts): boolean =>
  looked >= MIN_COMPARED && missing > MAX_MISSING * looked && fromPage < MIN_FROM_PAGE && !isCut;

/** Segments times characters that are looked through at most, so that large pages stay cheap. */
const MAX_EFFORT = 100e6;
const MIN_SEGMENTS = 50;
const MAX_EXAMPLES = 5;
const MAX_EXAMPLE = 120;

/** Measures a page's Markdown version against what a walk over the page gathered. Linear in both. */
export function compareTwin(
  { url, text, bodyBytes, isCut }: TwinBody,
  page: ContentSegments,
  pageUrl: string,
): TwinFacts {
  const { lines, code, unclosedFenceLine } = markdownProse(text);
  const prose = markdownText(lines.join('\n'));
  const words = comparableText([prose.text, ...code].join('\n'));
  const isThere = createFinder(words);
  const looked = sample(page.segments(), Math.max(MIN_SEGMENTS, Math.floor(MAX_EFFORT / (words.length + 1))));
  const there = new Set(looked.filter((forms) => forms.some(isThere)));
  const missing = looked.filter((forms) => !there.has(forms)).map(([text]) => text);
  const relative = prose.targets.filter(isRelative);
  return {
    url,
    bodyBytes,
    isCut,
    unclosedFenceLine,
    htmlShare: text === '' ? 0 : rawHtmlBytes(lines) / Buffer.byteLength(text),
    segments: { looked: looked.length, missing: missing.length, examples: examplesOf(missing) },
    fromPage: words === '' ? 0 : Math.min(1, [...there].reduce((sum, [{ length }]) => sum + length, 0) / words.length),
    links: { count: prose.targets.length, relative: relative.length, examples: examplesOf(relative) },
    chromeLinks: chromeLinks(page.chromeHrefs(), pageUrl, prose.targets, url),
  };
}

/** At most `limit` segments, evenly spaced. */
function sample(segments: readonly Segment[], limit: number): readonly Segment[] {
  const size = Math.min(MAX_SEGMENTS, limit);
  if (segments.length <= size) return segments;
  return segments.filter(
    (_, at) => Math.floor((at * size) / segments.length) !== Math.floor(((at - 1) * size) / segments.length),
  );
}

/** A path that only means something at the page's own address. */
function isRelative(target: string): boolean {
  return !/^(?:[/#?]|[a-z][a-z0-9+.-]*:)/i.test(target);
}

function chromeLinks(hrefs: readonly string[], pageUrl: string, targets: readonly string[], twinUrl: string) {
  const linked = new Set(targets.map((target) => keyOf(target, twinUrl)));
  const inChrome = new Set(hrefs.filter((href) => !href.startsWith('#')).map((href) => keyOf(href, pageUrl)));
  inChrome.delete(undefined);
  return { count: inChrome.size, kept: [...inChrome].filter((key) => linked.has(key)).length };
}

function keyOf(href: string, base: string): string | undefined {
  const url = parseUrl(href, base)?.href;
  return url === undefined ? undefined : coverageKey(url);
}

const examplesOf = (texts: readonly string[]): string[] =>
  texts.slice(0, MAX_EXAMPLES).map((text) => text.slice(0, MAX_EXAMPLE));
