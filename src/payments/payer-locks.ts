import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Ledger, PaymentRecord } from './ledger.ts';
import { lookAgainMs } from './renewed-lock.ts';
import { busy, LEFT, type PaidOutcome } from './settle.ts';

const PATIENCE_MS = 60_000;
/** A failed scan is not charged but runs before unpaid ones, so each wallet has a limit. */
const FAILURES = { windowMs: 3_600_000, max: 20 };

/** Prevents that a wallet has more scanned than it can pay for. */
export interface PayerLocks {
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
