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

export interface PoolsOptions {
  /** Worker threads for pages, and as many for sessions with MCP servers. */
  readonly threads: number;
  readonly onBug: OnCheckBug;
  /** Called with what a page made axe-core throw. */
  readonly onAuditFailure: (thrown: unknown) => void;
}

/** No thread starts before its first job. */
export function createPools({ threads, onBug, onAuditFailure }: PoolsOptions): Pools {
  const pages = createPagePool({ threads });
  const accessibility = createAccessibilityPool({ onFailure: onAuditFailure });
  const mcp = createMcpPool({ threads, onBug });
  return {
    pages,
    accessibility,
    mcp,
    async close() {
      await Promise.all([pages.close(), accessibility.close(), mcp.close()]);
    },
  };
}
