import * as z from 'zod';
import { scanIdFor } from '../scans/scans.ts';
import { StartScanResponse } from '../schema/scan.ts';
import { accepted, defineTool } from './define-tool.ts';

const DEFAULT_PAGE_LIMIT = 100;
/** Of a scan without a key. */
export const ANONYMOUS_PAGE_LIMIT = 25;
const URL_EXPECTED = 'expected an absolute http or https URL of at most 2000 characters';
const LIMIT_EXPECTED = 'expected a whole number from 1 to 2000';
const KEY_EXPECTED = 'expected 1 to 255 characters of A-Z, a-z, 0-9, _ and - (over REST the header Idempotency-Key)';

export const startScan = defineTool({
  name: 'start_scan',
  title: 'Start a website scan',
  description:
    'Starts grading how well a public website can be read and used by AI agents. Answers at once with a scan id; use get_scan with it until status is completed or failed (a small site takes seconds, 2000 pages minutes). Results are kept until their owner deletes them; without a key a scan reads 25 pages, is kept for 30 days, and one of the same host that began within ten minutes is shared.',
  input: z.object({
    url: z
      .string({ error: URL_EXPECTED })
      .min(1, URL_EXPECTED)
      .max(2000, URL_EXPECTED)
      .describe('Root URL of the site or section to scan, e.g. https://example.com/docs/'),
    pageLimit: z
      .int({ error: LIMIT_EXPECTED })
      .min(1, LIMIT_EXPECTED)
      .max(2000, LIMIT_EXPECTED)
      .default(DEFAULT_PAGE_LIMIT)
      .describe('Pages to read at most'),
    idempotencyKey: z
      .string({ error: KEY_EXPECTED })
      .regex(/^[A-Za-z0-9_-]{1,255}$/, KEY_EXPECTED)
      .optional()
      .describe(
        'Repeating a call with the same key within 24 hours answers the first scan instead of starting another',
      ),
  }),
  output: StartScanResponse,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  access: 'key',
  budget: 'start-scan',
  anonymousBudget: 'anonymous-scan',
  fieldCodes: { url: 'invalid_url', idempotencyKey: 'invalid_idempotency_key' },
  targetField: 'url',
  idempotencyField: 'idempotencyKey',
  summarize: ({ id, status, shareToken }) =>
    shareToken === undefined
      ? `Scan \`${id}\` is ${status}. Call \`get_scan\` with this id in a few seconds.`
      : `The scan is ${status}. Call \`get_scan\` with id \`${shareToken}\` in a few seconds.`,
  async handle({ pageLimit }, { caller, scans, shareHostScan, target, workName }) {
    const { url, permit } = accepted(target);
    const wanted = { rootUrl: url, ...(permit === undefined ? {} : { permit }) };
    if (caller.kind !== 'address') {
      const named = workName === undefined ? {} : { id: scanIdFor(workName) };
      const scan = await scans.start({ ...wanted, ...named, accountId: caller.accountId, pageLimit });
      return { id: scan.id, status: scan.status, url: scan.rootUrl, pollUrl: `/api/v1/scans/${scan.id}` };
    }
    const { id, status, rootUrl, shareToken } = await shareHostScan({
      ...wanted,
      accountId: undefined,
      tier: 'anonymous',
      queueOwner: `address:${caller.address}`,
      pageLimit: ANONYMOUS_PAGE_LIMIT,
    });
    return {
      id,
      status,
      url: rootUrl,
      pollUrl: `/api/scan/${shareToken}`,
      shareToken,
      shareUrl: `/s/${shareToken}`,
    };
  },
});
