import { plainTexts } from './agents.ts';
import { wordsOf } from './content.ts';
import type { Respond } from './site-variant.ts';

/** What a score must beat to be worth its effort: figures that anyone can count. */
export interface Yardsticks {
  /** Pages with at least 100 words that a plain crawler gets. */
  readonly pageCount: number;
  /** Characters of text that it gets. */
  readonly textLength: number;
  /** The same for every site. */
  readonly constant: number;
}

export const PAGE_WORDS = 100;

export function yardsticksOf(respond: Respond): Yardsticks {
  const texts = plainTexts(respond);
  return {
    pageCount: texts.filter((text) => wordsOf(text).length >= PAGE_WORDS).length,
    textLength: texts.reduce((sum, { length }) => sum + length, 0),
    constant: 50,
  };
}
