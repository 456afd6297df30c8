import * as z from 'zod';
import { requireAccount } from '../auth/caller.ts';
import { DeletedScan } from '../schema/scan.ts';
import { defineTool } from './define-tool.ts';
import { ScanId } from './find-scan.ts';

export const deleteScan = defineTool({
  name: 'delete_scan',
  title: 'Delete a scan',
  description:
    'Deletes a completed or failed scan of your account for good, with its report and its share page. Ask the user first: it cannot be undone.',
  input: z.object({ id: ScanId.describe('Id of a completed or failed scan') }),
  output: DeletedScan,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'other',
  summarize: ({ id }) => `Scan \`${id}\` is deleted. \`list_scans\` shows the others.`,
  async handle({ id }, { caller, scans }) {
    await scans.remove(requireAccount(caller), id);
    return { id };
  },
});
