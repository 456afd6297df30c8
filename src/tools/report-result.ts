import * as z from 'zod';
import { defined } from '../basics/defined.ts';
import { ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import { MAX_REASON, type NewResultReport } from '../scans/result-reports.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import { ResultReport } from '../schema/scan.ts';
import { isPage } from './agent-scan/looks.ts';
import { defineTool, type ToolContext } from './define-tool.ts';
import { findMcpScan, findReadableScan, ScanId } from './find-scan.ts';
import { gradeOf } from './mcp-grade.ts';

const REASON_EXPECTED = `expected what is wrong about the result, in at most ${MAX_REASON} characters`;
const CHECK_EXPECTED = 'expected the id of a check in this scan, such as S2 or P5';
const PAGE_EXPECTED = 'expected the URL or path of a page in this scan';

const Input = z.object({
  id: ScanId.describe('Id or share token of the scan'),
  checkId: z
    .string({ error: CHECK_EXPECTED })
    .min(1, CHECK_EXPECTED)
    .max(10, CHECK_EXPECTED)
    .transform((id) => id.toUpperCase())
    .describe('Check id'),
  page: z
    .string({ error: PAGE_EXPECTED })
    .min(1, PAGE_EXPECTED)
    .max(2000, PAGE_EXPECTED)
    .optional()
    .describe('URL or path of the page of a P check'),
  reason: z
    .string({ error: REASON_EXPECTED })
    .trim()
    .min(1, REASON_EXPECTED)
    .max(MAX_REASON, REASON_EXPECTED)
    // It is kept without invisible characters.
    .refine((reason) => quote(reason) !== '', REASON_EXPECTED)
    .describe('Why it is wrong, and how to see that'),
});

export const reportResult = defineTool({
  name: 'report_result',
  title: 'Report a wrong result',
  description: 'Tells the operator that a result of a scan is wrong. The score does not change.',
  input: Input,
  output: ResultReport,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  access: 'key',
  budget: 'report-result',
  anonymousBudget: 'anonymous-report',
  summarize: ({ id, checkId, status }) =>
    `Report \`${id}\` is saved: the operator will review ${checkId} (${status}). The scan stays as it is.`,
  async handle(input, context) {
    const { caller, resultReports } = context;
    const found = (await resultOfServer(input, context)) ?? (await resultOfSite(input, context));
    return resultReports.add({
      ...found,
      accountId: caller.kind === 'address' ? undefined : caller.accountId,
      checkId: input.checkId,
      reason: input.reason,
    });
  },
});

type FoundResult = Omit<NewResultReport, 'accountId' | 'checkId' | 'reason'>;
type Wanted = Pick<z.output<typeof Input>, 'id' | 'checkId' | 'page'>;

async function resultOfServer({ id, checkId, page }: Wanted, context: ToolContext): Promise<FoundResult | undefined> {
  const record = await findMcpScan(id, context);
  if (record === undefined) return undefined;
  if (page !== undefined) {
    throw new ServiceError('invalid_request', 'page: a scan of an MCP server has no pages. Leave it out.');
  }
  const { scan } = record;
  const result = scan.checks.find((check) => check.checkId === checkId) ?? refuseCheck(checkId);
  return {
    scanId: scan.id,
    url: scan.endpoint,
    rubricVersion: gradeOf(scan).rubricVersion,
    status: result.status,
    message: result.message,
    ...defined({ evidence: result.details.evidence }),
  };
}

async function resultOfSite({ id, checkId, page }: Wanted, context: ToolContext): Promise<FoundResult> {
  const scan = await findReadableScan(id, context);
  if (scan.status === 'running') {
    throw new ServiceError('invalid_request', 'id: the scan is still running. Wait until it is completed.', {
      hint: { tool: 'get_scan', does: 'shows its state' },
    });
  }
  const { url, result } = await resultIn(scan, { checkId, page }, context);
  return {
    scanId: scan.id,
    url: scan.rootUrl,
    rubricVersion: scan.rubricVersion,
    status: result.status,
    message: result.message,
    ...defined({ page: url, evidence: result.evidence }),
  };
}

/** A result of the page where one is named, else of the site, else of the first page that has the check. */
async function resultIn(
  scan: ScanRecord,
  { checkId, page: wanted }: Pick<Wanted, 'checkId' | 'page'>,
  { scans }: ToolContext,
): Promise<{ url?: string; result: CheckRecord }> {
  const ofCheck = ({ id }: CheckRecord) => id === checkId;
  if (wanted === undefined) {
    const { site, llmsTxt } = await scans.checks(scan.id);
    const result = [...site, ...llmsTxt].find(ofCheck);
    if (result !== undefined) return { result };
  }
  let isPageKnown = false;
  for await (const pages of scans.pages(scan)) {
    for (const { url, checks } of pages) {
      if (wanted !== undefined && !isPage(scan, url, wanted)) continue;
      isPageKnown = true;
      const result = checks.find(ofCheck);
      if (result !== undefined) return { url, result };
    }
  }
  if (wanted !== undefined && !isPageKnown) {
    throw new ServiceError('invalid_request', `page: ${PAGE_EXPECTED}; this scan did not read that one.`, {
      hint: { tool: 'get_scan', does: 'lists the pages with detail "pages"' },
    });
  }
  return refuseCheck(checkId);
}

function refuseCheck(checkId: string): never {
  throw new ServiceError(
    'invalid_request',
    `checkId: ${CHECK_EXPECTED}; it has no result of ${JSON.stringify(checkId)}.`,
    { hint: { tool: 'get_scan', does: 'lists the results with detail "checks"' } },
  );
}
