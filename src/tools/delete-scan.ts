import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { DeletedScan } from '../schema/scan.ts';
import { defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';
import { findMcpScan, findOwnScan, onlyReads, ScanId } from './find-scan.ts';

const Input = z.object({ id: ScanId.describe('Id of the scan') });

export const deleteScan = defineTool({
  name: 'delete_scan',
  title: 'Delete a scan',
  description: 'Deletes an ended scan of your account and its share page for good. Ask the user first.',
  input: Input,
  output: DeletedScan,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  forAgents: defineAgentForm({
    input: Input,
    output: DeletedScan,
    summarize: ({ id }) => `Scan \`${id}\` is deleted. \`list_scans\` shows the others.`,
    async handle({ id }, context) {
      const ofServer = await findMcpScan(id, context);
      if (ofServer === undefined) return removeOfSite(id, context);
      if (ofServer.scan.id !== id) throw onlyReads();
      await context.mcpScans.remove(requireAccount(context.caller), id);
      return { id };
    },
  }),
  handle: ({ id }, context) => removeOfSite(id, context),
});

async function removeOfSite(id: string, context: ToolContext): Promise<{ id: string }> {
  await findOwnScan(id, context);
  await context.scans.remove(requireAccount(context.caller), id);
  return { id };
}
