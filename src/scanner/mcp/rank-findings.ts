import type { CheckResult } from '../../schema/check-result.ts';
import { MCP_RUBRIC } from './rubric.ts';
import { FAILURE_CAPS } from './score.ts';

const WEIGHTS: ReadonlyMap<string, number> = new Map(Object.entries(MCP_RUBRIC.weights));

/**
 * What is not passed, in the order in which it is best mended: first what a cap that lowers the score names, the lowest
 * cap first, since nothing else moves the score before; then by the points of the rubric that each costs.
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
  (WEIGHTS.get(checkId) ?? 0) * (status === 'warn' ? 1 - MCP_RUBRIC.warnCredit : 1);
