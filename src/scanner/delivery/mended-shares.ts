import type { MendedShares } from '../model/score.ts';
import { type Mends, NOTHING_MENDED, PAGE_MENDS, SITE_MENDS } from './mends.ts';

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
