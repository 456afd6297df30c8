/** Percentages of the whole, whole numbers: from which a share passes, and from which it is a warning. */
interface ShareThresholds {
  readonly pass: number;
  readonly warn: number;
}

/** Grades `done` of `total` (above 0). Compares whole numbers, so that no rounding decides at a threshold. */
export function gradeShare(done: number, total: number, percent: ShareThresholds): 'pass' | 'warn' | 'fail' {
  if (done * 100 >= percent.pass * total) return 'pass';
  return done * 100 >= percent.warn * total ? 'warn' : 'fail';
}

/** A share as whole percent, rounded down, so that only the whole is 100. */
export const percentOf = (done: number, total: number): number => Math.floor((done * 100) / total);
