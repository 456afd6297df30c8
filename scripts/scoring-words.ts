import { RUBRIC } from '../src/scanner/checks/rubric.ts';
import { MCP_RUBRIC } from '../src/scanner/mcp/grade/rubric.ts';
import { FAILURE_CAPS } from '../src/scanner/mcp/grade/score.ts';

/** Turns the id of a check into a link to its page. */
export type LinkTo = (id: string) => string;

interface Scale {
  readonly checks: readonly string[];
  words(link: LinkTo): string;
}

const {
  scaledByServerRendering: byRendering,
  scaledBySitemap: bySitemap,
  scaledByLlmsTxtSize: bySize,
  scaledByDiscovery: byDiscovery,
} = RUBRIC;

/** What each coefficient of the rubric does to the credit of its checks. A new one without words does not compile. */
const SCALES: Record<Extract<keyof typeof RUBRIC, `scaled${string}`>, Scale> = {
  scaledByServerRendering: {
    checks: byRendering.checks,
    words: (link) =>
      `Its credit is multiplied with the mean credit of ${link(byRendering.by)}, at least ${byRendering.floor}: what is not there without scripts is worth little.`,
  },
  scaledBySitemap: {
    checks: bySitemap.checks,
    words: (link) =>
      `Its credit is multiplied with that of ${link(bySitemap.by)}: what a file says is worth as much as the file.`,
  },
  scaledByLlmsTxtSize: {
    checks: bySize.checks,
    words: () =>
      `Its credit shrinks with an llms.txt of over ${bySize.sizeLimit.toLocaleString('en-US')} characters: what is cut off is not read.`,
  },
  scaledByDiscovery: {
    checks: byDiscovery.checks,
    words: (link) =>
      `On each page its credit is multiplied with how surely an agent finds the Markdown (${link(byDiscovery.by)}): 1 by content negotiation, 0.8 by an alternate link, 0.5 by llms.txt alone, else 0.`,
  },
};

const TIERS: ReadonlyMap<number, string> = new Map([
  [10, 'critical'],
  [7, 'high'],
  [4, 'medium'],
  [2, 'low'],
  [1, 'minor'],
  [0, 'information'],
]);

const SERIES_WORDS = {
  site: 'It is asked once and counts towards the site score.',
  page: 'It is asked of every page that was read; the mean over those it applies to counts towards the site score.',
  llmsTxt: 'It is asked once and counts towards the llms.txt score alone.',
  mcp: 'It is asked once and counts towards the score of the MCP server.',
} as const;

const WEIGHTS: ReadonlyMap<string, number> = new Map([
  ...Object.entries(RUBRIC.weights),
  ...Object.entries(MCP_RUBRIC.weights),
]);
const DEPENDANTS: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(RUBRIC.dependants));

/** The weight with the name of its tier: `4 (medium)`; in the mcp series, whose weights sum to 100, `6 of 100`. */
export function weightWords(id: string): string {
  const weight = WEIGHTS.get(id) ?? 0;
  if (id in MCP_RUBRIC.weights) return `${weight} of 100`;
  return `${weight} (${TIERS.get(weight) ?? 'no tier'})`;
}

/** How a check counts, a sentence or two a member. */
export function scoringWords(
  { id, series }: { readonly id: string; readonly series: keyof typeof SERIES_WORDS },
  link: LinkTo,
): string[] {
  const dependants = DEPENDANTS.get(id);
  if (series === 'mcp') return [`Weight ${weightWords(id)}. ${SERIES_WORDS.mcp}`, MCP_CREDIT, ...capWords(id)];
  return [
    `Weight ${weightWords(id)}. ${SERIES_WORDS[series]}`,
    `A pass earns the whole weight, a warning ${RUBRIC.warnCredit} of it where the rule names no other share, a failure nothing. What does not apply or could not be measured leaves the score.`,
    ...Object.values(SCALES)
      .filter(({ checks }) => checks.includes(id))
      .map(({ words }) => words(link)),
    ...(dependants === undefined ? [] : [`Fail and are fixed together with it: ${dependants.map(link).join(', ')}.`]),
  ];
}

const MCP_CREDIT = `A pass earns the whole weight, a warning ${MCP_RUBRIC.warnCredit} of it, a failure nothing. What does not apply leaves the score; what could not be measured stays in it and earns nothing, unless it stands behind authorization.`;

function capWords(id: string): string[] {
  const cap = FAILURE_CAPS.find(({ checks }) => checks.includes(id));
  if (cap === undefined) return [];
  return [
    cap.limit === 0
      ? 'Without at least a warning here the score of the server is 0.'
      : `A failure here caps the score of the server at ${cap.limit}.`,
  ];
}
