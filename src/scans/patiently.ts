import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';

const LOOK_AGAIN_MS = 500;

/**
 * Does what may be done more than once, again and again while the store cannot be reached. Rejects with what it was
 * refused for last when the signal is aborted meanwhile.
 * @param onWait called once, when it has to wait
 */
export async function patiently<Result>(
  action: () => Promise<Result>,
  { signal, onWait }: { signal: AbortSignal; onWait(): void },
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      const isAway = error instanceof ServiceError && error.code === 'unavailable';
      if (!isAway || signal.aborted) throw error;
    }
    if (tries === 0) onWait();
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}
