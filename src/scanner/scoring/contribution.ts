import type { Tallies } from '../model/score.ts';
import { meanCredit } from './tally.ts';

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
