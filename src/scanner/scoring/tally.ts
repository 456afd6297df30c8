import { RUBRIC } from '../checks/rubric.ts';
import type { CheckRecord } from '../model/result.ts';
import type { ScoreBasis, Tallies, Tally } from '../model/score.ts';

export const NO_RECORDS: Tally = { applicable: 0, credit: 0, fails: 0, warns: 0, errors: 0 };

/** What a record counts by. */
type Graded = Pick<CheckRecord, 'id' | 'status' | 'credit' | 'estimate'>;

/** Credit of one record; undefined when it does not count. */
export function creditOf(record: Graded): number | undefined {
  switch (record.status) {
    case 'pass':
      return record.credit ?? 1;
    case 'warn':
      return record.credit ?? RUBRIC.warnCredit;
    case 'fail':
      return record.credit ?? 0;
    default:
      return undefined;
  }
}

/** Adds records to tallies in place; the order in which they come does not matter. */
export function tally(into: Map<string, Tally>, records: readonly Graded[]): void {
  for (const record of records) {
    const before = into.get(record.id) ?? NO_RECORDS;
    const credit = creditOf(record) ?? record.estimate;
    into.set(record.id, {
      applicable: before.applicable + (credit === undefined ? 0 : 1),
      credit: before.credit + (credit ?? 0),
      fails: before.fails + (record.status === 'fail' ? 1 : 0),
      warns: before.warns + (record.status === 'warn' ? 1 : 0),
      errors: before.errors + (record.status === 'error' && credit === undefined ? 1 : 0),
    });
  }
}

/** Mean credit of a check, 0 to 1; undefined when nothing of it applies. */
export function meanCredit(tallies: Tallies, id: string): number | undefined {
  const { applicable, credit } = tallies.get(id) ?? NO_RECORDS;
  return applicable === 0 ? undefined : credit / applicable;
}

export const hasFailed = (tallies: Tallies, id: string): boolean => (tallies.get(id)?.fails ?? 0) > 0;

export const talliesOf = ({ tallies }: Pick<ScoreBasis, 'tallies'>): Map<string, Tally> =>
  new Map(Object.entries(tallies));

/** What one check adds to a raw score. */
export interface Contribution {
  readonly id: string;
  readonly weight: number;
  /** Mean credit, 0 to 1. */
  readonly credit: number;
  /** Scales the credit, never the weight, so that a worse site cannot gain by it. */
  readonly coefficient: number;
  /** Points of the raw score earned, and those that full credit on a site without loss would earn. */
  readonly points: number;
  readonly possible: number;
}

/**
 * `whole * sum(w k c) / sum(w)` over the checks that apply. Written without copies: ranking the fixes of a site asks for it a
 * thousand times.
 */
export function weighted(
  tallies: Tallies,
  weights: readonly (readonly [id: string, weight: number])[],
  whole: number,
  scale: (id: string) => number,
): Contribution[] {
  const measured: { id: string; weight: number; credit: number }[] = [];
  let total = 0;
  for (const [id, weight] of weights) {
    const credit = meanCredit(tallies, id);
    if (credit === undefined) continue;
    measured.push({ id, weight, credit });
    total += weight;
  }
  return measured.map(({ id, weight, credit }) => {
    const coefficient = scale(id);
    return {
      id,
      weight,
      credit,
      coefficient,
      points: total === 0 ? 0 : (whole * weight * coefficient * credit) / total,
      possible: total === 0 ? 0 : (whole * weight) / total,
    };
  });
}

export const pointsOf = (parts: readonly Contribution[]): number => parts.reduce((sum, { points }) => sum + points, 0);

export const roundHalfUp = (value: number): number => Math.floor(value + 0.5);

/** Thirds and tenths leave noise in the last bits, which depends on the order of a sum and can tip a half or an edge. */
export const exact = (value: number): number => Math.round(value * 1e9) / 1e9;
