import type { MendedShares } from '../model/score.ts';

/**
 * Checks whose fix is taken as made: their factors are measured as if it were. A set of check ids; on a page only those count
 * that find a fault there.
 */
export type Mends = ReadonlySet<string>;

export const NOTHING_MENDED: Mends = new Set();

/** Checks whose fix lets more text reach a reader, and of which a page can tell whether it needs it. */
export const PAGE_MENDS: ReadonlySet<string> = new Set([
  'P1',
  'P2',
  'P3',
  'P4',
  'P5',
  'P7',
  'P8',
  'P9',
  'P17',
  'P18',
  'P22',
  'P23',
]);
/** The same of checks that are asked once, or once all pages are read. */
const SITE_MENDS: ReadonlySet<string> = new Set(['S1', 'S2', 'S3', 'S6', 'S10', 'S12', 'S13', 'P11', 'P12']);

/** More together would be 2^n shares to measure and keep. */
const MAX_TOGETHER = 6;
/** A share that moves by less moves no score. */
const MIN_EFFECT = 0.0005;

/**
 * The delivered share under every combination of the fixes that move it most: of those that do so alone, and of those that do
 * once the others are made.
 * @param shareUnder measures the share with some fixes made
 */
export function mendedShares(faulty: ReadonlySet<string>, shareUnder: (mends: Mends) => number): MendedShares {
  const candidates = [...faulty].filter((id) => PAGE_MENDS.has(id) || SITE_MENDS.has(id)).sort();
  const now = shareUnder(NOTHING_MENDED);
  const best = candidates.length === 0 ? now : shareUnder(new Set(candidates));
  const checks = candidates
    .map((id) => ({
      id,
      effect: Math.max(
        shareUnder(new Set([id])) - now,
        best - shareUnder(new Set(candidates.filter((other) => other !== id))),
      ),
    }))
    .filter(({ effect }) => effect > MIN_EFFECT)
    .sort((a, b) => b.effect - a.effect || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_TOGETHER)
    .map(({ id }) => id);
  const shares = Array.from({ length: 2 ** checks.length }, (_, made) => {
    const share = shareUnder(new Set(checks.filter((_check, at) => (made & (1 << at)) !== 0)));
    return Math.round(share * 1e6) / 1e6;
  });
  // A share that no fix moves is the measured one, to its last digit.
  return { checks, shares: [now, ...shares.slice(1)] };
}
