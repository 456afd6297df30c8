import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';

const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

type Held<Result> =
  | { readonly held: true; readonly result: Result }
  /** The lock has another note; or the caller's patience ended, or its signal was aborted, before the lock was free. */
  | { readonly held: false; readonly reason: 'other-note' | 'too-long' };

/**
 * Runs work under a lock across all processes; callers with the same note wait for it. When a process dies, its lock
 * expires within 15 s.
 * @param work receives a function that rejects when the lock was lost; call it before any step that would overwrite the
 * new holder's work
 */
export async function withRenewedLock<Result>(
  { claims }: Pick<Store, 'claims'>,
  { name, note, patienceMs, signal }: { name: string; note: string; patienceMs: number; signal: AbortSignal },
  work: (confirm: () => Promise<void>) => Promise<Result>,
): Promise<Held<Result>> {
  const deadline = performance.now() + patienceMs;
  let claim = await claims.take(name, { leaseMs: LEASE_MS, note });
  for (let looks = 0; !claim.won; looks += 1) {
    if (claim.note !== note) return { held: false, reason: 'other-note' };
    if (performance.now() > deadline || signal.aborted) return { held: false, reason: 'too-long' };
    await delay(lookAgainMs(looks));
    claim = await claims.take(name, { leaseMs: LEASE_MS, note });
  }
  const { fence } = claim;
  // A failed renewal is ignored here, because `confirm` rejects when the lock is lost.
  const renewing = setInterval(() => void claims.renew(name, fence, LEASE_MS).catch(() => false), RENEW_MS);
  try {
    const result = await work(async () => {
      if (await claims.renew(name, fence, LEASE_MS)) return;
      throw new ServiceError('unavailable', 'This process stood still for too long. Send the same payment again.', {
        retryAfterSeconds: 5,
      });
    });
    return { held: true, result };
  } finally {
    clearInterval(renewing);
    await claims.release(name, fence);
  }
}

const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/** Backoff between polls for a lock held by another request (100 ms doubling to 1 s). */
export const lookAgainMs = (looks: number): number => Math.min(FIRST_MS * 2 ** looks, LONGEST_MS);
