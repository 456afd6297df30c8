/** What score tests are made of: records, their tallies, totals. */

import { RUBRIC } from '../../../../src/scanner/checks/rubric.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import type { PageTotals, Tally } from '../../../../src/scanner/model/score.ts';

import { tally } from '../../../../src/scanner/scoring/tally.ts';

export type Status = CheckRecord['status'];

/** Ids of the rubric in one series. */
export const idsOf = (series: string) => Object.keys(RUBRIC.weights).filter((id) => id.startsWith(series));
export const weightOf = (id: string) => Object.entries(RUBRIC.weights).find(([name]) => name === id)?.[1] ?? 0;
export const record = (id: string, status: Status, credit?: number): CheckRecord => ({
  id,
  status,
  message: 'A finding.',
  ...(credit === undefined ? {} : { credit }),
});
export const tallyOf = (records: readonly CheckRecord[]) => {
  const tallies = new Map<string, Tally>();
  tally(tallies, records);
  return tallies;
};
/** A hundred pages without fault. */
export const totals = (overrides: Partial<PageTotals> = {}): PageTotals => ({
  discovered: 100,
  scanned: 100,
  not200: 0,
  unreadable: { wall: 0, shell: 0, both: 0 },
  homepageStatus: 200,
  cutShort: false,
  ...overrides,
});
