import { ServiceError } from '../errors.ts';
import type { DrawAnswer, WindowLimit, Windows } from '../store/store.ts';
import { inTime, PATIENCE_MS } from './in-time.ts';

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
