import { defined } from '../basics/defined.ts';
import type { RunMcpScan } from '../scanner/model/scan.ts';
import type { McpScans } from '../scans/mcp-scans.ts';
import type { McpRun } from '../scans/watches/mcp-runs.ts';
import type { Watch } from '../scans/watches/watches.ts';
import { presentMcpScan } from './scan-mcp.ts';

/** A scan takes less; the wait for permits of its host counts too. */
const DEADLINE_MS = 120_000;

/** One run of a watched MCP server, kept as a scan of its account. */
export const createWatchedMcpScan =
  ({ runMcpScan, mcpScans }: { readonly runMcpScan: RunMcpScan; readonly mcpScans: Pick<McpScans, 'add'> }) =>
  async ({ rootUrl, accountId, permit }: Pick<Watch, 'rootUrl' | 'accountId' | 'permit'>): Promise<McpRun> => {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const outcome = await runMcpScan({ endpoint: rootUrl, signal, ...defined({ permit }) });
    if (!outcome.reached) return { reached: false, message: `${outcome.message}.` };
    const { scan } = await mcpScans.add({ accountId, scan: presentMcpScan(rootUrl, outcome) });
    return {
      reached: true,
      scanId: scan.id,
      shareToken: scan.shareToken,
      score: outcome.status === 'completed' ? outcome.score : undefined,
      seen: outcome.seen,
    };
  };
