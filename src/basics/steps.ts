import { setImmediate as giveWay } from 'node:timers/promises';

/** Long work that stops for a moment wherever it yields, each step a few milliseconds at most. */
export type Steps<Result> = Generator<undefined, Result>;

/** How long work holds the thread that also answers callers. */
const SLICE_MS = 10;

/** Does all of it at once. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Does it in slices of about 10 ms, between which whatever else waits for this thread has its turn. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let begunMs = performance.now(); ; ) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - begunMs < SLICE_MS) continue;
    await giveWay();
    begunMs = performance.now();
  }
}
