import type { WindowLimit } from './store.ts';

/** @throws RangeError for a limit without length, or of less than one draw */
export function assertLimits(limits: readonly WindowLimit[]): void {
  for (const { windowMs, max } of limits) {
    if (!(windowMs > 0) || !Number.isInteger(max) || max < 1) {
      throw new RangeError('A window needs a positive length and allows at least one draw.');
    }
  }
}
