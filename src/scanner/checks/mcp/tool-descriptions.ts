import { contradictionsOf, NO_TOOLS, titleOf, trimmed } from '../../mcp/tools.ts';
import type { McpTool } from '../../model/mcp.ts';
import { pluralize } from '../../pluralize.ts';
import { defineCheck, fail, notApplicable, pass, warn } from '../define.ts';
import { listEvidence } from './evidence.ts';

const PASS_AT = 85;
const WARN_AT = 60;
/** What a description is worth at most that says something else than the schema. */
const CONTRADICTED = 0.5;

export default defineCheck({
  id: 'M14',
  slug: 'tool-descriptions',
  series: 'mcp',
  category: 'tools',
  titles: {
    pass: 'Tool descriptions say what the tools do',
    fail: 'Tool descriptions do not say what the tools do',
    action: 'Describe what each tool does',
  },
  why: 'A model chooses a tool by its description, and gets the worst described tool wrong.',
  rule: 'Each description is worth 0 when missing, .25 when it repeats the name or title, .5 below 4 words or 20 characters, .75 below 7 words, else 1. It is worth .5 at most when it contradicts the schema: it names a parameter, a value or a default that the schema does not have, calls optional what is required, or says that a tool with readOnlyHint changes something. The score is 60 % of the mean and 40 % of the worst. Passes from .85. Warns from .60. Fails below, and when a description is missing. Not applicable without tools.',
  sources: ['https://arxiv.org/abs/2602.14878', 'https://pypi.org/project/tdqs/'],
  needs: ['handshake', 'tools'],
  evaluate({ handshake, tools }) {
    if (tools.length === 0) return notApplicable(NO_TOOLS);
    const graded = tools
      .map((tool) => {
        const contradictions = contradictionsOf(tool);
        const quality = descriptionQuality(tool);
        return { tool, contradictions, quality: contradictions.length > 0 ? Math.min(quality, CONTRADICTED) : quality };
      })
      .sort((a, b) => a.quality - b.quality);
    const worst = graded[0]?.quality ?? 0;
    const sum = graded.reduce((total, { quality }) => total + quality, 0);
    // In hundredths, rounded, so that no sum of floating points decides at a threshold.
    const score = Math.round((60 * sum) / tools.length + 40 * worst);
    const weak = graded.filter(({ quality }) => quality < 1);
    const missing = graded.filter(({ quality }) => quality === 0).length;
    const evidence = {
      ...listEvidence(handshake, 'tools/list'),
      measured: score / 100,
      threshold: PASS_AT / 100,
      findings: weak.flatMap(({ tool: { name, description }, contradictions }) =>
        contradictions.length > 0 ? contradictions : [{ at: name, found: trimmed(description) || 'no description' }],
      ),
    };
    if (missing === 0 && score >= PASS_AT)
      return pass(`The descriptions of ${pluralize(tools.length, 'tool')} say what they do.`, evidence);
    const finding = {
      howToFix:
        'Correct each text that the schema contradicts. Write for each tool a sentence of at least 7 words: a verb, what it acts on, how far it reaches, and what comes back. Begin with the tools named in the findings.',
      evidence,
    };
    const short = weak.length - missing;
    const others = short === 0 ? '' : ` ${short} ${short === 1 ? 'says' : 'say'} too little.`;
    if (missing > 0)
      return fail(
        `${missing} of ${tools.length} tools ${missing === 1 ? 'has' : 'have'} no description.${others}`,
        finding,
      );
    const message = `${weak.length} of ${tools.length} descriptions say too little; the worst is worth ${worst}.`;
    return score >= WARN_AT ? warn(message, finding) : fail(message, finding);
  },
});

/** Enough to count seven words and twenty characters in any script. */
const LOOKED_AT = 1_000;
const ENOUGH_WORDS = 7;
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** A character of these scripts says about as much as two letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** 1: says what the tool does. 0: there is none. */
type DescriptionQuality = 0 | 0.25 | 0.5 | 0.75 | 1;

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
