/** The stored record of a scan, and what clients see of one that runs. */
import { catalogueOrder, titlesOf } from '../scanner/checks/catalogue.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import { SCAN_PHASES, type ScanOptions, type ScanPhase } from '../scanner/model/scan.ts';
import type { ScoreBasis, SiteScore } from '../scanner/model/score.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { ScanStatus } from '../schema/scan.ts';

/** How a scan was asked for: with an API key, without one, or against payment. */
export type ScanTier = 'keyed' | 'anonymous' | 'paid';

/** What the caller chose for one scan. */
export interface ScanChoices extends Pick<ScanOptions, 'exclude' | 'canonicalOrigin'> {
  /** The checks whose results are kept; undefined for all. The score counts all of them. */
  readonly checks?: readonly string[] | undefined;
  /** A browser looks at some pages once the scan is completed. */
  readonly browser?: true | undefined;
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
  /** Failed because its owner cancelled it. */
  readonly isCancelled?: true;
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
  /** Of a completed scan that a browser looks at: whether it has, and the score that came of it. */
  readonly browserLook?: { readonly state: 'waiting' | 'done'; readonly score: number | null };
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

/** After this a browser that has not looked will not come. */
const WAITS_MS = 30 * 60_000;

/** Whether a browser is still to look at a scan that is completed. */
export const isWaitingForBrowser = (
  { browserLook, completedAt }: Pick<ScanRecord, 'browserLook' | 'completedAt'>,
  now = Date.now(),
): boolean => browserLook?.state === 'waiting' && completedAt !== null && now - Date.parse(completedAt) < WAITS_MS;

type Phased = Pick<ScanRecord, 'status' | 'phase'> & Partial<Pick<ScanRecord, 'browserLook' | 'completedAt'>>;

/** What a scan is doing, in a few words of trusted text that every client shows; undefined once nothing is left to do. */
export function phaseWords({ status, phase, browserLook, completedAt = null }: Phased): string | undefined {
  if (browserLook !== undefined && isWaitingForBrowser({ browserLook, completedAt }))
    return 'a browser looks at some pages';
  if (status !== 'running') return undefined;
  if (phase === undefined) return 'waiting for its turn';
  const { name, done = 0, of = 0 } = phase;
  switch (name) {
    case 'robots':
      return 'reading robots.txt';
    case 'files':
      return 'reading sitemaps and llms.txt';
    case 'pages':
      return `page ${done} of ${of}`;
    case 'probes':
      return `probe ${done + 1} of ${of}`;
    case 'accessibility':
      return `accessibility of ${pluralize(of, 'page')}`;
    case 'scoring':
      return 'scoring';
  }
}

/** Percent of a scan that is done where each phase begins, about as long as phases take. */
const BEGINS_AT = { robots: 1, files: 4, pages: 8, probes: 60, accessibility: 80, scoring: 95 } as const;

/** About how much of a running scan is done, from 0 to 99 percent. */
export function percentDone({ phase }: Phased): number {
  if (phase === undefined) return 0;
  const { name, done = 0, of = 0 } = phase;
  const next = SCAN_PHASES[SCAN_PHASES.indexOf(name) + 1];
  const from = BEGINS_AT[name];
  const to = next === undefined ? 99 : BEGINS_AT[next];
  return of === 0 ? from : from + (to - from) * Math.min(1, done / of);
}

/** A check that fails on pages which are read already. */
interface EarlyFinding {
  readonly checkId: string;
  readonly name: string;
  readonly pages: number;
}

/** More would be a report; that comes at the end, with evidence and fixes. */
const MAX_EARLY_FINDINGS = 5;

/** What a running scan has found so far, in trusted text: the checks that fail on most pages. */
export function earlyFindings({ status, fails = {} }: Pick<ScanRecord, 'status' | 'fails'>): EarlyFinding[] {
  if (status !== 'running') return [];
  return Object.entries(fails)
    .map(([id, pages]) => ({ id, pages }))
    .sort((a, b) => b.pages - a.pages || catalogueOrder(a, b))
    .slice(0, MAX_EARLY_FINDINGS)
    .map(({ id, pages }) => ({ checkId: id, name: titlesOf(id).fail, pages }));
}

/** The members of a scan that clients follow it by: `phase` in words, `percent` of the whole scan. */
export const progressOf = (scan: ScanRecord) => ({
  status: scan.status,
  pagesDiscovered: scan.pagesDiscovered,
  pagesScanned: scan.pagesScanned,
  currentUrl: scan.currentUrl,
  phase: phaseWords(scan),
  percent: scan.status === 'running' ? Math.round(percentDone(scan)) : 100,
  findings: earlyFindings(scan),
});
