import * as z from 'zod';
import { defined } from '../basics/defined.ts';
import { parseUrl } from '../basics/parse-url.ts';
import { ServiceError } from '../errors.ts';
import { CATALOGUE } from '../scanner/checks/catalogue.ts';
import { normalisedRoot } from '../scanner/net/submitted-url.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import { scanIdFor } from '../scans/scans.ts';
import { AgentScan } from '../schema/agent-forms.ts';
import { StartScanResponse } from '../schema/scan.ts';
import { countsLook } from './agent-scan/get-scan.ts';
import { agentScanText } from './agent-scan/text.ts';
import { accepted, defineAgentForm, defineTool, type ToolContext } from './define-tool.ts';
import { AGENT_WAIT_SECONDS, idFor, WAIT_FIELD, WaitSeconds, waitForScan } from './find-scan.ts';

const DEFAULT_PAGE_LIMIT = 100;
/** Of a scan without a key. */
export const ANONYMOUS_PAGE_LIMIT = 25;
const URL_EXPECTED = 'expected an absolute http or https URL of at most 2000 characters';
const LIMIT_EXPECTED = 'expected a whole number from 1 to 2000';
const KEY_EXPECTED = 'expected 1 to 255 characters of A-Z, a-z, 0-9, _ and - (over REST the header Idempotency-Key)';

const CHECK_IDS: ReadonlySet<string> = new Set(CATALOGUE.map(({ id }) => id));
const CHECKS_EXPECTED = 'expected a list of check ids such as S2 or P5';
const PATTERN_EXPECTED = 'expected a path pattern of at most 500 characters that begins with / or *';
const PATTERNS_EXPECTED = 'expected a list of 1 to 100 path patterns';
const ORIGIN_EXPECTED = 'expected an http or https origin such as https://example.com';

/** Checks of a website by their ids. */
const CheckIds = z
  .array(
    z.string({ error: CHECKS_EXPECTED }).refine((id) => CHECK_IDS.has(id), {
      error: ({ input }) =>
        `scans of websites have no check ${JSON.stringify(String(input).slice(0, 20))}; the ids are S1, L1, P1 and so on`,
    }),
    { error: CHECKS_EXPECTED },
  )
  .min(1, CHECKS_EXPECTED)
  .max(100, CHECKS_EXPECTED)
  .describe('Check ids, e.g. S2: report only these. The score counts all');

/** Path patterns as robots.txt has them. */
const Exclude = z
  .array(
    z
      .string({ error: PATTERN_EXPECTED })
      .max(500, PATTERN_EXPECTED)
      .refine((pattern) => pattern.startsWith('/') || pattern.startsWith('*'), PATTERN_EXPECTED),
    { error: PATTERNS_EXPECTED },
  )
  .min(1, PATTERNS_EXPECTED)
  .max(100, PATTERNS_EXPECTED)
  .describe('Pages to leave out: path patterns of robots.txt, e.g. /tags/');

const CanonicalOrigin = z
  .string({ error: ORIGIN_EXPECTED })
  .max(2000, ORIGIN_EXPECTED)
  .refine(isOrigin, ORIGIN_EXPECTED)
  .describe('Origin where a preview will be published');

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return /^https?:$/.test(url?.protocol ?? '') && url?.href === `${url?.origin}/`;
}

const NO_BROWSER =
  'browser: no process of this service has one. Leave it out, or ask the operator to install Chromium or start a browser worker.';
const KEYED_FIELDS = ['exclude', 'canonicalOrigin', 'checks', 'browser'];

const Input = z.object({
  url: z
    .string({ error: URL_EXPECTED })
    .min(1, URL_EXPECTED)
    .max(2000, URL_EXPECTED)
    .describe('Root URL of the site or section, e.g. https://example.com/docs/'),
  pageLimit: z
    .int({ error: LIMIT_EXPECTED })
    .min(1, LIMIT_EXPECTED)
    .max(2000, LIMIT_EXPECTED)
    .default(DEFAULT_PAGE_LIMIT)
    .describe('Pages at most'),
  exclude: Exclude.optional(),
  canonicalOrigin: CanonicalOrigin.optional(),
  checks: CheckIds.optional(),
  browser: z
    .boolean({ error: 'expected true or false' })
    .optional()
    .describe('Also look at up to 10 pages in a browser'),
  idempotencyKey: z
    .string({ error: KEY_EXPECTED })
    .regex(/^[A-Za-z0-9_-]{1,255}$/, KEY_EXPECTED)
    .optional()
    .describe('A call with the same key within 24 hours answers the first scan'),
  fresh: z.boolean({ error: 'expected true or false' }).default(false).describe('Without a key: scan anew'),
  [WAIT_FIELD]: WaitSeconds.default(0),
});

export const startScan = defineTool({
  name: 'start_scan',
  title: 'Start a website scan',
  description:
    'Starts grading how well a public website can be read and used by AI agents. Answers at once with a scan id; use get_scan with it until status is completed or failed (a small site takes seconds, 2000 pages minutes). Results are kept until their owner deletes them; without a key a scan reads 25 pages, is kept for 30 days, and one of the same URL that began within ten minutes is shared.',
  input: Input,
  output: StartScanResponse,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  access: 'key',
  budget: 'start-scan',
  anonymousBudget: 'anonymous-scan',
  fieldCodes: { url: 'invalid_url', browser: 'unsupported_option', idempotencyKey: 'invalid_idempotency_key' },
  keyedFields: KEYED_FIELDS,
  targetField: 'url',
  idempotencyField: 'idempotencyKey',
  waitField: WAIT_FIELD,
  startsTask: true,
  showsScan: true,
  forAgents: defineAgentForm(
    {
      description:
        'Grades how well a public website can be read and used by AI agents. Waits for it and answers its id, with which get_scan answers the fixes. Without a key: 25 pages, kept for 30 days, and one of the same URL that began within ten minutes is shared.',
      input: Input.extend({ [WAIT_FIELD]: WaitSeconds.default(AGENT_WAIT_SECONDS) }),
      output: AgentScan,
      // REST ignores it without a key, as the contract's clients expect.
      keyedFields: [...KEYED_FIELDS, 'idempotencyKey'],
      summarize: agentScanText,
      async finish({ id, sharedSince }, { pageLimit, waitSeconds }, context) {
        const scan = await waitedFor(id, waitSeconds, context);
        if (scan === undefined) throw new ServiceError('not_found', 'The scan was deleted meanwhile.');
        const look = withShared(countsLook(scan, idFor(scan, context.caller)), sharedSince);
        return withLimit(look, { asked: pageLimit, given: scan.pageLimit });
      },
    },
    StartScanResponse,
  ),
  async assertPossible({ browser }, { browsers }) {
    if (browser === true && !(await browsers.isThere())) throw new ServiceError('unsupported_option', NO_BROWSER);
  },
  async isShared({ url, fresh }, { sharedScans }) {
    const rootUrl = fresh ? undefined : normalisedRoot(url);
    return rootUrl !== undefined && (await sharedScans.of(rootUrl)) !== undefined;
  },
  async handle(
    { pageLimit, exclude, canonicalOrigin, checks, browser, fresh },
    { caller, local, scans, sharedScans, target, workName },
  ) {
    const { url, permit } = accepted(target);
    const wanted = { rootUrl: url, ...defined({ permit }) };
    if (caller.kind !== 'address') {
      const named = workName === undefined ? {} : { id: scanIdFor(workName) };
      const origin = canonicalOrigin === undefined ? undefined : new URL(canonicalOrigin).origin;
      const choices = { pageLimit, exclude, canonicalOrigin: origin, checks, ...(browser === true ? { browser } : {}) };
      const scan = await scans.start({ ...wanted, ...named, ...choices, accountId: caller.accountId }, local);
      return { id: scan.id, status: scan.status, url: scan.rootUrl, pollUrl: `/api/v1/scans/${scan.id}` };
    }
    const anonymous = { tier: 'anonymous', queueOwner: `address:${caller.address}`, accountId: undefined } as const;
    const { scan, isShared } = await sharedScans.start(
      { ...wanted, ...anonymous, pageLimit: ANONYMOUS_PAGE_LIMIT },
      fresh,
    );
    const { id, status, rootUrl, shareToken, createdAt } = scan;
    return {
      id,
      status,
      url: rootUrl,
      pollUrl: `/api/scan/${shareToken}`,
      shareToken,
      shareUrl: `/s/${shareToken}`,
      ...(isShared ? { sharedSince: createdAt } : {}),
    };
  },
  async finish(started, { waitSeconds }, context) {
    const scan = waitSeconds === 0 ? undefined : await waitedFor(started.id, waitSeconds, context);
    return scan === undefined ? started : { ...started, status: scan.status };
  },
});

/** The scan that was started, as it is after the wait; undefined when it was deleted meanwhile. */
async function waitedFor(id: string, seconds: number, context: ToolContext): Promise<ScanRecord | undefined> {
  const scan = await context.scans.byId(id);
  if (scan === undefined) return undefined;
  try {
    await waitForScan(scan, seconds, context);
  } catch (error) {
    await cancelIfAsked(scan, context);
    throw error;
  }
  return context.scans.byId(id);
}

/** A caller that cancels the call does not want the scan. One whose connection broke can still read it. */
async function cancelIfAsked({ id, accountId }: ScanRecord, { caller, request, scans }: ToolContext): Promise<void> {
  const isOwn = caller.kind !== 'address' && caller.accountId === accountId;
  if (!isOwn || request.cancelled?.aborted !== true) return;
  await scans.cancel(caller.accountId, id).catch((error: unknown) => {
    // It has ended by itself meanwhile.
    if (!(error instanceof ServiceError)) throw error;
  });
}

/** An answer that says so where the scan was started by an earlier call. */
function withShared(answer: AgentScan, since: string | undefined): AgentScan {
  if (since === undefined) return answer;
  const remark = `This scan began at ${since} for an earlier call. With fresh: true start_scan scans anew.`;
  return { ...answer, remarks: [remark, ...(answer.remarks ?? [])] };
}

/** An answer that says so where the scan reads fewer or more pages than the caller asked for. */
function withLimit(answer: AgentScan, { asked, given }: { asked: number; given: number }): AgentScan {
  if (asked === given) return answer;
  const remark = `This scan reads at most ${given} pages, not ${asked}, because it was started without a key.`;
  return { ...answer, remarks: [remark, ...(answer.remarks ?? [])] };
}
