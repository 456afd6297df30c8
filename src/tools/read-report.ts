import * as z from 'zod';
import { ReportParts } from '../schema/explanation.ts';
import { defineTool } from './define-tool.ts';
import { findReadableScan, ScanId } from './find-scan.ts';
import { failingOnly } from './get-scan.ts';
import { explainRecord, findingsOf, presentPages, presentScan } from './present-scan.ts';

/** What reports are written from. Resources and prompts call it; no transport lists it. */
export const readReport = defineTool({
  name: 'read_report',
  title: 'Read a report',
  description: 'Reads a scan with its explanation, for a report.',
  input: z.object({ id: ScanId }),
  output: ReportParts,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  access: 'key',
  budget: 'read-scan',
  anonymousBudget: 'fair-use',
  summarize: ({ scan }) => `Scan ${scan.id}`,
  async handle({ id }, context) {
    const record = await findReadableScan(id, context);
    const checks = await context.scans.checks(record.id);
    const pages = failingOnly(await presentPages(context.scans.pages(record)));
    const scan = presentScan(record, checks, pages, await context.scans.browserLook(record));
    if (record.status !== 'completed' || checks.basis === undefined) return { scan };
    const findings = findingsOf(checks, await context.scans.pageSummary(record));
    return { scan, explanation: explainRecord(record, checks.basis, findings) };
  },
});
