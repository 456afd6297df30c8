import { ServiceError } from '../../errors.ts';
import { quote } from '../../scanner/checks/evidence.ts';
import { rankFindings } from '../../scanner/mcp/grade/score.ts';
import type { AgentResult, AgentScan } from '../../schema/agent-forms.ts';
import type { CheckResult, McpScan } from '../../schema/scan.ts';
import { directoryVerdictsOf, gradeOf } from '../mcp-grade.ts';
import { briefEvidence } from './looks.ts';
import { fill } from './text.ts';

const MAX_URL = 200;
const MAX_WORDS = 600;

export interface McpWanted {
  /** Only this check, with its evidence. */
  readonly checkId?: string | undefined;
  readonly withEvidence?: boolean;
  /** How many findings come before. */
  readonly from?: number;
}

/**
 * A scan of an MCP server as agents read it: its score, what bounds it, and its findings, the costliest first.
 * @param id by which the caller may read it
 */
export function mcpLook(scan: McpScan, id: string, wanted: McpWanted = {}): Promise<AgentScan> {
  const { checkId, withEvidence = checkId !== undefined, from = 0 } = wanted;
  const { rawScore } = gradeOf(scan);
  const all = checkId === undefined ? rankFindings(scan.checks, rawScore) : findingsOf(scan, checkId);
  const results = all.map((result) => resultOf(result, withEvidence));
  return fill('results', results.slice(from), from, () => ({ ...mcpHead(scan, id), next: nextOf(scan, id, all) }));
}

function mcpHead(scan: McpScan, id: string): Omit<AgentScan, 'next'> {
  const { endpoint, shareToken, status, mcpScore, mcpRating, toolCount, resourceCount, promptCount } = scan;
  const remarks = remarksOf(scan);
  return {
    kind: 'mcp',
    id,
    status,
    url: quote(endpoint, MAX_URL),
    report: `/m/${shareToken}`,
    ...(status === 'completed' ? { mcpScore, mcpRating, toolCount, resourceCount, promptCount } : {}),
    ...(remarks.length === 0 ? {} : { remarks }),
  };
}

function remarksOf(scan: McpScan): string[] {
  if (scan.status === 'failed') return ['There is no MCP server that can be graded.'];
  const { caps, rawScore } = gradeOf(scan);
  const binding = caps.find(({ limit }) => limit < rawScore);
  return [
    ...(binding === undefined ? [] : [`Capped at ${binding.limit} (${rawScore} without): ${binding.reason}`]),
    ...directoryVerdictsOf(scan.checks).flatMap(({ met, directory, asks, checkId }) =>
      met ? [] : [`Not met: ${directory} (${checkId}): ${asks}`],
    ),
  ];
}

/** @throws ServiceError not_found for the id of a check that grades no server */
function findingsOf({ checks }: McpScan, wanted: string): CheckResult[] {
  const found = checks.find(({ checkId }) => checkId === wanted);
  if (found === undefined) {
    throw new ServiceError('not_found', 'checkId: scans of MCP servers have the checks M1, M2 and so on.');
  }
  return found.status === 'pass' ? [] : [found];
}

function resultOf({ checkId, status, message, howToFix, details }: CheckResult, withEvidence: boolean): AgentResult {
  const { evidence } = details;
  return {
    checkId,
    // The lists hold no passes.
    status: status === 'pass' ? 'warn' : status,
    message: quote(message, MAX_WORDS),
    ...(howToFix === null ? {} : { howToFix: quote(howToFix, MAX_WORDS) }),
    ...(withEvidence && typeof evidence === 'object' && evidence !== null ? { evidence: briefEvidence(evidence) } : {}),
  };
}

function nextOf({ endpoint, status }: McpScan, id: string, findings: readonly CheckResult[]): string {
  // A longer one is shown cut.
  const isWhole = endpoint.length <= MAX_URL;
  const again = `call scan_mcp with ${isWhole ? JSON.stringify({ endpoint }) : 'the same endpoint'}`;
  if (status === 'failed') return `When the server answers, ${again}.`;
  if (findings.length === 0) return `Nothing to fix. To grade the server again, ${again}.`;
  return `For the evidence of a finding call get_scan with ${JSON.stringify({ id, checkId: findings[0]?.checkId })}. After a fix ${again}, then compare_scans with its id and this one as with.`;
}
