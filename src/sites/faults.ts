/** What many sites lack: the faults that most of them share, and those that tell them apart. Pure. */
import type { Outcome } from './outcome.ts';

/** A check that fails on some of many sites. */
export interface SharedFault {
  readonly checkId: string;
  /** Places of the sites in the list given, ascending. */
  readonly at: readonly number[];
  /** Points that the fix gains on all of those sites together. */
  readonly gain: number;
}

export interface Faults {
  /** Sites with a score. */
  readonly of: number;
  /** Of some sites: the most points first. */
  readonly telling: readonly SharedFault[];
  /** Of every site, which say nothing about one against another. */
  readonly common: readonly SharedFault[];
}

/** @param outcomes of the lines of a list; undefined, and those without a score, count for nothing */
export function faultsOf(outcomes: readonly (Outcome | undefined)[]): Faults {
  const byCheck = new Map<string, { at: number[]; gain: number }>();
  let of = 0;
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome?.score === undefined) continue;
    of += 1;
    for (const { checkId, gain } of outcome.fixes ?? []) {
      const seen = byCheck.get(checkId) ?? { at: [], gain: 0 };
      seen.at.push(at);
      seen.gain += gain;
      byCheck.set(checkId, seen);
    }
  }
  const ranked = [...byCheck]
    .map(([checkId, { at, gain }]) => ({ checkId, at, gain: Math.round(gain * 100) / 100 }))
    .sort((a, b) => b.gain - a.gain || b.at.length - a.at.length || (a.checkId < b.checkId ? -1 : 1));
  // Of one site every fault is one of all.
  const isCommon = ({ at }: SharedFault) => of > 1 && at.length === of;
  return { of, telling: ranked.filter((fault) => !isCommon(fault)), common: ranked.filter(isCommon) };
}
