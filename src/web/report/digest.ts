import { collectFindings, explainScore, type Findings } from '../../scanner/scoring/explain.ts';
import { type Differing, NOTHING_DIFFERS } from '../../scanner/worst-words.ts';
import { keptRecords, type PageRow, type PageSummary } from '../../scans/page-summary.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { CheckResult } from '../../schema/check-result.ts';
import type { Explanation } from '../../schema/explanation.ts';
import type { PageResult, Scan } from '../../schema/scan.ts';
import { presentRecord, presentScan } from '../../tools/present-scan.ts';

/** What the report of a scan shows, small enough to be kept in memory whatever the number of pages. */
export interface Digest {
  /** Its page results hold the worst result of each check, and what could not be measured; nothing that is passed. */
  readonly scan: Scan;
  /** Undefined unless the scan is completed. */
  readonly explanation: Explanation | undefined;
  /** By check; see ReportData. */
  readonly differing: ReadonlyMap<string, Differing>;
  /** In scan order. */
  readonly pages: readonly PageRow[];
  /** Of page checks, how many pages each does not apply to. */
  readonly notApplicable: PageSummary['notApplicable'];
}

export async function digestOf(scan: ScanRecord, scans: Pick<Scans, 'checks'>, summary: PageSummary): Promise<Digest> {
  const checks = await scans.checks(scan.id);
  const findings: Findings = new Map(summary.findings);
  collectFindings(findings, [...checks.site, ...checks.llmsTxt]);
  const { basis } = checks;
  const { id, rootUrl, rubricVersion } = scan;
  return {
    scan: presentScan(scan, checks, presentKept(summary)),
    explanation: basis === undefined ? undefined : explainScore({ id, rootUrl, rubricVersion }, basis, findings),
    differing: new Map([...findings].map(([id, { differing = NOTHING_DIFFERS }]) => [id, differing])),
    pages: summary.rows,
    notApplicable: summary.notApplicable,
  };
}

/** What could not be measured is the same record on every page that has it, and is worded once. */
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
