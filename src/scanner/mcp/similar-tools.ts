import { wordSet } from '../parse/similarity.ts';
import type { McpTool } from './artifacts.ts';
import { trimmed } from './tool-text.ts';

/** Two names, as the server wrote them. */
export type Pair = readonly [string, string];

/** Pairs are compared among so many tools; the rest of a longer list is another check's business (M21). */
const MAX_TOOLS = 200;
const MAX_CHARS = 2048;
/** Shorter words (a, of, to ...) make any two descriptions alike. */
const MIN_WORD = 3;
/** Descriptions of fewer words are alike by chance. */
const MIN_WORDS = 5;
const MIN_TWIN_NAME = 5;

/** Tools with the very same description but for case, space and punctuation: each with the first that has it. */
export function sameDescriptions(tools: readonly McpTool[]): Pair[] {
  return pairsByKey(tools, ({ description }) => plain(trimmed(description)));
}

/** Names that differ only in case or punctuation, or in an s at the end. */
export function twinNames(tools: readonly McpTool[]): Pair[] {
  const named = tools.filter(({ name }) => name.length >= MIN_TWIN_NAME);
  const distinct = [...new Map(named.map((tool) => [tool.name, tool])).values()];
  const byName = new Map(distinct.map((tool) => [plain(tool.name), tool.name]));
  const plurals = distinct.flatMap(({ name }): Pair[] => {
    const plural = byName.get(`${plain(name)}s`);
    return plural === undefined ? [] : [[name, plural]];
  });
  return [...pairsByKey(distinct, ({ name }) => plain(name)), ...plurals];
}

/** Pairs whose descriptions share at least `threshold` of their words (Jaccard), of the first 200 tools. */
export function nearDescriptions(tools: readonly McpTool[], threshold: number): Pair[] {
  // Words as numbers in order, so that a comparison walks along two short arrays.
  const numbers = new Map<string, number>();
  const described = tools
    .slice(0, MAX_TOOLS)
    .map(({ name, description }) => ({ name, words: wordNumbers(trimmed(description), numbers) }))
    .filter(({ words }) => words.length >= MIN_WORDS)
    // With the shorter one first, a row can be given up as soon as the lengths lie too far apart.
    .sort((a, b) => a.words.length - b.words.length);
  const pairs: Pair[] = [];
  for (const [at, short] of described.entries()) {
    for (const long of described.slice(at + 1)) {
      if (short.words.length < threshold * long.words.length) break;
      if (isNear(short.words, long.words, threshold)) pairs.push([short.name, long.name]);
    }
  }
  return pairs;
}

/** Jaccard index of at least `threshold`; stops as soon as too many words of the shorter one are missing. */
function isNear(short: Uint32Array, long: Uint32Array, threshold: number): boolean {
  // The last bits of a division must not decide at the threshold.
  let misses = short.length - (threshold * (short.length + long.length)) / (1 + threshold) + 1e-9;
  let at = 0;
  for (const word of short) {
    while ((long[at] ?? Number.POSITIVE_INFINITY) < word) at += 1;
    if (long[at] !== word) misses -= 1;
    if (misses < 0) return false;
  }
  return true;
}

function wordNumbers(text: string, numbers: Map<string, number>): Uint32Array {
  const words = [...wordSet(text.slice(0, MAX_CHARS))]
    // A character of a script without spaces stands for a word.
    .filter((word) => word.length >= MIN_WORD || /[^\p{Script=Latin}\p{N}]/u.test(word));
  return Uint32Array.from(words, (word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  }).sort();
}

function pairsByKey(tools: readonly McpTool[], keyOf: (tool: McpTool) => string): Pair[] {
  const first = new Map<string, string>();
  return tools.flatMap((tool): Pair[] => {
    const key = keyOf(tool);
    const earlier = first.get(key);
    if (key !== '' && earlier === undefined) first.set(key, tool.name);
    return key === '' || earlier === undefined ? [] : [[earlier, tool.name]];
  });
}

/** Letters and digits alone, lower-case. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
