import { findingsOf } from '../scanner/reporters/findings.ts';
import type { ReportData } from '../scanner/reporters/reporter.ts';
import { Explanation } from '../schema/explanation.ts';
import { Scan } from '../schema/scan.ts';
import { ALL_REPORTERS } from './formats.ts';
import type { CallTool } from './local-engine.ts';
import type { Look } from './output.ts';
import { scanText } from './scan-text.ts';

/** A graded scan, whole, as every format is made from it. */
export async function readReport(call: CallTool, id: string, baseline: Scan | undefined): Promise<ReportData> {
  const explanation = Explanation.parse(await call('explain_scan', { id }));
  return { scan: Scan.parse(await call('get_scan', { id, pages: 'all' })), explanation, baseline };
}

/** The report in one of FORMATS, without a line break at its end. */
export function renderReport(data: ReportData, format: string, look: Look): string {
  if (format === 'json') return JSON.stringify(data.scan, null, 2);
  const reporter = ALL_REPORTERS.find(({ name }) => name === format);
  return (reporter === undefined ? scanText(data, look) : reporter.render(data)).trimEnd();
}

/** Checks of the list that failed; a warning, or what could not be measured, is no failure. */
export function failedChecks(data: ReportData, failOn: readonly string[]): string[] {
  const failed = findingsOf(data).filter(({ status }) => status === 'fail');
  return failed.map(({ id }) => id).filter((id) => failOn.includes(id));
}
