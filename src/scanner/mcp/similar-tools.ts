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
  const described = tools
    .slice(0, MAX_TOOLS)
    .map(({ name, description }) => ({ name, words: longWords(trimmed(description)) }))
    .filter(({ words }) => words.size >= MIN_WORDS)
    // With the smaller set first, a pair can be given up as soon as the sizes lie too far apart.
    .sort((a, b) => a.words.size - b.words.size);
  const pairs: Pair[] = [];
  for (const [at, small] of described.entries()) {
    for (let other = at + 1; other < described.length; other += 1) {
      const large = described[other];
      if (large === undefined || small.words.size < threshold * large.words.size) break;
      if (isNear(small.words, large.words, threshold)) pairs.push([small.name, large.name]);
    }
  }
  return pairs;
}

/** Jaccard index of at least `threshold`, given up as soon as too many words are missing. */
function isNear(small: ReadonlySet<string>, large: ReadonlySet<string>, threshold: number): boolean {
  const needed = (threshold * (small.size + large.size)) / (1 + threshold);
  let misses = small.size - needed;
  if (misses < 0) return false;
  for (const word of small) {
    if (large.has(word)) continue;
    misses -= 1;
    if (misses < 0) return false;
  }
  return true;
}

function longWords(text: string): Set<string> {
  const words = wordSet(text.slice(0, MAX_CHARS));
  // A character of a script without spaces stands for a word.
  return new Set([...words].filter((word) => word.length >= MIN_WORD || /[^\p{Script=Latin}\p{N}]/u.test(word)));
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
