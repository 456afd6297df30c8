import type { ReaderId } from '../readers/reader.ts';

/** Why text does not reach a reader, in the order in which a loss is put down to a cause. */
export const CAUSES = ['robots', 'edge', 'no-way', 'no-answer', 'no-text', 'cut-off'] as const;
export type Cause = (typeof CAUSES)[number];

/** Of the site's own text, what reaches one reader and what each cause keeps back; together 1. */
export interface ReaderShare {
  readonly reader: ReaderId;
  readonly delivered: number;
  readonly lost: Readonly<Record<Cause, number>>;
}

/** What the delivered share would be with fixes made, in every combination. */
export interface MendedShares {
  /** Checks whose fixes move it. */
  readonly checks: readonly string[];
  /** By the fixes that are made, as bits: bit n for `checks[n]`. The first is the share as it is. */
  readonly shares: readonly number[];
}

/** The delivered share of a scan: plain numbers, to be stored with it. */
export interface Delivery {
  readonly readers: readonly ReaderShare[];
  /** Mean over the readers, after `rootOnly`; 0 to 1. */
  readonly share: number;
  /** Factor for a site whose root is all that can be found: below 1 where that says little. */
  readonly rootOnly: number;
  /**
   * A browser is admitted but every imitated assistant is refused, and no test from outside can verify that of real
   * ones.
   */
  readonly isRefused: boolean;
  /** Pages and dead addresses it was measured over. */
  readonly measured: number;
  readonly mended: MendedShares;
}
