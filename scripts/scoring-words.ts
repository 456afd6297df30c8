import {
  EVIDENCE_WORDS,
  evidenceFor,
  isGate,
  LLMS_TXT_RUBRIC,
  RUBRIC,
  SITE_WEIGHTS,
} from '../src/scanner/checks/rubric.ts';
import { FAILURE_CAPS, MCP_RUBRIC } from '../src/scanner/mcp/grade/score.ts';
import { BROWSER_RUBRIC, BROWSER_WEIGHTS, isBrowserGate } from '../src/scanner/scoring/browser-score.ts';

/** Turns the id of a check into a link to its page. */
export type LinkTo = (id: string) => string;

const WORTH_OF: Readonly<Record<string, string>> = RUBRIC.worthOf;
const { check: TWIN_QUALITY, by: TWIN_DISCOVERY } = RUBRIC.scaledByDiscovery;
const { checks: OF_FILE, sizeLimit } = LLMS_TXT_RUBRIC.scaledBySize;

/** What scales the credit of a check. */
function scaleWords(id: string, link: LinkTo): string[] {
  const parent = WORTH_OF[id];
  return [
    ...(parent === undefined
      ? []
      : [
          `Its credit is multiplied by the mean credit of ${link(parent)}, and where it does not apply for want of that it earns nothing.`,
        ]),
    ...(id === TWIN_QUALITY
      ? [
          `On each page its credit is multiplied by how surely an agent finds the Markdown (${link(TWIN_DISCOVERY)}): 1 by content negotiation, 0.8 by an alternate link, 0.5 by llms.txt alone, else 0.`,
        ]
      : []),
    ...(OF_FILE.some((other) => other === id)
      ? [
          `Its credit shrinks with an llms.txt of over ${sizeLimit.toLocaleString('en-US')} characters, because agents do not read the text after that.`,
        ]
      : []),
  ];
}

const SERIES_WORDS = {
  site: 'It is asked once and counts towards the site score.',
  page: 'It runs on every page that was read; the mean over those it applies to counts towards the site score.',
  llmsTxt: 'It is asked once and counts towards the llms.txt score alone.',
  mcp: 'It is asked once and counts towards the score of the MCP server.',
  browser:
    'It runs on each page that a browser opened; the mean over those it applies to counts towards the browser score, which is no part of the site score.',
} as const;

const WEIGHTS: Readonly<Record<string, number>> = { ...SITE_WEIGHTS, ...MCP_RUBRIC.weights, ...BROWSER_WEIGHTS };

/** The weight with the strength of the evidence for it: `4, evidence B`; in the mcp and browser series, whose weights sum to 100, `6 of 100`. */
export function weightWords(id: string): string {
  const weight = WEIGHTS[id] ?? 0;
  if (isBrowserGate(id)) return 'gate';
  if (id in MCP_RUBRIC.weights || id in BROWSER_WEIGHTS) return `${weight} of 100`;
  return `${isGate(id) ? 'gate' : weight}, evidence ${evidenceFor(id)}`;
}

/** How a check counts, a sentence or two a member. */
export function scoringWords(
  { id, series }: { readonly id: string; readonly series: keyof typeof SERIES_WORDS },
  link: LinkTo,
): string[] {
  if (series === 'mcp') return [`Weight ${weightWords(id)}. ${SERIES_WORDS.mcp}`, MCP_CREDIT, ...capWords(id)];
  if (series === 'browser') return browserWords(id);
  const evidence = evidenceFor(id) ?? 'D';
  const basis = `Evidence ${evidence}: ${EVIDENCE_WORDS[evidence]}.`;
  if (isGate(id)) return [GATE_WORDS, basis];
  const fixed = RUBRIC.fixedWith[id];
  return [
    `Weight ${WEIGHTS[id] ?? 0}. ${SERIES_WORDS[series]}`,
    basis,
    `A pass earns the whole weight, a warning ${RUBRIC.warnCredit} of it where the rule names no other share, a failure nothing. What does not apply or could not be measured leaves the score.`,
    ...scaleWords(id, link),
    ...(fixed === undefined ? [] : [`Pass too once it is fixed: ${fixed.map(link).join(', ')}.`]),
  ];
}

const BROWSER_REASONS: Readonly<Record<string, readonly [number, string]>> = BROWSER_RUBRIC.weights;

function browserWords(id: string): string[] {
  const [, reason] = BROWSER_REASONS[id] ?? [];
  const weight = isBrowserGate(id)
    ? 'It is a gate: it has no weight, for the browser score is multiplied by its mean over the pages.'
    : `Weight ${weightWords(id)}.`;
  return [
    `${weight} ${SERIES_WORDS.browser}`,
    ...(reason === undefined ? [] : [reason]),
    'A pass earns the whole weight; a warning or a failure the share that the rule names, else half and nothing. What does not apply or could not be measured leaves the score.',
  ];
}

const GATE_WORDS =
  'It is a gate: it has no weight, for the delivered share measures what it is about, and the whole score is multiplied by that.';

const MCP_CREDIT = `A pass earns the whole weight, a warning ${MCP_RUBRIC.warnCredit} of it, a failure nothing. A check that does not apply leaves the score. One that could not be measured stays in it and earns nothing, unless it is behind authorization.`;

function capWords(id: string): string[] {
  const cap = FAILURE_CAPS.find(({ checks }) => checks.includes(id));
  if (cap === undefined) return [];
  return [
    cap.limit === 0
      ? 'Without at least a warning here the score of the server is 0.'
      : `A failure here caps the score of the server at ${cap.limit}.`,
  ];
}
