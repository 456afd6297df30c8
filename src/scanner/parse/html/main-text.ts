import { createHash } from 'node:crypto';
import { isBlock } from '../text/compare-text.ts';
import { takesComment } from './forms.ts';
import type { PageFacts } from './page-facts.ts';
import { attributeOf, type Collector, type Element, PLACE } from './walk.ts';
import { cut, foldedText, wordCounter } from './word-counter.ts';

const START_LENGTH = 2000;
const HASH_LENGTH = 16;
/** A paragraph longer than this, in characters, is prose rather than a label (catalogue, P5). */
const LONG_PARAGRAPH = 30;

const isHeading = (tagName: string): boolean => /^h[1-6]$/.test(tagName);

/** Words before and after a field do not run together either, though it is in a line with them. */
const endsWord = (tagName: string): boolean => isBlock(tagName) || FIELDS_IN_LINE.includes(tagName);
const FIELDS_IN_LINE = ['input', 'select'];

const isMainText = (place: number): boolean => (place & PLACE.body) !== 0 && (place & PLACE.chrome) === 0;

/** The text of the page's content; see PageFacts.mainText for the parts that are left out. */
export function mainTextCollector(): Collector<PageFacts['mainText']> & { words(): number } {
  const text = foldedText();
  const counter = wordCounter();
  const lists = linkLists();
  let halfWords = 0;
  let ariaHiddenHalves = 0;
  /** Forms, labels and legends around the current text, and the half words in them. */
  let forms = 0;
  let formHalves = 0;
  /** The dialog under way that is out of the accessibility tree because it is closed. */
  let closed: Element | undefined;
  /** Length of the text where each open paragraph began. */
  const paragraphs: number[] = [];
  let longParagraphs = 0;
  let mainParagraphs = 0;

  const gap = (): void => {
    counter.gap();
    text.gap();
  };
  const endParagraph = (place: number): void => {
    const start = paragraphs.pop() ?? 0;
    // The space that separates it from the text before is not its own.
    const length = text.length() - start - (start > 0 ? 1 : 0);
    if (length > LONG_PARAGRAPH) longParagraphs += 1;
    if (length > 0 && (place & PLACE.main) !== 0) mainParagraphs += 1;
  };
  const words = (): number => Math.ceil(halfWords / 2);

  return {
    wants: { tags: ['a', ...FIELDS_IN_LINE, ...FORM_PARTS], isTag: isBlock },
    textIn: PLACE.body,
    enter(element) {
      if (endsWord(element.tagName)) gap();
      if (element.tagName === 'p') paragraphs.push(text.length());
      if (FORM_PARTS.includes(element.tagName)) forms += 1;
      if (closed === undefined && isClosedDialog(element)) closed = element;
      lists.enter(element);
    },
    text(folded, place, _raw, words) {
      if (!isMainText(place)) return;
      const halves = counter.add(words);
      halfWords += halves;
      if (forms > 0) formHalves += halves;
      if (closed === undefined && (place & (PLACE.ariaHidden | PLACE.inert)) !== 0) ariaHiddenHalves += halves;
      lists.add(halves, (place & PLACE.anchor) !== 0);
      text.add(folded);
    },
    leave(element, place) {
      if (element.tagName === 'p') endParagraph(place);
      if (FORM_PARTS.includes(element.tagName)) forms -= 1;
      if (element === closed) closed = undefined;
      lists.leave(element);
      if (endsWord(element.tagName)) gap();
    },
    words,
    facts() {
      const whole = text.value();
      return {
        charCount: whole.length,
        wordCount: words(),
        ariaHiddenWords: Math.ceil(ariaHiddenHalves / 2),
        wordsOutsideLinkLists: Math.ceil(lists.halfWordsOutside() / 2),
        wordsInForms: Math.ceil(formHalves / 2),
        start: cut(whole, START_LENGTH),
        hash: createHash('sha256').update(whole).digest('base64url').slice(0, HASH_LENGTH),
        longParagraphs,
        mainParagraphs,
      };
    },
  };
}

/** What fields are in and what they are called by. */
const FORM_PARTS = ['form', 'label', 'legend'];

/** A dialog that is not open: its words are rightly out of the tree until then. */
const isClosedDialog = (element: Element): boolean =>
  ['dialog', 'alertdialog'].includes(attributeOf(element, 'role') ?? '') &&
  (attributeOf(element, 'aria-hidden') === 'true' || attributeOf(element, 'inert') !== undefined);

const LISTS = new Set(['ul', 'ol', 'dl', 'menu']);
const isGroup = (tagName: string): boolean => LISTS.has(tagName) || tagName === 'form';
/** What may introduce another page with its title and an excerpt. */
const TEASERS = new Set(['article', 'li']);
/** A longer article is printed in full, below the link to its own page. */
const MAX_TEASER_WORDS = 100;

/** An open list, teaser, link to another page, or form. */
interface Group {
  readonly tagName: string;
  halfWords: number;
  linkHalfWords: number;
  /** Of these, outside inner groups that introduce other pages. */
  halfWordsOutside: number;
  heading: Element | undefined;
  /** Its first heading holds, or is in, a link to another page. */
  isHeadedByLink: boolean;
  /** A field of it takes a comment. */
  takesComment: boolean;
  hasHeading: boolean;
  /** Links to other pages. */
  links: number;
  /** Blocks right below it that each have a linked heading and an excerpt, and what they count outside. */
  excerpts: number;
  excerptHalfWords: number;
}

const groupOf = (tagName: string): Group => ({
  tagName,
  halfWords: 0,
  linkHalfWords: 0,
  halfWordsOutside: 0,
  heading: undefined,
  isHeadedByLink: false,
  takesComment: false,
  hasHeading: false,
  links: 0,
  excerpts: 0,
  excerptHalfWords: 0,
});

const isPageLink = (element: Element): boolean =>
  element.tagName === 'a' && attributeOf(element, 'href')?.startsWith('#') === false;

const isCommentField = (field: Element): boolean =>
  takesComment({ type: field.tagName, name: attributeOf(field, 'name') ?? '', id: attributeOf(field, 'id') ?? '' });

/** A link to a part of this page, or a button. */
const isHandle = (element: Element): boolean =>
  element.tagName === 'button' || (element.tagName === 'a' && attributeOf(element, 'href')?.startsWith('#') === true);

/** Whether a group is no text of its page. */
function isApart(group: Group): boolean {
  // Some servers wrap a whole page in one form; its headings give that away.
  return group.tagName === 'form' ? group.takesComment && !group.hasHeading : introducesPages(group);
}

/** One of several: a title that leads to another page, and some words about it. One alone may be the page's own head. */
const isExcerpt = ({ tagName, halfWords, linkHalfWords, isHeadedByLink }: Group): boolean =>
  tagName === 'div' && isHeadedByLink && halfWords > linkHalfWords && halfWords < MAX_TEASER_WORDS * 2;

/** A table of contents in lines or paragraphs has at least this many links in a box, and this share of its words in them. */
const MIN_LINES = 5;
const LINES_SHARE = 2 / 3;

/** A list in which more than half of the words are links, a box of such lines without a heading, a link around a card, or a teaser. */
function introducesPages({ tagName, halfWords, linkHalfWords, isHeadedByLink, heading, links }: Group): boolean {
  if (LISTS.has(tagName)) return linkHalfWords * 2 > halfWords;
  if (tagName === 'div') {
    return heading === undefined && links >= MIN_LINES && linkHalfWords >= LINES_SHARE * halfWords;
  }
  return isHeadedByLink && (tagName === 'a' || halfWords < MAX_TEASER_WORDS * 2);
}

/**
 * Tells a page's own words from those that introduce other pages (in lists of links, cards and teasers), lead about in
 * this one ("Skip to content", the mark behind a heading), name what a click does ("Copy") or ask for a comment.
 */
function linkLists(): {
  enter(element: Element): void;
  add(halfWords: number, inLink: boolean): void;
  leave(element: Element): void;
  /** Half words outside such groups; to be asked when every group has ended. */
  halfWordsOutside(): number;
} {
  const page = groupOf('body');
  const open: Group[] = [page];
  // A second list of each kind: searching a hostile depth for the innermost one would take quadratic time.
  const teasers: Group[] = [];
  const links: Group[] = [];
  const blocks: Group[] = [];
  let heading: Element | undefined;
  /** Half words of the heading under way, and of those the ones that lead to another page. */
  let headed = 0;
  let headedByLink = 0;
  /** Neither of them can hold another of its kind. */
  let handle: Element | undefined;
  let form: Group | undefined;

  const siblingsOf = (element: Element): Group[] | undefined => {
    if (TEASERS.has(element.tagName)) return teasers;
    if (element.tagName === 'div') return blocks;
    return isPageLink(element) ? links : undefined;
  };

  function enterHeading(element: Element): void {
    heading = element;
    headed = 0;
    headedByLink = 0;
    const [teaser, link] = [teasers.at(-1), links.at(-1)];
    if (teaser !== undefined) teaser.heading ??= element;
    if (link !== undefined) link.isHeadedByLink = true;
    if (form !== undefined) form.hasHeading = true;
  }

  function leaveHeading(): void {
    const block = blocks.at(-1);
    if (block !== undefined && block.heading === undefined) {
      block.heading = heading;
      block.isHeadedByLink = headed > 0 && headedByLink === headed;
    }
    heading = undefined;
  }

  /** The first heading within a block is its own as well; several blocks that introduce pages are no text of this one. */
  function leaveBlock(block: Group, outer: Group): void {
    const around = blocks.at(-1);
    if (around !== undefined && around.heading === undefined) {
      around.heading = block.heading;
      around.isHeadedByLink = block.isHeadedByLink;
    }
    if (!isExcerpt(block)) return;
    outer.excerpts += 1;
    outer.excerptHalfWords += block.halfWordsOutside;
  }

  return {
    enter(element) {
      if (isHeading(element.tagName)) enterHeading(element);
      // A heading that is a link to itself, or opens the part below it, is still a heading.
      if (heading === undefined && isHandle(element)) handle = element;
      if (form !== undefined && element.tagName === 'textarea') form.takesComment ||= isCommentField(element);
      const siblings = siblingsOf(element);
      if (siblings !== undefined || isGroup(element.tagName)) {
        const group = groupOf(element.tagName);
        open.push(group);
        siblings?.push(group);
        if (element.tagName === 'form') form = group;
      }
      const teaser = teasers.at(-1);
      if (heading !== undefined && links.length > 0 && teaser?.heading === heading) teaser.isHeadedByLink = true;
    },
    add(halfWords, inLink) {
      const group = open.at(-1) ?? page;
      group.halfWords += halfWords;
      if (handle === undefined) group.halfWordsOutside += halfWords;
      if (heading !== undefined) headed += halfWords;
      if (heading !== undefined && links.length > 0) headedByLink += halfWords;
      if (inLink) group.linkHalfWords += halfWords;
    },
    leave(element) {
      if (element === heading) leaveHeading();
      if (element === handle) handle = undefined;
      if (element.tagName === 'form') form = undefined;
      const siblings = siblingsOf(element);
      siblings?.pop();
      const group = siblings !== undefined || isGroup(element.tagName) ? open.pop() : undefined;
      if (group === undefined) return;
      const outer = open.at(-1) ?? page;
      if (group.excerpts > 1) group.halfWordsOutside -= group.excerptHalfWords;
      if (element.tagName === 'div') leaveBlock(group, outer);
      outer.links += group.links + (element.tagName === 'a' ? 1 : 0);
      outer.halfWords += group.halfWords;
      outer.linkHalfWords += group.linkHalfWords;
      if (!isApart(group)) outer.halfWordsOutside += group.halfWordsOutside;
    },
    halfWordsOutside: () => page.halfWordsOutside - (page.excerpts > 1 ? page.excerptHalfWords : 0),
  };
}

/** How much the whole body shows, navigation included. */
export function bodyTextCollector(): Collector<Pick<PageFacts, 'bodyWordCount' | 'bodyCharCount'>> & {
  words(): number;
  /** Characters so far. */
  chars(): number;
} {
  const text = foldedText();
  const counter = wordCounter();
  let halfWords = 0;
  const gap = (element: { tagName: string }): void => {
    if (!endsWord(element.tagName)) return;
    counter.gap();
    text.gap();
  };
  const words = (): number => Math.ceil(halfWords / 2);
  return {
    wants: { tags: FIELDS_IN_LINE, isTag: isBlock },
    textIn: PLACE.body,
    enter: gap,
    text(folded, place, _raw, words) {
      if ((place & PLACE.body) === 0 || (place & PLACE.hidden) !== 0) return;
      halfWords += counter.add(words);
      text.add(folded);
    },
    leave: gap,
    words,
    chars: text.length,
    facts: () => ({ bodyWordCount: words(), bodyCharCount: text.length() }),
  };
}
