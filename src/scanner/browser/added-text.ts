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

/** The lines of one text that another has not. A repeated line is new once for each further copy. */
export function newLines(text: string, before: string): string[] {
  const left = new Map<string, number>();
  for (const line of linesOf(before)) left.set(line, (left.get(line) ?? 0) + 1);
  return linesOf(text).filter((line) => {
    const known = left.get(line) ?? 0;
    if (known > 0) left.set(line, known - 1);
    return known === 0;
  });
}

/** Compares the text in sight with scripts with that of the same document without. */
export function addedText(withScripts: string, withoutScripts: string): AddedText {
  let added = 0;
  let example = '';
  for (const line of newLines(withScripts, withoutScripts)) {
    const words = countWords(line);
    added += words;
    if (words > countWords(example)) example = line.slice(0, MAX_EXAMPLE);
  }
  return { words: countWords(withScripts), withoutScripts: countWords(withoutScripts), added, example };
}
