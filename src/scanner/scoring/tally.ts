import { RUBRIC } from '../checks/rubric.ts';
import type { CheckRecord } from '../model/result.ts';
import type { ScoreBasis, Tallies, Tally } from '../model/score.ts';

export const NO_RECORDS: Tally = { applicable: 0, credit: 0, fails: 0, warns: 0, errors: 0 };

/** Credit of one record; undefined when it does not count. */
export function creditOf(record: CheckRecord): number | undefined {
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
export function tally(into: Map<string, Tally>, records: readonly CheckRecord[]): void {
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
