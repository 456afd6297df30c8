import { comparableText, isBlock } from '../text/comparable-text.ts';
import { headingLevel } from './headings.ts';
import { attributeOf, PLACE, type Visitor } from './walk.ts';
import { countWords } from './word-counter.ts';

/** Sentences of fewer words are labels, and occur in any text by chance (catalogue, P24). */
const MIN_WORDS = 6;
const MAX_SEGMENTS = 5000;
const MAX_BLOCK = 20_000;
const MAX_HREFS = 5000;
/** A block with a larger share of its characters in links leads elsewhere and says nothing itself. */
const MAX_LINK_SHARE = 0.6;
const SENTENCE_END = /[.!?](?=\s)|[。！？]/;
const HIDDEN = PLACE.hidden | PLACE.ariaHidden | PLACE.chrome;

/** A heading or a sentence as comparable text; where there are two forms of it, either will do. */
export type Segment = readonly [string, ...string[]];

export interface ContentSegments extends Visitor {
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
        if (found.length < MAX_SEGMENTS && countWords(sentence) >= MIN_WORDS) {
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
        if (first !== undefined && found.length < MAX_SEGMENTS) {
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
