import { createHash } from 'node:crypto';
import { isBlock } from './blocks.ts';
import { foldedText } from './folded-text.ts';
import { cut } from './item-text.ts';
import { linkLists } from './link-lists.ts';
import type { PageFacts } from './page-facts.ts';
import { type Collector, PLACE } from './walk.ts';
import { wordCounter } from './word-counter.ts';

const START_LENGTH = 2000;
const HASH_LENGTH = 16;
/** A paragraph longer than this, in characters, is prose rather than a label (catalogue, P5). */
const LONG_PARAGRAPH = 30;

const isMainText = (place: number): boolean => (place & PLACE.body) !== 0 && (place & PLACE.chrome) === 0;

/** The text of the page's content; see PageFacts.mainText for what is left out. */
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
