import { createHash } from 'node:crypto';
import { isBlock } from '../text/comparable-text.ts';
import { cut } from './item-text.ts';
import type { PageFacts } from './page-facts.ts';
import { type Collector, type Element, PLACE } from './walk.ts';
import { foldedText, wordCounter } from './word-counter.ts';

const START_LENGTH = 2000;
const HASH_LENGTH = 16;
/** A paragraph longer than this, in characters, is prose rather than a label (catalogue, P5). */
const LONG_PARAGRAPH = 30;

const isMainText = (place: number): boolean => (place & PLACE.body) !== 0 && (place & PLACE.chrome) === 0;

/** The text of the page's content; see PageFacts.mainText for the parts that are left out. */
export function mainTextCollector(): Collector<PageFacts['mainText']> & { words(): number } {
  const text = foldedText();
  const counter = wordCounter();
  const lists = linkLists();
  let halfWords = 0;
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
    enter(element) {
      if (isBlock(element.tagName)) gap();
      if (element.tagName === 'p') paragraphs.push(text.length());
      lists.enter(element);
    },
    text(folded, place) {
      if (!isMainText(place)) return;
      const halves = counter.add(folded);
      halfWords += halves;
      lists.add(halves, (place & PLACE.anchor) !== 0);
      text.add(folded);
    },
    leave(element, place) {
      if (element.tagName === 'p') endParagraph(place);
      lists.leave(element);
      if (isBlock(element.tagName)) gap();
    },
    words,
    facts() {
      const whole = text.value();
      return {
        charCount: whole.length,
        wordCount: words(),
        wordsOutsideLinkLists: Math.ceil(lists.halfWordsOutside() / 2),
        start: cut(whole, START_LENGTH),
        hash: createHash('sha256').update(whole).digest('base64url').slice(0, HASH_LENGTH),
        longParagraphs,
        mainParagraphs,
      };
    },
  };
}

const LISTS = new Set(['ul', 'ol', 'dl', 'menu']);

interface OpenList {
  halfWords: number;
  linkHalfWords: number;
  /** Of these, outside inner lists of links. */
  halfWordsOutside: number;
}

/** Tells words in lists of links (more than half of the list's words are links) from all others. */
function linkLists(): {
  enter(element: Element): void;
  add(halfWords: number, inLink: boolean): void;
  leave(element: Element): void;
  /** Half words outside lists of links; to be asked when every list has ended. */
  halfWordsOutside(): number;
} {
  const page: OpenList = { halfWords: 0, linkHalfWords: 0, halfWordsOutside: 0 };
  const open: OpenList[] = [];
  const innermost = (): OpenList => open.at(-1) ?? page;
  return {
    enter(element) {
      if (LISTS.has(element.tagName)) open.push({ halfWords: 0, linkHalfWords: 0, halfWordsOutside: 0 });
    },
    add(halfWords, inLink) {
      const list = innermost();
      list.halfWords += halfWords;
      list.halfWordsOutside += halfWords;
      if (inLink) list.linkHalfWords += halfWords;
    },
    leave(element) {
      const list = LISTS.has(element.tagName) ? open.pop() : undefined;
      if (list === undefined) return;
      const outer = innermost();
      outer.halfWords += list.halfWords;
      outer.linkHalfWords += list.linkHalfWords;
      if (list.linkHalfWords * 2 <= list.halfWords) outer.halfWordsOutside += list.halfWordsOutside;
    },
    halfWordsOutside: () => page.halfWordsOutside,
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
    if (!isBlock(element.tagName)) return;
    counter.gap();
    text.gap();
  };
  const words = (): number => Math.ceil(halfWords / 2);
  return {
    enter: gap,
    text(folded, place) {
      if ((place & PLACE.body) === 0 || (place & PLACE.hidden) !== 0) return;
      halfWords += counter.add(folded);
      text.add(folded);
    },
    leave: gap,
    words,
    chars: text.length,
    facts: () => ({ bodyWordCount: words(), bodyCharCount: text.length() }),
  };
}
