import type { McpTool } from './artifacts.ts';
import { titleOf, trimmed } from './tool-text.ts';

/** Enough to count seven words and twenty characters in any script. */
const LOOKED_AT = 1_000;
const ENOUGH_WORDS = 7;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** A character of these scripts says about as much as two letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** 1: says what the tool does. 0: there is none. */
export type DescriptionQuality = 0 | 0.25 | 0.5 | 0.75 | 1;

/**
 * How much a tool's description says (M14): nothing, no more than its name or title, fewer than 4 words or
 * 20 characters, fewer than 7 words, enough. Words are counted in every script.
 */
export function descriptionQuality(tool: McpTool): DescriptionQuality {
  const description = trimmed(tool.description).slice(0, LOOKED_AT);
  if (description === '') return 0;
  const letters = lettersOf(description);
  if (letters === lettersOf(tool.name) || letters === lettersOf(titleOf(tool))) return 0.25;
  const words = countWords(description, ENOUGH_WORDS);
  const characters = description.length + (description.match(DENSE) ?? []).length;
  if (words < 4 || characters < 20) return 0.5;
  return words < ENOUGH_WORDS ? 0.75 : 1;
}

function countWords(text: string, max: number): number {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) {
    if (isWordLike) count += 1;
    if (count === max) break;
  }
  return count;
}

/** Letters and digits alone, so that `get_page`, `getPage` and "Get page." are the same. */
const lettersOf = (text: string): string =>
  text
    .slice(0, LOOKED_AT)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
