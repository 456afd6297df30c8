import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { lookAgainMs } from './look-again.ts';

const LEASE_MS = 15_000;
const RENEW_MS = 5_000;

export type Held<Result> =
  | { readonly held: true; readonly result: Result }
  /** Somebody holds it under another note, or for longer than the caller would wait. */
  | { readonly held: false; readonly reason: 'other-note' | 'too-long' };

/**
 * Does some work while nobody else, in any process, does any under the same name; those with the same note wait for
 * their turn. When a process dies its turn ends within 15 s.
 * @param work told a function that rejects when the turn was lost: to be called before anything that the one who has it
 * now must not have undone
 */
export async function hold<Result>(
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
  // A renewal that fails is found out by `confirm`.
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
