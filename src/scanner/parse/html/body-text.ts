import { isBlock } from './blocks.ts';
import { foldedText } from './folded-text.ts';
import type { PageFacts } from './page-facts.ts';
import { type Collector, PLACE } from './walk.ts';
import { wordCounter } from './word-counter.ts';

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
