import { type Differing, NOTHING_DIFFERS } from '../../scanner/checks/present.ts';
import type { StoredScreen } from '../../scans/browser-looks.ts';
import { keptRecords, type PageRow, type PageSummary } from '../../scans/page-store.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { Explanation } from '../../schema/explanation.ts';
import type { CheckResult, PageResult, Scan } from '../../schema/scan.ts';
import { picturePath } from '../../tools/present-browser.ts';
import { explainRecord, findingsOf, presentRecord, presentScan } from '../../tools/present-scan.ts';

/** The first screen of a page with the address of its picture. */
export interface ShownScreen extends StoredScreen {
  readonly src: string;
}

/** The report summary of a scan, small enough to be kept in memory for any number of pages. */
export interface ReportSummary {
  /** Its page results hold the worst result of each check, and what could not be measured; nothing that is passed. */
  readonly scan: Scan;
  /** Undefined unless the scan is completed. */
  readonly explanation: Explanation | undefined;
  /** By check; see ReportData. */
  readonly differing: ReadonlyMap<string, Differing>;
  /** In scan order. */
  readonly pages: readonly PageRow[];
  /** In the order of their pages; empty where no browser looked. */
  readonly shown?: readonly ShownScreen[];
  /** Of page checks, how many pages each does not apply to. */
  readonly notApplicable: PageSummary['notApplicable'];
  /** Findings that the owner accepts as a whole: why, by check, in trusted text. */
  readonly ignoredWords?: ReadonlyMap<string, string>;
}

async function summarize(
  scan: ScanRecord,
  scans: Pick<Scans, 'checks' | 'browserLook'>,
  summary: PageSummary,
): Promise<ReportSummary> {
  const [checks, look] = [await scans.checks(scan.id), await scans.browserLook(scan)];
  const findings = findingsOf(checks, summary);
  return {
    scan: presentScan(scan, checks, presentKept(summary), look),
    explanation: checks.basis === undefined ? undefined : explainRecord(scan, checks.basis, findings),
    differing: new Map([...findings].map(([id, { differing = NOTHING_DIFFERS }]) => [id, differing])),
    pages: summary.rows,
    shown: (look?.screens ?? []).map((screen, at) => ({ ...screen, src: picturePath(scan.shareToken, at) })),
    notApplicable: summary.notApplicable,
  };
}

/** An unmeasured result is the same record on every page that has it, so its text is made once. */
function presentKept(summary: PageSummary): PageResult[] {
  const presented = new Map<object, CheckResult>();
  return keptRecords(summary).map(({ url, checks }) => ({
    url,
    checks: checks.map((record) => {
      const result = presented.get(record) ?? presentRecord(record);
      presented.set(record, result);
      return result;
    }),
  }));
}

/** One of 2,000 pages takes about a megabyte. */
const MAX_KEPT = 32;

/** The sources of reports, with a cache of the last ones. */
export interface ReportSummaries {
  of(scan: ScanRecord): Promise<ReportSummary>;
}

export function createReportSummaries(scans: Pick<Scans, 'checks' | 'pageSummary' | 'browserLook'>): ReportSummaries {
  const ofEnded = keepLatest<ReportSummary>();
  const ofRunning = keepLatest<PageSummary>();
  return {
    async of(scan) {
      const { id, run, revision, chunkCount } = scan;
      if (scan.status !== 'running') {
        return ofEnded(`${id}:${revision}`, async () => summarize(scan, scans, await scans.pageSummary(scan)));
      }
      // The record of a running scan changes with every page, but its pages are stored only at intervals.
      return summarize(scan, scans, await ofRunning(`${id}:${run}:${chunkCount}`, () => scans.pageSummary(scan)));
    },
  };
}

/** Makes what it is asked for once, as long as it is among the latest. */
export function keepLatest<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (key, make) => {
    const value = kept.get(key) ?? make();
    kept.delete(key);
    kept.set(key, value);
    // A failed summary is built again for the next reader.
    value.catch(() => kept.delete(key));
    for (const [oldest] of kept) {
      if (kept.size <= MAX_KEPT) break;
      kept.delete(oldest);
    }
    return value;
  };
}
