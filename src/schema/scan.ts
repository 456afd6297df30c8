import * as z from 'zod';
import { Uri } from './uri.ts';

export const CheckStatus = z.enum(['pass', 'fail', 'warn', 'error']);
export type CheckStatus = z.output<typeof CheckStatus>;

/** One answer of one check, as the contract shows it. */
export const CheckResult = z
  .object({
    checkId: z.string().describe('Identifier of the check, e.g. S1, L3, P12 or M7'),
    name: z.string().describe('A sentence that is true when the check passes'),
    status: CheckStatus.describe('error means that it could not be measured; such a check leaves the score'),
    message: z.string().describe('What was found, in our own words'),
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
  })
  .meta({ id: 'Scan' });
export type Scan = z.output<typeof Scan>;

/** A scan as the command line keeps it, to compare later ones with. */
export const Baseline = Scan.extend({
  rubricVersion: z.string().optional().describe('Absent in files of before it was kept'),
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
    shareToken: z.string().optional().describe('Of a scan without a key: whoever holds it may read the scan'),
    shareUrl: z.string().optional().describe('Of a scan without a key: root-relative path of the report for people'),
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

/** What a payment buys (decisions.md section 9). */
export const PaidScan = z
  .object({
    scan: Scan,
    shareUrl: z.string().describe('Root-relative path of the report for people'),
  })
  .meta({ id: 'PaidScan' });
