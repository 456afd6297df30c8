import { catalogueOrder } from '../scanner/checks/catalogue.ts';
import type { CheckRecord } from '../scanner/model/result.ts';

import type { PageRecord } from '../scanner/model/scan.ts';
import { collectPageFindings, type Finding, type Findings } from '../scanner/scoring/explain.ts';

/** One page of a scan in a table: which checks are not passed there. */
export interface PageRow {
  readonly url: string;
  readonly fails: readonly string[];
  readonly warns: readonly string[];
  readonly errors: readonly string[];
  readonly passed: number;
}

/** A result of the page at a place of the scan, from 0. */
export interface PlacedRecord {
  readonly at: number;
  readonly record: CheckRecord;
}

/** The page figures of a report: a hundredth of the stored data of all pages, as plain JSON. */
export interface PageSummary {
  /** In scan order. */
  readonly rows: readonly PageRow[];
  readonly findings: readonly (readonly [string, Finding])[];
  /** The first failure of each check, and its first warning when that came before. */
  readonly worst: readonly PlacedRecord[];
  /** Of each check the first result that could not be measured. */
  readonly unmeasured: readonly CheckRecord[];
  /** How many pages each check does not apply to. */
  readonly notApplicable: Readonly<Record<string, number>>;
}

/** Reads all pages of a scan once, a chunk at a time. */
export async function summarizePages(
  chunks: AsyncIterable<readonly PageRecord[]> | Iterable<readonly PageRecord[]>,
): Promise<PageSummary> {
  const rows: PageRow[] = [];
  const findings: Findings = new Map();
  const worst: PlacedRecord[] = [];
  const unmeasured = new Map<string, CheckRecord>();
  const notApplicable = new Map<string, number>();
  const isNew = createNovelty();
  for await (const chunk of chunks) {
    collectPageFindings(findings, chunk);
    for (const page of chunk) {
      for (const record of page.checks) {
        const { id, status } = record;
        if (status === 'na') notApplicable.set(id, (notApplicable.get(id) ?? 0) + 1);
        else if (status === 'error') unmeasured.set(id, unmeasured.get(id) ?? record);
        else if (status !== 'pass' && isNew(id, status)) worst.push({ at: rows.length, record });
      }
      rows.push(rowOf(page));
    }
  }
  return {
    rows,
    findings: [...findings],
    worst,
    unmeasured: [...unmeasured.values()],
    notApplicable: Object.fromEntries(notApplicable),
  };
}

/** Whether a finding is worse than all before it of the same check. */
function createNovelty(): (id: string, status: 'fail' | 'warn') => boolean {
  const seen = new Map<string, 'fail' | 'warn'>();
  return (id, status) => {
    const before = seen.get(id);
    if (before === 'fail' || before === status) return false;
    seen.set(id, status);
    return true;
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

/** The results that a summary keeps, page by page in scan order, each page's in catalogue order. */
export function keptRecords({ rows, worst, unmeasured }: PageSummary): PageRecord[] {
  const errors = new Map(unmeasured.map((record) => [record.id, record]));
  const worstOf = new Map<number, CheckRecord[]>();
  for (const { at, record } of worst) worstOf.set(at, [...(worstOf.get(at) ?? []), record]);
  return rows.flatMap(({ url, errors: ids }, at) => {
    const checks = [...(worstOf.get(at) ?? []), ...ids.flatMap((id) => errors.get(id) ?? [])];
    return checks.length === 0 ? [] : [{ url, checks: checks.sort(catalogueOrder) }];
  });
}
