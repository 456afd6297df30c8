import type { Caller } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import type { McpScanRecord } from '../scans/mcp-scans.ts';
import type { ToolContext } from './define-tool.ts';

/**
 * The caller's own scan of an MCP server by its id, or any by its share token; undefined for an id of another kind.
 * @throws ServiceError not_found for the id of a scan of a server that the caller may not read
 */
export async function findMcpScan(
  id: string,
  { caller, mcpScans }: Pick<ToolContext, 'caller' | 'mcpScans'>,
  field = 'id',
): Promise<McpScanRecord | undefined> {
  if (!id.startsWith('mcp_')) return mcpScans.byShareToken(id);
  const own = caller.kind === 'address' ? undefined : await mcpScans.find(caller.accountId, id);
  if (own !== undefined) return own;
  if (caller.kind === 'address') {
    const message = `${field}: ids that begin with mcp_ are read with the key of their account. Without a key send the share token.`;
    throw new ServiceError('not_found', message, { hint: { tool: 'scan_mcp', does: 'makes another' } });
  }
  throw new ServiceError('not_found', `${field}: your account has no such scan of an MCP server.`, {
    hint: { tool: 'list_scans', does: 'shows those it has' },
  });
}

/** The id by which a caller may read a scan of a server. */
export const mcpIdFor = ({ accountId, scan: { id, shareToken } }: McpScanRecord, caller: Caller): string =>
  caller.kind !== 'address' && caller.accountId === accountId ? id : shareToken;
