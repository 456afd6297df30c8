import * as z from 'zod';
import { MCP_RUBRIC } from '../scanner/mcp/grade/score.ts';
import { isRevision } from '../scanner/mcp/session/message.ts';
import type { McpScanOutcome } from '../scanner/model/scan.ts';
import type { CheckResult, McpScan } from '../schema/scan.ts';

/** The part of a grade that is read again. */
const McpGrade = z.object({
  rubricVersion: z.string(),
  /** Before the caps. */
  rawScore: z.number(),
  /** Lowest first, whether or not they lower the score. */
  caps: z.array(z.object({ limit: z.number(), reason: z.string() })),
});
export type McpGrade = z.output<typeof McpGrade>;

/** How a score was computed. The contract's McpScan has no member for it, so it is in the details of M1. */
export const gradeDetails = (outcome: McpScanOutcome & { reached: true }) => ({
  rubricVersion: MCP_RUBRIC.version,
  rawScore: outcome.raw,
  caps: outcome.caps,
  coverage: outcome.coverage,
  era: outcome.era ?? null,
  // An unknown revision is third-party text, so it is only in the evidence of M2.
  protocolVersion:
    outcome.protocolVersion !== undefined && isRevision(outcome.protocolVersion) ? outcome.protocolVersion : null,
  limitsHit: outcome.limitsHit,
});

/** The grade that a kept scan carries; of a scan without one, its score and no caps. */
export function gradeOf({ checks, mcpScore }: Pick<McpScan, 'checks' | 'mcpScore'>): McpGrade {
  const details = checks.find(({ checkId }) => checkId === 'M1')?.details.grade;
  return McpGrade.safeParse(details).data ?? { rubricVersion: 'unknown', rawScore: mcpScore, caps: [] };
}

const Verdicts = z.array(
  z.object({ directory: z.string(), asks: z.string(), met: z.boolean(), source: z.string().startsWith('https://') }),
);

interface ShownVerdict {
  readonly checkId: string;
  readonly directory: string;
  readonly asks: string;
  readonly met: boolean;
  readonly source: string;
}

/** What directories of MCP servers ask, and whether the scanned server meets it; kept in the evidence of the checks. */
export function directoryVerdictsOf(checks: readonly CheckResult[]): ShownVerdict[] {
  return checks
    .flatMap(({ checkId, status, details: { evidence } }) => {
      // What could not be measured meets nothing and misses nothing.
      if (status === 'error') return [];
      const kept =
        typeof evidence === 'object' && evidence !== null && 'directories' in evidence && evidence.directories;
      return (Verdicts.safeParse(kept).data ?? []).map((verdict) => ({ checkId, ...verdict }));
    })
    .sort((a, b) => (a.directory === b.directory ? 0 : a.directory < b.directory ? -1 : 1));
}
