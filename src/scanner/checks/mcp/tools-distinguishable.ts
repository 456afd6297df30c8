import { trimmed } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { wordSet } from '../../parse/text/compare-text.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';

const SIMILAR = 0.8;
const SAME_STYLE_PERCENT = 90;

export default defineCheck({
  id: 'M12',
  slug: 'tools-distinguishable',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tools are easy to tell apart',
    fail: 'Tools are hard to tell apart',
    action: 'Make similar tools distinguishable, or merge them',
  },
  why: 'A model chooses by name and description. Between two similar tools it guesses.',
  rule: 'Passes when 90 % of the names of several words use one style and no two tools are alike. Warns about descriptions that share 80 % of their words (among the first 200 tools), and about names that differ only in punctuation, case or a plural s. Fails when two tools have the same description. Not applicable with fewer than two tools.',
  sources: [
    'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
    'https://www.anthropic.com/engineering/writing-tools-for-agents',
    'https://arxiv.org/abs/2602.14878',
  ],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length < 2) return notApplicable('The server lists fewer than two tools.');
    const same = sameDescriptions(tools);
    const near = nearDescriptions(tools, SIMILAR);
    const twins = twinNames(tools);
    const { style, others, of } = mainStyle(tools.map(({ name }) => name));
    const isMixed = others.length * 100 > (100 - SAME_STYLE_PERCENT) * of;

    const pairs = same.length > 0 ? same : [...twins, ...near];
    const list = listEvidence(handshake, 'tools/list');
    const evidence = { ...list, measured: pairs.length, threshold: 0, examples: pairs.map(inWords) };
    if (same.length > 0) {
      return fail(`${same.length} of ${tools.length} tools have the description of another tool.`, {
        howToFix: DESCRIBE,
        evidence,
      });
    }
    const faults = [
      near.length > 0 && `${count(near.length)} with nearly the same description`,
      twins.length > 0 && `${count(twins.length)} with nearly the same name`,
      isMixed && `${others.length} of ${of} names in another style than ${style}`,
    ].filter((fault) => fault !== false);
    if (faults.length === 0) return pass(`The ${tools.length} tools can be told apart.`, evidence);
    return warn(`Tools are hard to tell apart: ${faults.join(', ')}.`, {
      howToFix: [near.length + twins.length > 0 && DESCRIBE, isMixed && RENAME]
        .filter((fix) => fix !== false)
        .join(' '),
      evidence: pairs.length > 0 ? evidence : { ...list, measured: others.length, examples: others },
    });
  },
});

const DESCRIBE =
  'Say in each description when to use that tool and when its sibling, by name, or make one tool with a parameter of the two.';
const RENAME = 'Name all tools in one style, best in snake_case.';

const count = (pairs: number): string => `${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`;
const inWords = ([one, other]: Pair): string => `${one} / ${other}`;

/** Two names, as the server wrote them. */
type Pair = readonly [string, string];

/** Most tools whose pairs are compared; a longer list is the subject of M21. */
const MAX_TOOLS = 200;
const MAX_CHARS = 2048;
/** Shorter words (a, of, to ...) make any two descriptions alike. */
const MIN_WORD = 3;
/** Descriptions of fewer words are alike by chance. */
const MIN_WORDS = 5;
const MIN_TWIN_NAME = 5;

/** Tools with the very same description but for case, space and punctuation: each with the first that has it. */
function sameDescriptions(tools: readonly McpTool[]): Pair[] {
  return pairsByKey(tools, ({ description }) => plain(trimmed(description)));
}

/** Names that differ only in case or punctuation, or in an s at the end. */
function twinNames(tools: readonly McpTool[]): Pair[] {
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
function nearDescriptions(tools: readonly McpTool[], threshold: number): Pair[] {
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
    // In a script without spaces a single character counts as a word.
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

type NamingStyle = 'snake_case' | 'kebab-case' | 'camelCase' | 'PascalCase' | 'mixed';

/** How the words of a name are joined; undefined for a single lower-case word, which fits every style. */
function namingStyle(name: string): NamingStyle | undefined {
  if (/^[a-z0-9]+$/.test(name)) return undefined;
  if (/^[a-z0-9_]+$/.test(name)) return 'snake_case';
  if (/^[a-z0-9-]+$/.test(name)) return 'kebab-case';
  if (/^[a-z][A-Za-z0-9]*$/.test(name)) return 'camelCase';
  return /^[A-Z][A-Za-z0-9]*$/.test(name) ? 'PascalCase' : 'mixed';
}

/** The most common style among the names that show one, the names in any other, and how many show one. */
function mainStyle(names: readonly string[]): {
  readonly style: NamingStyle | undefined;
  readonly others: readonly string[];
  readonly of: number;
} {
  const byStyle = new Map<NamingStyle, string[]>();
  for (const name of names) {
    const style = namingStyle(name);
    if (style === undefined) continue;
    const named = byStyle.get(style);
    if (named === undefined) byStyle.set(style, [name]);
    else named.push(name);
  }
  const [first, ...rest] = [...byStyle].sort(([, a], [, b]) => b.length - a.length);
  const others = rest.flatMap(([, named]) => named);
  return { style: first?.[0], others, of: others.length + (first?.[1].length ?? 0) };
}
