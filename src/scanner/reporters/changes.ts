import type { Comparison } from '../../schema/comparison.ts';
import type { Explanation } from '../../schema/explanation.ts';
import type { Baseline, Scan } from '../../schema/scan.ts';
import { titlesOf } from '../checks/catalogue.ts';
import { stateOf } from '../checks/present.ts';
import { pluralize } from '../pluralize.ts';
import { compareChecks, comparePages } from '../scoring/compare.ts';

/** The differences since a baseline that two results show without their explanations. */
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

const pageStates = ({ pageResults }: Scan) =>
  pageResults.map(({ url, checks }) => {
    const { pathname, search } = new URL(url);
    return { url: pathname + search, checks: checks.map(stateOf) };
  });

/** A warning that two versions of the rubric made the scores, so that they cannot be compared; empty when they do. */
export function rubricLines(baseline: Baseline, explanation: Pick<Explanation, 'rubricVersion'> | undefined): string[] {
  const now = explanation?.rubricVersion;
  const before = baseline.rubricVersion;
  if (now === undefined || before === now) return [];
  return [
    `The scores cannot be compared: the baseline was graded by ${before === undefined ? 'a rubric it does not name' : `rubric ${before}`}, this scan by ${now}. Store a new baseline.`,
  ];
}

/** A check whose outcome changed, in trusted words. */
export interface ChangedCheck {
  readonly checkId: string;
  readonly words: string;
}

/** The checks that changed one way: those of the site, then those of pages. */
export function changedChecks(
  { checks, pageChecks }: Pick<Changes, 'checks' | 'pageChecks'>,
  way: 'worse' | 'better',
): ChangedCheck[] {
  return [
    ...checks
      .filter(({ change }) => change === way)
      .map(({ checkId, name, before, after }) => ({ checkId, words: `${checkId} ${before} -> ${after}: ${name}` })),
    ...pageChecks
      .filter((check) => check[way] > 0)
      .map(({ checkId, [way]: count }) => ({
        checkId,
        words: `${checkId} on ${pluralize(count, 'page')}: ${titlesOf(checkId)[way === 'worse' ? 'fail' : 'pass']}`,
      })),
  ];
}

/** The changes one a line, the worsened first; trusted text and numbers only. */
export function changeLines(changes: Changes): string[] {
  return [
    scoreLine(changes),
    ...changedChecks(changes, 'worse').map(({ words }) => `Worse: ${words}`),
    ...changedChecks(changes, 'better').map(({ words }) => `Better: ${words}`),
    ...pageLines(changes),
  ];
}

export const scoreLine = ({ siteScore, llmstxtScore }: Pick<Changes, 'siteScore' | 'llmstxtScore'>): string =>
  `Site score ${siteScore.before} -> ${siteScore.after} (${signed(siteScore.change)}), llms.txt ${llmstxtScore.before} -> ${llmstxtScore.after} (${signed(llmstxtScore.change)})`;

export const pageLines = ({
  pagesAppeared,
  pagesDisappeared,
}: Pick<Changes, 'pagesAppeared' | 'pagesDisappeared'>): string[] =>
  pagesAppeared.count + pagesDisappeared.count === 0
    ? []
    : [`${pluralize(pagesAppeared.count, 'page')} new, ${pluralize(pagesDisappeared.count, 'page')} gone`];

/** A change with its sign. */
export const signed = (value: number): string => (value > 0 ? `+${value}` : String(value));
