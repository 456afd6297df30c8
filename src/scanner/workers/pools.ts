import type { OnCheckBug } from '../model/result.ts';
import { type AccessibilityPool, createAccessibilityPool } from './accessibility-pool.ts';
import { createMcpPool, type McpPool } from './mcp-pool.ts';
import { createPagePool, type PagePool } from './page-pool.ts';

/** The threads of a scanner. They keep no state of a site, so several scanners may share them. */
export interface Pools {
  readonly pages: PagePool;
  readonly accessibility: AccessibilityPool;
  readonly mcp: McpPool;
  close(): Promise<void>;
}

/**
 * For pages, and as many for sessions with MCP servers; the same on any number of cores. Hostile pages fill each further
 * thread with up to 200 MB, so large machines run more processes.
 */
const THREADS = 1;

export interface PoolsOptions {
  readonly onBug: OnCheckBug;
  /** Called with what a page made axe-core throw. */
  readonly onAuditFailure: (thrown: unknown) => void;
}

/** No thread starts before its first job. */
export function createPools({ onBug, onAuditFailure }: PoolsOptions): Pools {
  const pages = createPagePool({ threads: THREADS });
  const accessibility = createAccessibilityPool({ subjectOf: pages.auditSubject, onFailure: onAuditFailure });
  const mcp = createMcpPool({ threads: THREADS, onBug });
  return {
    pages,
    accessibility,
    mcp,
    async close() {
      await Promise.all([pages.close(), accessibility.close(), mcp.close()]);
    },
  };
}
