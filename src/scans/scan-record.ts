import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import type { ScanOptions, ScanPhase } from '../scanner/model/scan.ts';
import type { ScoreBasis, SiteScore } from '../scanner/model/score.ts';
import type { ScanStatus } from '../schema/scan.ts';

/** How a scan was asked for: with an API key, without one, or against payment. */
export type ScanTier = 'keyed' | 'anonymous' | 'paid';

/** What the caller chose for one scan. */
export interface ScanChoices extends Pick<ScanOptions, 'exclude' | 'canonicalOrigin'> {
  /** The checks whose results are kept; undefined for all. The score counts all of them. */
  readonly checks?: readonly string[] | undefined;
}

/** The small part of a stored scan: what lists and polls read. */
export interface ScanRecord extends ScanChoices {
  readonly id: string;
  readonly shareToken: string;
  /** Undefined without an account: an anonymous or paid scan. */
  readonly accountId: string | undefined;
  readonly tier: ScanTier;
  /** Whose turn it takes in the queue. */
  readonly queueOwner: string;
  readonly rootUrl: string;
  readonly pageLimit: number;
  readonly permit?: PrivateHostPermit;
  readonly status: ScanStatus;
  /** Unique within the account. */
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly pagesDiscovered: number;
  readonly pagesScanned: number;
  /** The last page in the scan's progress; third-party text. */
  readonly currentUrl?: string;
  /** What a running scan is doing; undefined while it waits in the queue. */
  readonly phase?: ScanPhase;
  /** See ScanProgress; of a running scan, the checks that its caller chose. */
  readonly fails?: Readonly<Record<string, number>>;
  /** Undefined until completed, and for ever on a failed scan. */
  readonly score?: SiteScore;
  readonly llmsTxtScore: number;
  readonly percentile: number | null;
  readonly corpusTotal: number | null;
  readonly rubricVersion: string;
  /** Which run (1 for the first) wrote the pages, and how many chunks of them there are. */
  readonly run: number;
  readonly chunkCount: number;
  /** Increases with every write; the ETag is made of it. */
  readonly revision: number;
}

/** Results of the site and llms.txt series, kept apart because only whole reads need them. */
export interface ScanChecks {
  readonly site: readonly CheckRecord[];
  readonly llmsTxt: readonly CheckRecord[];
  /** The inputs of the scores; undefined unless the scan is completed. */
  readonly basis?: ScoreBasis;
}

/** As scans are given them: 22 characters of base62. Anything else is not even looked up. */
export const isShareToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text);
