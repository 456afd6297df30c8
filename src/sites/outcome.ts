/** What one scan says about its site, in a few hundred bytes: what lists of many sites are made of. */
import { defined } from '../basics/defined.ts';
import { SCAN_FAILURE } from '../scanner/checks/define.ts';
import { accountOf } from '../scanner/scoring/explain.ts';
import { rankSiteFixes } from '../scanner/scoring/rank-fixes.ts';
import type { Ending } from '../scans/scan-end.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { TextShares } from '../schema/explanation.ts';
import type { ScanStatus } from '../schema/scan.ts';

/** A fix of a site, and the points it gains once those before it are made. */
export interface OutcomeFix {
  readonly checkId: string;
  readonly gain: number;
}

/** Shares of the text of a site that each cause keeps back. */
export type Losses = Omit<TextShares, 'delivered'>;

/** A scan as lists of sites know it. */
export interface Outcome {
  readonly scanId: string;
  readonly shareToken: string;
  readonly rootUrl: string;
  readonly pageLimit: number;
  readonly status: ScanStatus;
  readonly isCancelled?: true;
  readonly createdAt: string;
  readonly endedAt?: string;
  readonly pagesScanned?: number;
  /** Undefined unless completed, as all that follows. */
  readonly score?: number;
  readonly llmsTxtScore?: number;
  readonly rubricVersion?: string;
  /** Best first. */
  readonly fixes?: readonly OutcomeFix[];
  /** Undefined for a scan of rubric 1. */
  readonly losses?: Losses;
  /** Why the scan failed, in trusted text. */
  readonly reason?: string;
}

/** A scan that has begun. */
export const runningOutcome = ({ id, shareToken, rootUrl, pageLimit, createdAt }: ScanRecord): Outcome => ({
  scanId: id,
  shareToken,
  rootUrl,
  pageLimit,
  status: 'running',
  createdAt,
});

/** A scan that has ended. @param endedAt ISO 8601 */
export function endedOutcome(scan: ScanRecord, ending: Ending, endedAt: string): Outcome {
  const { report, basis, isCancelled, rubricVersion = scan.rubricVersion } = ending;
  const { status, pagesScanned, score, llmsTxtScore } = report;
  const about = { ...runningOutcome(scan), status, endedAt, pagesScanned, ...defined({ isCancelled }) };
  if (score === undefined || basis === undefined) {
    const reason = ending.site.find(({ id }) => id === SCAN_FAILURE.id)?.message ?? 'The scan failed.';
    return { ...about, reason };
  }
  const fixes = rankSiteFixes(basis).map(({ id, gain }) => ({ checkId: id, gain }));
  const losses = lossesOf(accountOf(basis)?.all);
  return { ...about, score: score.score, llmsTxtScore, rubricVersion, fixes, ...defined({ losses }) };
}

function lossesOf(shares: TextShares | undefined): Losses | undefined {
  if (shares === undefined) return undefined;
  const { delivered: _, ...losses } = shares;
  return losses;
}
