import type { Evidence, EvidenceFinding } from '../define-check.ts';
import type { McpHandshake } from './artifacts.ts';
import { listEvidence } from './list-evidence.ts';

export interface GradedFinding extends EvidenceFinding {
  readonly severity: 'fail' | 'warn';
}

/** Findings in what the server lists, by how grave they are, and all of them as evidence, the grave ones first. */
export function gradedFindings(
  handshake: McpHandshake,
  seen: readonly GradedFinding[],
): { grave: readonly GradedFinding[]; slight: readonly GradedFinding[]; evidence: Evidence } {
  const grave = seen.filter(({ severity }) => severity === 'fail');
  const slight = seen.filter(({ severity }) => severity === 'warn');
  const findings = [...grave, ...slight].map(({ at, found }) => ({ at, found }));
  return {
    grave,
    slight,
    evidence: { ...listEvidence(handshake, 'tools/list'), measured: seen.length, threshold: 0, findings },
  };
}
