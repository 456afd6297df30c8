/** Messages between the runner and the processes that hold the test files. */

/** To a test process: run one more file, which it imports `from` there, or end because there is none. */
export type Order = { readonly run: string; readonly from: string } | { readonly end: true };

/** Counters, named and counted as node:test does. */
export const OUTCOMES = ['pass', 'fail', 'cancelled', 'skipped', 'todo'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Failure {
  /** Titles from the outermost suite to the test. */
  readonly title: string;
  readonly location: string;
  readonly error: string;
}

/** From a test process: it can take a file, a test of its file ended, or its file ended. */
export type Report =
  | { readonly kind: 'ready' }
  | { readonly kind: 'suite' }
  | { readonly kind: 'test'; readonly outcome: Outcome; readonly failure?: Failure }
  | { readonly kind: 'file'; readonly file: string; readonly durationMs: number; readonly failure?: Failure };
