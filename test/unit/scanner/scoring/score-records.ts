/** What score tests are made of: records, their tallies, totals. */

import { SITE_WEIGHTS } from '../../../../src/scanner/checks/rubric.ts';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import type { Delivery, PageTotals, ScoreBasis, Tally } from '../../../../src/scanner/model/score.ts';

import { RUBRIC_1 } from '../../../../src/scanner/scoring/rubric-1.ts';
import { tally } from '../../../../src/scanner/scoring/tally.ts';

export type Status = CheckRecord['status'];

/** Ids of the rubric in one series. */
export const idsOf = (series: string) => Object.keys(SITE_WEIGHTS).filter((id) => id.startsWith(series));
export const weightOf = (id: string) => SITE_WEIGHTS[id] ?? 0;
export const weightUnder1 = (id: string) => Object.entries(RUBRIC_1.weights).find(([name]) => name === id)?.[1] ?? 0;
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
/** What a scan came to; without a delivery it is one of rubric 1. */
export const basisOf = (
  tallies: ReadonlyMap<string, Tally>,
  pages: PageTotals = totals(),
  delivery?: Delivery,
): ScoreBasis => ({
  tallies: Object.fromEntries(tallies),
  pages,
  llmsTxt: undefined,
  ...(delivery === undefined ? {} : { delivery }),
});
/** A site that delivers all of its text to every reader, or a share of it. */
export const delivered = (share = 1, overrides: Partial<Delivery> = {}): Delivery => ({
  readers: [],
  share,
  rootOnly: 1,
  isRefused: false,
  measured: 100,
  mended: { checks: [], shares: [share] },
  ...overrides,
});
