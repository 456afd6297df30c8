/** Advice for users of a server, who cannot change it: remove it, restrict it, or ask its author. */
import type { JudgedAnswer } from '../../scanner/mcp/grade/judge-answers.ts';
import { pluralize } from '../../scanner/pluralize.ts';
import type { CheckResult } from '../../schema/scan.ts';

export interface AdvisedServer {
  readonly problem: string | null;
  readonly tokens: number | null;
  readonly tools: readonly { readonly name: string; readonly tokens: number }[];
  readonly answers: readonly JudgedAnswer[];
  readonly findings: readonly Pick<CheckResult, 'checkId' | 'status' | 'message'>[];
}

export interface Advice {
  readonly act: 'remove' | 'restrict' | 'ask' | 'keep' | 'start';
  /** A few words for a table. */
  readonly short: string;
  /** Whole sentences, the first thing to do first. */
  readonly sentences: readonly string[];
}

/** What cannot be left in a session: text that gives orders to the model, or that people cannot see. */
const DANGEROUS: ReadonlySet<string> = new Set(['M24', 'M25']);
/** A server of as many tokens is worth a look at its tools; the limit of M21 is twice that. */
const DEAR_TOKENS = 4_000;
const MANY_TOOLS = 25;
const NAMED_TOOLS = 3;

/** Orders, hidden text, secrets and sizes that no host takes. */
export const isDangerous = ({ findings }: JudgedAnswer): boolean =>
  findings.some(({ severity }) => severity === 'fail');

/** Pure. Names of tools and messages must have been quoted before. */
export function adviceFor({ problem, tokens, tools, answers, findings }: AdvisedServer): Advice {
  if (problem !== null) return { act: 'start', short: 'see why it was not graded', sentences: [] };
  const [worst] = findings;
  const danger = findings.find(({ checkId, status }) => DANGEROUS.has(checkId) && status === 'fail');
  const ask =
    worst === undefined
      ? []
      : [`Ask its author to fix ${pluralize(findings.length, 'finding')}, the costliest first, each with its fix.`];
  // Many servers list nothing until they are signed in.
  if (tools.length === 0 && findings.some(({ checkId, status }) => checkId === 'M8' && status === 'fail'))
    return {
      act: 'start',
      short: 'check its credentials: it lists no tools',
      sentences: ['It lists no tools. Check the credentials that the configuration gives it.', ...ask],
    };
  const heavy = restriction(tokens, tools);
  if (danger !== undefined || answers.some(isDangerous)) {
    const why =
      danger?.checkId === 'M24'
        ? 'text that people cannot see'
        : danger !== undefined
          ? 'text that gives orders to the model'
          : 'a dangerous answer';
    return {
      act: 'remove',
      short: `read it, or remove it: ${why}`,
      sentences: [
        `It shows ${why}. Read the quoted text; unless you trust it, turn the server off until its author has removed it.`,
        ...heavy,
        ...ask,
      ],
    };
  }
  if (heavy.length > 0)
    return { act: 'restrict', short: 'restrict: turn off tools that you do not use', sentences: [...heavy, ...ask] };
  if (worst === undefined) return { act: 'keep', short: 'nothing', sentences: [] };
  return { act: 'ask', short: `ask its author: ${worst.checkId} ${worst.message}`, sentences: ask };
}

function restriction(tokens: number | null, tools: AdvisedServer['tools']): string[] {
  if (tokens === null || (tokens < DEAR_TOKENS && tools.length <= MANY_TOOLS)) return [];
  const dearest = [...tools].sort((a, b) => b.tokens - a.tokens).slice(0, NAMED_TOOLS);
  const names = dearest.map((tool) => `${tool.name} (${tool.tokens.toLocaleString('en-US')})`).join(', ');
  return [
    `${pluralize(tools.length, 'tool')} of about ${tokens.toLocaleString('en-US')} tokens are in every session. In the host, turn off the tools that you do not use; the dearest are ${names}.`,
  ];
}

/** What to do about flows and about tools of one name. */
export const FLOW_ADVICE =
  'To cut a flow, keep one of its two servers out of the session, or have the host ask you before each call of the tools that act.';
export const COLLISION_ADVICE = 'Turn off one server of each, or the tool in one of them.';
