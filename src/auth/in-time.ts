import { setImmediate, setTimeout } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { DrawAnswer, WindowLimit, Windows } from '../store/store.ts';

/** How long what can do without the store waits for it. */
export const PATIENCE_MS = 1_000;

/**
 * The result of the work within the time; undefined on a timeout. Any later result or failure is ignored.
 * @param isHolding whether the process stays alive for the timeout
 */
export async function inTime<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  { isHolding = true } = {},
): Promise<Result | undefined> {
  const done = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: done.signal, ref: isHolding }).then(
    // An answer that came while this process was busy is read before the time is found to be up.
    () => setImmediate(undefined),
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}

/**
 * The same windows, but `local` counts while their store is unavailable, without a wait. The store counts again from
 * its first response on.
 */
export function outliveStore(shared: Windows, local: Windows, patienceMs = PATIENCE_MS): Windows {
  /** Draws that have had no answer within the patience, and still have none. */
  let unanswered = 0;

  const asking =
    (verb: 'draw' | 'peek') =>
    async (subject: string, limits: readonly WindowLimit[]): Promise<DrawAnswer> => {
      if (unanswered > 0) return local[verb](subject, limits);
      try {
        const asked = shared[verb](subject, limits);
        const answer = await inTime(patienceMs, asked);
        if (answer !== undefined) return answer;
        unanswered += 1;
        const settle = () => {
          unanswered -= 1;
        };
        asked.then(settle, settle);
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'unavailable') throw error;
      }
      return local[verb](subject, limits);
    };
  return { draw: asking('draw'), peek: asking('peek') };
}
