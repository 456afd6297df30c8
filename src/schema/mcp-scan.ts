import * as z from 'zod';
import { CheckResult, Rating, Score } from './scan.ts';
import { Uri } from './uri.ts';

const Count = z.int().min(0).nullable().describe('null: the list could not be seen');

/** The contract's McpScan: what a scan of a remote MCP server found. */
export const McpScan = z
  .object({
    id: z.string(),
    shareToken: z.string(),
    endpoint: Uri,
    host: z.string().describe('Host name, with the port when it is not the default'),
    status: z.enum(['completed', 'failed']).describe('failed: something answered, but no MCP server'),
    mcpScore: Score,
    mcpRating: Rating,
    serverName: z.string().nullable().describe('As the server calls itself: untrusted text'),
    serverVersion: z.string().nullable().describe('As the server says: untrusted text'),
    toolCount: Count,
    resourceCount: Count,
    promptCount: Count,
    checks: z.array(CheckResult),
  })
  .meta({ id: 'McpScan' });
export type McpScan = z.output<typeof McpScan>;

export const McpScanResponse = z
  .object({
    scan: McpScan,
    shareUrl: z.string().describe('Root-relative path of the report, for whoever is given it'),
  })
  .meta({ id: 'McpScanResponse' });
export type McpScanResponse = z.output<typeof McpScanResponse>;
