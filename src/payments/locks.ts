import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Ledger, PaymentRecord } from './ledger.ts';
import { busy, LEFT, type PaidOutcome } from './settle.ts';

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

const PATIENCE_MS = 60_000;
/** A failed scan is not charged but runs before unpaid ones, so each wallet has a limit. */
const FAILURES = { windowMs: 3_600_000, max: 20 };

/** Prevents that a wallet has more scanned than it can pay for. */
interface PayerLocks {
  /**
   * Waits until the payer has no other unsettled payment with work begun, then records this one as that payment. So a
   * wallet with the price of one scan gets one scan. Returns whether it had to wait, or the refusal for the payer.
   */
  take(record: PaymentRecord, signal: AbortSignal): Promise<PaidOutcome | 'at-once' | 'later'>;
  /** Counts a scan of this payer that was begun and failed. */
  noteFailure(payer: string): Promise<void>;
}

export function createPayerLocks(store: Store, ledger: Ledger): PayerLocks {
  return {
    async take(record, signal) {
      const { payer, key } = record;
      const failures = await store.windows.peek(failuresOf(payer), [FAILURES]);
      if (!failures.allowed) {
        return busy(
          `${FAILURES.max} scans that this wallet was to pay for have failed within an hour. Nothing was charged.`,
          failures.retryMs / 1000,
        );
      }
      const deadline = performance.now() + PATIENCE_MS;
      for (let looks = 0; ; looks += 1) {
        const blocking = await withLock(store, `payer:${payer}`, async () => {
          const other = await ledger.unsettledOf(payer);
          if (other !== undefined && other.key !== key) return other;
          await ledger.occupy(record);
          return undefined;
        });
        if (blocking === undefined) return looks === 0 ? 'at-once' : 'later';
        if (signal.aborted) return LEFT;
        if (performance.now() > deadline) {
          return busy(
            'This wallet has paid for another scan that is not settled. Send that payment again, or wait until it expires.',
            (blocking.untilMs - Date.now()) / 1000,
          );
        }
        await delay(lookAgainMs(looks));
      }
    },
    async noteFailure(payer) {
      await store.windows.draw(failuresOf(payer), [FAILURES]);
    },
  };
}

const failuresOf = (payer: string) => `paid-scan-failures:${payer}`;

const FIRST_MS = 100;
const LONGEST_MS = 1_000;

/** Backoff between polls for a lock held by another request (100 ms doubling to 1 s). */
const lookAgainMs = (looks: number): number => Math.min(FIRST_MS * 2 ** looks, LONGEST_MS);
