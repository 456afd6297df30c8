/**
 * Grades one session with an MCP server: every check, then the score, a pure function of the records. Unlike a
 * website's score, unmeasured checks stay in the denominator, so that an incomplete run can never show 100. Only
 * checks behind authorization leave it.
 */

import type { CheckResult } from '../../../schema/scan.ts';
import { MCP_CHECKS, type McpCheckId } from '../../checks/catalogue.ts';
import { quote } from '../../checks/evidence.ts';
import { hidesBehindLength, noSession } from '../../checks/mcp/evidence.ts';
import { type CheckOf, runChecks } from '../../checks/run.ts';
import type { HandshakeOutcome, McpArtifacts } from '../../model/mcp.ts';
import type { CheckRecord, OnCheckBug } from '../../model/result.ts';
import type { McpScanOutcome, McpScoreCap } from '../../model/scan.ts';
import { readLists } from '../read.ts';
import type { McpTranscript } from '../session/gather.ts';
import { SEARCH_EASE, searchesTools } from '../tools.ts';

type Seen = McpTranscript & Partial<McpArtifacts>;
export type McpGrade = Omit<Extract<McpScanOutcome, { reached: true }>, 'limitsHit'>;

const BYTES_PER_TOKEN = 4;
/** What they judge a process of this machine does not have. */
const OF_HTTP: readonly string[] = ['M4', 'M5', 'M6'];
const notOfStdio = (id: string): CheckRecord => ({
  id,
  status: 'na',
  message: 'Does not apply to a server that runs as a process (stdio).',
});

/** Reads and judges one session: every check, and the score. */
export function gradeSession(
  transcript: McpTranscript,
  onBug: OnCheckBug,
  transport: 'http' | 'stdio' = 'http',
): McpGrade {
  const { handshake, listings } = transcript;
  const artifacts: Seen = { ...transcript, ...(listings === undefined ? {} : readLists(handshake, listings)) };
  const { tools, resources, prompts } = artifacts;
  const { outcome, era, protocolVersion, serverInfo } = handshake;
  const records = MCP_CHECKS.map((check) =>
    transport === 'stdio' && OF_HTTP.includes(check.id) ? notOfStdio(check.id) : evaluate(check, artifacts, onBug),
  );
  const bytes = (tools ?? []).reduce((sum, { contextBytes }) => sum + contextBytes, 0);
  const grade = scoreMcp(records, {
    toolCount: tools?.length,
    searchesTools: tools?.some(searchesTools) ?? false,
    contextTokens: Math.ceil(bytes / BYTES_PER_TOKEN),
    authorizationOnly: isBehindAuthorization(artifacts),
    isPartlyUnread: artifacts.advertised !== undefined && hidesBehindLength(artifacts.advertised),
  });
  const isGraded = outcome === 'connected' || outcome === 'authorization';
  return {
    reached: true,
    status: isGraded ? 'completed' : 'failed',
    ...grade,
    score: isGraded ? grade.score : 0,
    era,
    protocolVersion,
    serverName: quoted(serverInfo?.name),
    serverVersion: quoted(serverInfo?.version),
    toolCount: tools?.length ?? null,
    resourceCount: resources?.resources.length ?? null,
    promptCount: prompts?.length ?? null,
    records,
  };
}

/** One check, or why it cannot be answered. */
function evaluate(check: CheckOf<'mcp'>, artifacts: Seen, onBug: OnCheckBug): CheckRecord {
  const { handshake } = artifacts;
  const { id, needs } = check;
  if (!answerable(handshake.outcome).includes(id)) return { id, ...noSession(handshake) };
  if (needs.every((need) => artifacts[need] !== undefined))
    return runChecks([check], artifacts, onBug)[0] ?? unlisted(id);
  return isBehindAuthorization(artifacts) ? { id, ...noSession({ outcome: 'authorization' }) } : unlisted(id);
}

/** Ids of the checks that have something to judge. */
function answerable(outcome: HandshakeOutcome): readonly string[] {
  if (outcome === 'connected') return MCP_CHECKS.map(({ id }) => id);
  return outcome === 'authorization' ? SEEN_FROM_OUTSIDE : ['M1'];
}

/** The server asks for authorization for the session, or for its tools. */
const isBehindAuthorization = ({ handshake, authorization, tools }: Seen): boolean =>
  handshake.outcome === 'authorization' || (authorization.challenged && tools === undefined);

const unlisted = (id: string): CheckRecord => ({
  id,
  status: 'error',
  message: 'Could not be measured: the server did not list it (M8 says why).',
});

const quoted = (value: unknown): string | null => (typeof value === 'string' ? quote(value) : null);

/**
 * The weight of each check of the mcp series (catalogue.md section 8; the weights sum to 100). A published rubric never
 * changes: changing one means a new version. Behaviour that every SDK provides weighs little; text that an author
 * writes weighs most.
 */
export const MCP_RUBRIC = {
  version: '2.1.0',
  weights: {
    M1: 3,
    M2: 3,
    M3: 2,
    M4: 2,
    M5: 4,
    M6: 4,
    M7: 1,
    M8: 2,
    M9: 2,
    M10: 4,
    M11: 2,
    M12: 3,
    M13: 5,
    M14: 7,
    M15: 9,
    M16: 9,
    M17: 5,
    M18: 3,
    M19: 9,
    M20: 3,
    M21: 6,
    M22: 2,
    M23: 2,
    M24: 4,
    M25: 4,
  } satisfies Record<McpCheckId, number>,
  warnCredit: 0.5,
} as const;

Object.freeze(MCP_RUBRIC);
Object.freeze(MCP_RUBRIC.weights);

/** What bounds a score and no single check knows. */
export interface McpScoreFacts {
  /** Undefined when the tools could not be listed. */
  readonly toolCount: number | undefined;
  /** A tool searches the others, so that a client need not show all of them to a model. */
  readonly searchesTools: boolean;
  /** Estimated tokens of all tool definitions (catalogue, M21). */
  readonly contextTokens: number;
  /** The server answered 401, so only checks that need no session could be graded. */
  readonly authorizationOnly: boolean;
  /** The lists have more text than the limit allows to read. */
  readonly isPartlyUnread: boolean;
}

interface McpScore {
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
const SEEN_FROM_OUTSIDE: readonly string[] = ['M1', 'M5', 'M6', 'M7'];
/** Checks whose failure bounds the score, whatever else is good. */
export const FAILURE_CAPS: readonly (McpScoreCap & { readonly checks: readonly string[] })[] = [
  { id: 'no-session', limit: 0, checks: ['M1'], reason: 'A client cannot open a session with the server' },
  {
    id: 'unsafe-text',
    limit: 49,
    checks: ['M24', 'M25'],
    reason: 'What the server advertises hides text or tries to steer the model',
  },
  { id: 'insecure-transport', limit: 69, checks: ['M5'], reason: 'The connection is not secure' },
  {
    id: 'broken-contract',
    limit: 89,
    checks: ['M8', 'M11', 'M17'],
    reason: 'Clients drop what breaks the contract: lists, names or schemas',
  },
];
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
  const caps: McpScoreCap[] = FAILURE_CAPS.flatMap(({ id, limit, checks, reason }) => {
    const failed = checks.filter((check) => isBroken(id, byId.get(check)?.status));
    return failed.length === 0 ? [] : [{ id, limit, reason: `${reason} (${failed.join(', ')}).` }];
  });
  const { toolCount = 0, contextTokens, searchesTools, authorizationOnly, isPartlyUnread } = facts;
  if (coverage < LOW_COVERAGE) {
    caps.push({ id: 'low-coverage', limit: 49, reason: 'Less than half of the weight could be graded.' });
  }
  if (isPartlyUnread) {
    // As much as unsafe text: otherwise a server could gain by burying it.
    const reason = 'The server lists more text than is read, so the rest was not judged (M24, M25).';
    caps.push({ id: 'unread-text', limit: 49, reason });
  }
  const ease = searchesTools ? SEARCH_EASE : 1;
  const [maxTools, maxTokens] = [MAX_TOOLS * ease, MAX_TOKENS * ease];
  if (toolCount > maxTools || contextTokens > maxTokens) {
    const reason = `${toolCount} tools of about ${contextTokens} tokens are more than clients take (${maxTools} tools, ${maxTokens} tokens).`;
    caps.push({ id: 'oversized-catalogue', limit: 74, reason });
  }
  if (authorizationOnly) {
    caps.push({ id: 'behind-authorization', limit: 74, reason: 'Only what is seen without authorization was graded.' });
  }
  return caps.sort((a, b) => a.limit - b.limit);
}

/** Without proof of a session there is none; everything else must be seen to fail. */
const isBroken = (cap: string, status: CheckRecord['status'] | undefined): boolean =>
  cap === 'no-session' ? status !== 'pass' && status !== 'warn' : status === 'fail';

const WEIGHT_OF: ReadonlyMap<string, number> = new Map(Object.entries(MCP_RUBRIC.weights));

/**
 * Results that are not a pass, in the best order of fixing. Findings named by a cap that lowers the score come first,
 * the lowest cap first, because no other fix raises the score before; then the others by the points each costs.
 * @param rawScore before the caps
 */
export function rankFindings(checks: readonly CheckResult[], rawScore: number): CheckResult[] {
  return checks
    .filter(({ status }) => status === 'fail' || status === 'warn')
    .sort((a, b) => boundBy(a, rawScore) - boundBy(b, rawScore) || lossOf(b) - lossOf(a));
}

/** The lowest score that a finding holds the server at; the raw score when it bounds nothing. */
function boundBy({ checkId, status }: CheckResult, rawScore: number): number {
  const limits = FAILURE_CAPS.filter(({ checks }) => status === 'fail' && checks.includes(checkId));
  return Math.min(rawScore, ...limits.map(({ limit }) => limit));
}

/** Points of the weight that a finding costs. */
const lossOf = ({ checkId, status }: CheckResult): number =>
  (WEIGHT_OF.get(checkId) ?? 0) * (status === 'warn' ? 1 - MCP_RUBRIC.warnCredit : 1);
