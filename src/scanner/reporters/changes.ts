import type { CheckResult } from '../../schema/check-result.ts';
import type { Comparison } from '../../schema/comparison.ts';
import type { Scan } from '../../schema/scan.ts';
import { compareChecks, comparePages } from '../scoring/compare.ts';

/** What is different since a baseline, as far as two results tell without what their grades were made from. */
export type Changes = Pick<
  Comparison,
  'siteScore' | 'llmstxtScore' | 'checks' | 'pageChecks' | 'pagesAppeared' | 'pagesDisappeared'
>;

/** Pages are the same where path and query are: the baseline may be of production, and the scan of a preview. */
export function changesSince(baseline: Scan, scan: Scan): Changes {
  return {
    siteScore: scoreChange(baseline.siteScore, scan.siteScore),
    llmstxtScore: scoreChange(baseline.llmstxtScore, scan.llmstxtScore),
    checks: compareChecks(
      [...baseline.siteChecks, ...baseline.llmstxtChecks].map(stateOf),
      [...scan.siteChecks, ...scan.llmstxtChecks].map(stateOf),
    ),
    ...comparePages(pageStates(baseline), pageStates(scan)),
  };
}

const scoreChange = (before: number, after: number) => ({ before, after, change: after - before });

const stateOf = ({ checkId, status, details }: CheckResult) => ({
  id: checkId,
  status: details.notApplicable === true ? ('na' as const) : status,
});

const pageStates = ({ pageResults }: Scan) =>
  pageResults.map(({ url, checks }) => {
    const { pathname, search } = new URL(url);
    return { url: pathname + search, checks: checks.map(stateOf) };
  });
