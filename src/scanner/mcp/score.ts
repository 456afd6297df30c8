/**
 * The score of an MCP server, as a pure function of its records (catalogue.md section 8). Unlike that of a website, what
 * could not be measured stays in the denominator, so that an incomplete run can never show 100; only what stands behind
 * authorization leaves it.
 */
import type { CheckRecord } from '../run-checks.ts';
import { MCP_RUBRIC } from './rubric.ts';
import type { McpScoreCap } from './scan-types.ts';

/** What bounds a score and no single check knows. */
export interface McpScoreFacts {
  /** Undefined when the tools could not be listed. */
  readonly toolCount: number | undefined;
  /** Estimated tokens of all tool definitions (catalogue, M21). */
  readonly contextTokens: number;
  /** The server answered 401, so that only what is seen from outside could be graded. */
  readonly authorizationOnly: boolean;
}

export interface McpScore {
  /** 0 to 100, a whole number, after the caps. */
  readonly score: number;
  /** Before the caps: `100 * sum(weight * credit) / sum(weight)` over what applies, rounded half up. */
  readonly raw: number;
  /** Weight of the checks that came to a result (not-applicable is one) / weight of all, 0 to 1. */
  readonly coverage: number;
  /** Every cap that applies, lowest first, whether or not it lowers the score. */
  readonly caps: readonly McpScoreCap[];
}

/** Graded without a session, so that their errors are never the fault of authorization. */
export const SEEN_FROM_OUTSIDE: readonly string[] = ['M1', 'M5', 'M6', 'M7'];
const MAX_TOOLS = 128;
const MAX_TOKENS = 32_000;
const LOW_COVERAGE = 0.5;

const WEIGHTS = Object.entries(MCP_RUBRIC.weights);
const TOTAL_WEIGHT = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);

export function scoreMcp(records: readonly CheckRecord[], facts: McpScoreFacts): McpScore {
  const byId = new Map(records.map((record) => [record.id, record]));
  let earned = 0;
  let applicable = 0;
  let measured = 0;
  for (const [id, weight] of WEIGHTS) {
    const record = byId.get(id);
    if (record === undefined) continue;
    if (record.status !== 'error') measured += weight;
    if (!counts(record, facts)) continue;
    applicable += weight;
    earned += weight * creditOf(record);
  }
  const raw = applicable === 0 ? 0 : Math.floor((100 * earned) / applicable + 0.5);
  const coverage = measured / TOTAL_WEIGHT;
  const caps = capsOf(byId, facts, coverage);
  return { score: Math.min(raw, ...caps.map(({ limit }) => limit)), raw, coverage, caps };
}

const counts = ({ id, status }: CheckRecord, { authorizationOnly }: McpScoreFacts): boolean =>
  status !== 'na' && !(status === 'error' && authorizationOnly && !SEEN_FROM_OUTSIDE.includes(id));

function creditOf({ status, credit }: CheckRecord): number {
  if (status === 'pass') return credit ?? 1;
  if (status === 'warn') return credit ?? MCP_RUBRIC.warnCredit;
  return status === 'fail' ? (credit ?? 0) : 0;
}

function capsOf(byId: ReadonlyMap<string, CheckRecord>, facts: McpScoreFacts, coverage: number): McpScoreCap[] {
  const statusOf = (id: string) => byId.get(id)?.status;
  const failed = (...ids: string[]) => ids.filter((id) => statusOf(id) === 'fail');
  const caps: McpScoreCap[] = [];
  const cap = (id: string, limit: number, reason: string) => caps.push({ id, limit, reason });

  const { toolCount = 0, contextTokens } = facts;
  const unsafe = failed('M24', 'M25');
  const broken = failed('M8', 'M11', 'M17');
  if (statusOf('M1') !== 'pass' && statusOf('M1') !== 'warn') {
    cap('no-session', 0, 'An agent cannot open a session with the server (M1).');
  }
  if (unsafe.length > 0) {
    cap('unsafe-text', 49, `What the server advertises hides text or tries to steer the model (${unsafe.join(', ')}).`);
  }
  if (coverage < LOW_COVERAGE) {
    cap('low-coverage', 49, 'Less than half of the weight could be graded.');
  }
  if (failed('M5').length > 0) cap('insecure-transport', 69, 'The connection is not secure (M5).');
  if (toolCount > MAX_TOOLS || contextTokens > MAX_TOKENS) {
    const size = `${toolCount} tools of about ${contextTokens} tokens`;
    cap('oversized-catalogue', 74, `${size} are more than clients take (${MAX_TOOLS} tools, ${MAX_TOKENS} tokens).`);
  }
  if (facts.authorizationOnly) {
    cap('behind-authorization', 74, 'Only what is seen without authorization could be graded.');
  }
  if (broken.length > 0) {
    cap(
      'broken-contract',
      89,
      `Clients drop what breaks the contract: lists, names or schemas (${broken.join(', ')}).`,
    );
  }
  return caps.sort((a, b) => a.limit - b.limit);
}
