/**
 * A share of many like cases. The tests of the first line try that share; the nightly tier tries all of the cases, for
 * which test/nightly/exhaustive runs the same files.
 */

/** Set by the runner for the nightly tier. */
export const EXHAUSTIVE = 'EXHAUSTIVE_TESTS';
/** New golden files are written for all cases. */
export const IS_WHOLE = process.env[EXHAUSTIVE] === 'on' || process.env.UPDATE_GOLDEN !== undefined;
const SHARE = 8;

/** How often a property is tried, or how many pages are scanned. */
export const runsOf = (all: number, share = SHARE): number => (IS_WHOLE ? all : Math.ceil(all / share));

/** Every eighth of the cases, or every `nth`, beginning with the first. */
export const someOf = <Case>(all: readonly Case[], nth = SHARE): readonly Case[] =>
  IS_WHOLE ? all : all.filter((_, at) => at % nth === 0);

/** The cases that stand for their kind. */
export const firstOf = <Case>(all: readonly Case[], isFirst: (one: Case) => boolean): readonly Case[] =>
  IS_WHOLE ? all : all.filter(isFirst);

/** Tests that are part of the whole alone. */
export function inWhole(define: () => unknown): void {
  if (IS_WHOLE) define();
}
