/** What a scan says of a content system, in a form that tests compare. */
import type { CheckRecord } from '../../../src/scanner/model/result.ts';
import { scanSite } from '../scan-site.ts';

export interface SystemScan {
  readonly score: number;
  /** Of the site, its llms.txt and its pages. */
  readonly records: readonly CheckRecord[];
  /** Checks that some page or the site does not pass, sorted. */
  readonly open: readonly string[];
}

export async function scanSystem(origin: string): Promise<SystemScan> {
  const { report, pages } = await scanSite({ origin, requests: [] }, { pageLimit: 25, deadlineMs: 120_000 });
  const records = [...report.siteChecks, ...report.llmsTxtChecks, ...pages.flatMap(({ checks }) => checks)];
  const open = records.filter(({ status }) => status !== 'pass' && status !== 'na').map(({ id }) => id);
  return { score: report.score?.score ?? 0, records, open: [...new Set(open)].sort() };
}
