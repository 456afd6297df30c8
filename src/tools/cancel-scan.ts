import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { ServiceError } from '../errors.ts';
import { CancelledScan } from '../schema/scan.ts';
import { defineTool } from './define-tool.ts';
import { findMcpScan, findOwnScan, ScanId } from './find-scan.ts';

export const cancelScan = defineTool({
  name: 'cancel_scan',
  title: 'Cancel a scan',
  description: 'Stops a running scan or batch of your account. What began counts.',
  input: z.object({ id: ScanId.describe('Of the scan or batch') }),
  output: CancelledScan,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  access: 'key',
  budget: 'other',
  summarize: ({ id }) =>
    id.startsWith('bat_')
      ? `Batch \`${id}\` is cancelled. \`get_batch\` reads what it has.`
      : `Scan \`${id}\` is cancelled. \`get_scan\` reads what it had found.`,
  async handle({ id }, context) {
    if (id.startsWith('bat_')) {
      const batch = await context.batches.cancel(requireAccount(context.caller), id);
      return { id: batch.id, status: 'failed' as const };
    }
    if ((await findMcpScan(id, context)) !== undefined) {
      throw new ServiceError(
        'already_ended',
        'id: a scan of an MCP server ends with the call that makes it. Cancel that call instead.',
      );
    }
    await findOwnScan(id, context);
    const scan = await context.scans.cancel(requireAccount(context.caller), id);
    return { id: scan.id, status: 'failed' as const };
  },
});
