import * as z from 'zod';
import type { CheckResult } from '../schema/scan.ts';

const Verdicts = z.array(
  z.object({ directory: z.string(), asks: z.string(), met: z.boolean(), source: z.string().startsWith('https://') }),
);

export interface ShownVerdict {
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
