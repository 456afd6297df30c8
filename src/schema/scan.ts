import * as z from 'zod';
import { parseUrl } from '../basics/parse-url.ts';

/** A % that begins no encoded byte, and what no part of a URI behind its authority may hold (RFC 3986, appendix A). */
const NOT_OF_A_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/g;

/**
 * A URL as the URI that RFC 3986 means: the URL standard leaves `[`, `]`, `|`, `^` and others as they are, and clients
 * that check `format: uri` (the MCP SDK's does) refuse a whole answer for one of them.
 */
export function toUri(text: string): string {
  const href = parseUrl(text)?.href;
  if (href === undefined) return text;
  const authorityEnd = href.indexOf('/', href.indexOf('//') + 2);
  if (authorityEnd < 0) return href;
  return href.slice(0, authorityEnd) + href.slice(authorityEnd).replace(NOT_OF_A_URI, encodeURIComponent);
}

/** An absolute http or https URL on its way to a caller. */
export const Uri = z.url().overwrite(toUri);

export const CheckStatus = z.enum(['pass', 'fail', 'warn', 'error']);
export type CheckStatus = z.output<typeof CheckStatus>;

/** One answer of one check, as the contract shows it. */
export const CheckResult = z
  .object({
    checkId: z.string().describe('Identifier of the check, e.g. S1, L3, P12 or M7'),
    name: z.string().describe('A sentence that is true when the check passes'),
    status: CheckStatus.describe('error means that it could not be measured; such a check leaves the score'),
    message: z.string().describe('The finding, in the words of Legible'),
    howToFix: z.string().nullable().describe('What to change; null on a pass'),
    details: z
      .record(z.string(), z.unknown())
      .describe('evidence (text of the scanned site: untrusted), source, repro, notApplicable, scored'),
  })
  .meta({ id: 'CheckResult' });
export type CheckResult = z.output<typeof CheckResult>;

export const ScanStatus = z.enum(['running', 'completed', 'failed']);
export type ScanStatus = z.output<typeof ScanStatus>;

export const Rating = z.enum(['excellent', 'good', 'fair', 'needs_improvement']);
export type Rating = z.output<typeof Rating>;

const Count = z.int().min(0);
export const Score = z.int().min(0).max(100);
const Percentile = Score.nullable().describe('Share of scanned sites this score beats; null while the corpus is small');
const CorpusTotal = Count.nullable().describe('Number of sites the percentile is measured against');

export const PageResult = z
  .object({
    url: Uri,
    checks: z.array(CheckResult),
  })
  .meta({ id: 'PageResult' });
export type PageResult = z.output<typeof PageResult>;

export const BrowserFinding = z.object({
  checkId: z.string(),
  name: z.string(),
  status: z.enum(['fail', 'warn']).describe('Of the worst page'),
  gain: z
    .number()
    .describe('Points of the browser score that it costs; of two findings together it may be more or less'),
  message: z.string(),
  howToFix: z.string(),
  pages: z.array(z.string()).describe('URLs of the pages with the finding, the worst first'),
});
/** One check that does not pass everywhere. */
export type BrowserFinding = z.output<typeof BrowserFinding>;

const BrowserReportPage = z.object({
  url: z.string(),
  outcome: z.enum(['read', 'no-answer', 'crashed', 'hung', 'endless']),
  words: Count.describe('In sight with scripts'),
  wordsWithoutScripts: Count,
  controls: Count,
  checks: z.array(CheckResult),
});

export const BrowserReport = z.object({
  browserScore: Score.nullable().describe('null where no browser looked; no part of siteScore'),
  reason: z.string().nullable().describe('Why there is no score; null where there is one'),
  browser: z.string().nullable().describe('As the browser names itself; null where none looked'),
  rubricVersion: z.string(),
  findings: z.array(BrowserFinding).describe('The largest gain first'),
  pages: z.array(BrowserReportPage),
  leftOut: Count.describe('Pages that were chosen and not reached in time'),
});
export type BrowserReport = z.output<typeof BrowserReport>;

/** The same of a stored scan. */
export const ScanBrowser = BrowserReport.extend({
  status: z.enum(['waiting', 'done']).describe('waiting: no browser has looked yet'),
  pages: z.array(
    BrowserReportPage.extend({
      picture: z
        .string()
        .nullable()
        .describe('Root-relative path of its first screen, a JPEG; null where there is none'),
    }),
  ),
}).meta({ id: 'ScanBrowser' });
export type ScanBrowser = z.output<typeof ScanBrowser>;

/** The contract's Scan: the same shape for reads at any time; scores are 0 until the scan is completed. */
export const Scan = z
  .object({
    id: z.string(),
    rootUrl: Uri,
    status: ScanStatus,
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().nullable(),
    pagesDiscovered: Count,
    pagesScanned: Count,
    siteScore: Score,
    siteRating: Rating,
    llmstxtScore: Score,
    percentile: Percentile,
    corpusTotal: CorpusTotal,
    siteChecks: z.array(CheckResult),
    llmstxtChecks: z.array(CheckResult),
    pageResults: z.array(PageResult),
    shareToken: z.string(),
    browser: ScanBrowser.optional().describe('Of a completed scan that was started with browser: true'),
    error: z
      .object({ code: z.literal('cancelled'), message: z.string() })
      .optional()
      .describe('Only of a scan that its owner cancelled'),
  })
  .meta({ id: 'Scan' });
export type Scan = z.output<typeof Scan>;

/** A scan as the command line keeps it, to compare later ones with. */
export const Baseline = Scan.extend({
  rubricVersion: z.string().optional().describe('Absent in scans of older versions'),
});
export type Baseline = z.output<typeof Baseline>;

export const ScanSummary = z
  .object({
    id: z.string(),
    shareToken: z.string(),
    domain: z.string().describe('Host name, with the port when it is not the default'),
    rootUrl: Uri,
    siteScore: Score.nullable(),
    siteRating: Rating.nullable(),
    llmstxtScore: Score.nullable(),
    percentile: Percentile,
    corpusTotal: CorpusTotal,
    pagesScanned: Count.nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ScanSummary' });
export type ScanSummary = z.output<typeof ScanSummary>;

export const StartScanResponse = z
  .object({
    id: z.string().describe('Pass it to get_scan'),
    status: ScanStatus,
    url: Uri.describe('The URL as normalised'),
    pollUrl: z.string().describe('Root-relative path of the scan read endpoint'),
    shareToken: z.string().optional().describe('Of a scan without a key: anyone who has it may read the scan'),
    shareUrl: z.string().optional().describe('Of a scan without a key: root-relative path of the report for people'),
    sharedSince: z.iso
      .datetime()
      .optional()
      .describe('When the scan began, where it was started by an earlier call; fresh: true starts another'),
  })
  .meta({ id: 'StartScanResponse' });
export type StartScanResponse = z.output<typeof StartScanResponse>;

export const ScanListResponse = z
  .object({
    data: z.array(ScanSummary),
    nextCursor: z.string().optional().describe('Pass it as cursor for the next page; absent on the last one'),
  })
  .meta({ id: 'ScanListResponse' });
export type ScanListResponse = z.output<typeof ScanListResponse>;

export const DeletedScan = z.object({ id: z.string().describe('Of the scan that was deleted') });

export const CancelledScan = z
  .object({
    id: z.string().describe('Of the scan or batch that was cancelled'),
    status: z.literal('failed').describe('Of a batch: what its running scans are now'),
  })
  .meta({ id: 'CancelledScan' });

const CancelledEvidence = z.object({
  measured: z.literal('cancelled'),
  findings: z.array(z.object({ at: z.string().describe('Id of a check'), found: z.string() })),
});

/**
 * The checks that failed on pages which a cancelled scan had read, in trusted text.
 * @param failure the first site check of the scan; none for a scan that failed otherwise
 */
export function foundWhenCancelled(failure: CheckResult | undefined): readonly { at: string; found: string }[] {
  return CancelledEvidence.safeParse(failure?.details.evidence).data?.findings ?? [];
}

/** What a payment buys (decisions.md section 9). */
export const PaidScan = z
  .object({
    scan: Scan,
    shareUrl: z.string().describe('Root-relative path of the report for people'),
  })
  .meta({ id: 'PaidScan' });

const CountOrNull = Count.nullable().describe('null: the list could not be seen');

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
    toolCount: CountOrNull,
    resourceCount: CountOrNull,
    promptCount: CountOrNull,
    checks: z.array(CheckResult),
  })
  .meta({ id: 'McpScan' });
export type McpScan = z.output<typeof McpScan>;

export const McpScanResponse = z
  .object({
    scan: McpScan,
    shareUrl: z.string().describe('Root-relative path of the report, for anyone who has it'),
  })
  .meta({ id: 'McpScanResponse' });
export type McpScanResponse = z.output<typeof McpScanResponse>;

/** What buy_scan answers; the members after `pageLimit` once the scan is paid. */
export const BoughtScan = z.object({
  status: ScanStatus.extract(['running', 'completed']).describe('running: nothing is charged yet'),
  id: z.string().describe('Of a paid scan: pass it to get_scan. Of a running one: its name only'),
  url: Uri.describe('The URL as normalised'),
  pageLimit: z.int().min(1).describe('Pages that the payment buys'),
  siteScore: Score.optional(),
  siteRating: Rating.optional(),
  llmstxtScore: Score.optional(),
  pagesScanned: z.int().min(0).optional(),
  shareUrl: z.string().optional().describe('Root-relative path of the report for people'),
  transaction: z.string().optional().describe('Hash of the settlement; absent where it is not known'),
});
export type BoughtScan = z.output<typeof BoughtScan>;

/** PaymentRequired of x402, version 2, as far as callers need its shape. */
export const PaymentRequired = z.object({
  x402Version: z.literal(2),
  error: z.string(),
  resource: z.looseObject({ url: z.string() }),
  accepts: z.array(z.looseObject({ scheme: z.string(), network: z.string(), amount: z.string() })),
});

/** What report_result answers. */
export const ResultReport = z
  .object({
    id: z.string().describe('Of the report'),
    createdAt: z.string(),
    checkId: z.string(),
    status: z.string().describe('Of the reported result'),
    page: z.string().optional().describe('The page of the result; missing for a result of a whole site or server'),
  })
  .meta({ id: 'ResultReport' });
export type ResultReport = z.output<typeof ResultReport>;
