/** What scripts add to the text of a page. */

import { countWords } from '../parse/html/word-counter.ts';

export interface AddedText {
  readonly words: number;
  readonly withoutScripts: number;
  readonly added: number;
  readonly example: string;
}

const MAX_LINES = 20_000;
const MAX_EXAMPLE = 160;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .slice(0, MAX_LINES)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');

/**
 * Compares the text in sight with scripts with that of the same document without. A repeated line counts
 * once for each new copy.
 */
export function addedText(withScripts: string, withoutScripts: string): AddedText {
  const left = new Map<string, number>();
  for (const line of linesOf(withoutScripts)) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  let example = '';
  for (const line of linesOf(withScripts)) {
    const known = left.get(line) ?? 0;
    if (known > 0) {
      left.set(line, known - 1);
      continue;
    }
    const words = countWords(line);
    added += words;
    if (words > countWords(example)) example = line.slice(0, MAX_EXAMPLE);
  }
  return { words: countWords(withScripts), withoutScripts: countWords(withoutScripts), added, example };
}
