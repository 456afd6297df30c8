/** Permits at hosts that all scanning processes share, and how the requests of this process take them. */

import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../errors.ts';
import type { PermitRules, Permits } from '../permits.ts';

/** One host's shared permits, as the requests of this process take them. */
export interface SharedPlace {
  /**
   * Waits for a permit, first come first served; answers the function that releases it. Rejects with the signal's
   * reason when it aborts first. While the store is unavailable it waits, because too few requests to a host harm less
   * than too many.
   */
  acquire(rules: PermitRules, signal: AbortSignal | undefined): Promise<() => void>;
  penalise(retryAfterMs: number | undefined, rules: PermitRules): void;
}

/** Often enough that a permit released elsewhere is soon used, and well within the store's time limit. */
const ASK_AGAIN_MS = 20;
const ASK_AT_LEAST_EVERY_MS = 200;
const AWAY_MS = 200;
const RENEWALS_A_LEASE = 3;

function refusedWhileAway(error: unknown): { taken: false; retryMs: number } {
  if (error instanceof ServiceError && error.code === 'unavailable') return { taken: false, retryMs: AWAY_MS };
  throw error;
}

export function createSharedPlace(permits: Permits, host: string): SharedPlace {
  let asking = Promise.resolve();

  /** Renews a permit while the work runs; answers the function that releases it. */
  function hold(permit: string, rules: PermitRules): () => void {
    const timer = setInterval(
      () => void permits.renew(host, permit, rules).catch(() => undefined),
      rules.leaseMs / RENEWALS_A_LEASE,
    );
    timer.unref();
    return () => {
      clearInterval(timer);
      // A permit that cannot be released ends with its lease.
      void permits.release(host, permit, rules).catch(() => undefined);
    };
  }

  async function ask(rules: PermitRules, signal: AbortSignal | undefined): Promise<() => void> {
    for (;;) {
      signal?.throwIfAborted();
      const answer = await permits.take(host, rules).catch(refusedWhileAway);
      if (answer.taken) {
        return hold(answer.permit, rules);
      }
      const waitMs = Math.min(Math.max(answer.retryMs, ASK_AGAIN_MS), ASK_AT_LEAST_EVERY_MS);
      await delay(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
  }

  return {
    acquire(rules, signal) {
      // One at a time: the first in line asks for all, and the order is that of arrival.
      const asked = asking.then(() => ask(rules, signal));
      asking = asked.then(
        () => undefined,
        () => undefined,
      );
      return asked;
    },
    penalise(retryAfterMs, rules) {
      // This process keeps to the pause in any case.
      void permits.penalise(host, retryAfterMs, rules).catch(() => undefined);
    },
  };
}
