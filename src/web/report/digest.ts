import type { CheckRecord } from '../../scanner/run-checks.ts';
import type { PageRecord } from '../../scanner/scan-types.ts';
import { collectFindings, collectPageFindings, explainScore, type Findings } from '../../scanner/scoring/explain.ts';
import type { ScanRecord } from '../../scans/scan-record.ts';
import type { Scans } from '../../scans/scans.ts';
import type { CheckResult } from '../../schema/check-result.ts';
import type { Explanation } from '../../schema/explanation.ts';
import type { Scan } from '../../schema/scan.ts';
import { presentRecord, presentScan } from '../../tools/present-scan.ts';

/** One page of a scan in a table: which checks are not passed there. */
export interface PageRow {
  readonly url: string;
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly errors: readonly string[];
  readonly passed: number;
}

/** What the report of a scan shows, small enough to be kept in memory whatever the number of pages. */
export interface Digest {
  /** Its page results hold the worst result of each check, and what could not be measured; nothing that is passed. */
  readonly scan: Scan;
  /** Undefined unless the scan is completed. */
  readonly explanation: Explanation | undefined;
  /** In scan order. */
  readonly pages: readonly PageRow[];
  /** Of page checks, how many pages each does not apply to. */
  readonly notApplicable: ReadonlyMap<string, number>;
}

/** Reads a whole scan once, a chunk of pages at a time. */
export async function digestOf(scan: ScanRecord, scans: Pick<Scans, 'checks' | 'pages'>): Promise<Digest> {
  const checks = await scans.checks(scan.id);
  const findings: Findings = new Map();
  collectFindings(findings, [...checks.site, ...checks.llmsTxt]);
  const pages: PageRow[] = [];
  const results: Scan['pageResults'] = [];
  const notApplicable = new Map<string, number>();
  const worstOf = createWorst();
  for await (const chunk of scans.pages(scan)) {
    collectPageFindings(findings, chunk);
    for (const page of chunk) {
      pages.push(rowOf(page));
      const kept = page.checks.flatMap((record) => worstOf(record) ?? []);
      if (kept.length > 0) results.push({ url: page.url, checks: kept });
      for (const { id, status } of page.checks) {
        if (status === 'na') notApplicable.set(id, (notApplicable.get(id) ?? 0) + 1);
      }
    }
  }
  const { basis } = checks;
  const { id, rootUrl, rubricVersion } = scan;
  return {
    scan: presentScan(scan, checks, results),
    explanation: basis === undefined ? undefined : explainScore({ id, rootUrl, rubricVersion }, basis, findings),
    pages,
    notApplicable,
  };
}

/**
 * Which results of pages a report needs: the first failure of a check, its first warning before that, and every time
 * it could not be measured, under the words of the first.
 */
function createWorst(): (record: CheckRecord) => CheckResult | undefined {
  const seen = new Map<string, CheckResult>();
  return (record) => {
    const { id, status } = record;
    if (status === 'pass' || status === 'na') return undefined;
    if (status === 'error') {
      const known = seen.get(`error ${id}`) ?? presentRecord(record);
      seen.set(`error ${id}`, known);
      return known;
    }
    if (seen.has(`fail ${id}`) || seen.has(`${status} ${id}`)) return undefined;
    const result = presentRecord(record);
    seen.set(`${status} ${id}`, result);
    return result;
  };
}

function rowOf({ url, checks }: PageRecord): PageRow {
  const idsOf = (wanted: CheckRecord['status']) => checks.flatMap(({ id, status }) => (status === wanted ? id : []));
  return {
    url,
    fails: idsOf('fail'),
    warns: idsOf('warn'),
    errors: idsOf('error'),
    passed: checks.filter(({ status }) => status === 'pass').length,
  };
}
