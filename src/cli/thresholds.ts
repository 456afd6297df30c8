import { changedChecks, changesSince } from '../scanner/reporters/changes.ts';
import { findingsOf } from '../scanner/reporters/findings.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import { ALL, WORSE } from './check-ids.ts';
import { note, type Task } from './scan-task.ts';

/** What a result ought to meet: a site score of at least `under`, and no failed check of `on`. */
interface Threshold {
  readonly under: number | undefined;
  readonly on: readonly string[] | undefined;
  /** The option that names the checks. */
  readonly option: '--fail-on' | '--warn-on';
}

/** What a result does not meet, each in a line of trusted words. `warnings` repeat no failure. */
export function judgeThresholds(data: ReportData, task: Task): { failures: string[]; warnings: string[] } {
  const { failUnder, failOn, warnUnder, warnOn } = task.settings;
  const failing = { under: failUnder, on: failOn, option: '--fail-on' } as const;
  const failed = failedChecks(data, failOn);
  const warned = failedChecks(data, warnOn).filter((id) => !failed.includes(id));
  const failures = unmet(data, task, failing, failed);
  const warnings = unmet(data, task, { under: warnUnder, on: warnOn, option: '--warn-on' }, warned);
  return { failures, warnings: warnings.filter((line) => !failures.includes(line)) };
}

function unmet(
  data: ReportData,
  task: Task,
  { under, on = [], option }: Threshold,
  failed: readonly string[],
): string[] {
  const { siteScore } = data.scan;
  const { selection } = task;
  const checks = on.filter((each) => each !== ALL && each !== WORSE);
  const unreported = selection === undefined ? [] : checks.filter((id) => !selection.includes(id));
  if (unreported.length > 0) note(task, `${unreported.join(', ')}: not reported, so ${option} does not look at it`);
  const isRatchet = on.includes(WORSE);
  if (isRatchet && data.baseline === undefined) note(task, `without --baseline nothing can get worse for ${option}`);
  return [
    ...(under !== undefined && siteScore < under ? [`the site score ${siteScore} is below ${under}`] : []),
    ...(failed.length > 0 ? [`${failed.join(', ')} failed`] : []),
    ...(isRatchet ? worsened(data).map((words) => `worse than the baseline: ${words}`) : []),
  ];
}

/**
 * Checks of the list that failed, or all that failed where the list has `all`. A warning, what could not be measured, and
 * what the owner accepts are no failures.
 */
export function failedChecks(data: ReportData, list: readonly string[] = []): string[] {
  const failed = findingsOf(data).filter(({ status, ignored }) => status === 'fail' && ignored === undefined);
  return failed.map(({ id }) => id).filter((id) => list.includes(ALL) || list.includes(id));
}

/** What got worse since the baseline: a lower site score, and checks. */
function worsened({ scan, baseline }: ReportData): string[] {
  if (baseline === undefined) return [];
  const changes = changesSince(baseline, scan);
  const { before, after } = changes.siteScore;
  return [
    ...(after < before ? [`the site score fell from ${before} to ${after}`] : []),
    ...changedChecks(changes, 'worse').map(({ words }) => words),
  ];
}
