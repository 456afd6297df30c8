import { setTimeout as delay } from 'node:timers/promises';
import { alone } from '../store/alone.ts';
import type { Store } from '../store/store.ts';
import type { Ledger, PaymentRecord } from './ledger.ts';
import { lookAgainMs } from './look-again.ts';
import { busy, LEFT, type PaidOutcome } from './outcome.ts';

const PATIENCE_MS = 60_000;
/** A scan that fails is not charged, and goes before all that nobody pays for: a wallet gets so many of them. */
const FAILURES = { windowMs: 3_600_000, max: 20 };

/** What keeps a wallet from having more scanned than it can pay for. */
export interface PayersTurns {
  /**
   * Waits until the payer has no other payment that work was begun for and that is not settled, and lets this one be it:
   * a wallet that holds the price of one scan gets one scan. Answers whether it had to wait, or what to answer the payer.
   */
  take(record: PaymentRecord, signal: AbortSignal): Promise<PaidOutcome | 'at-once' | 'later'>;
  /** A scan of the payer's was begun and has failed. */
  noteFailure(payer: string): Promise<void>;
}

export function createPayersTurns(store: Store, ledger: Ledger): PayersTurns {
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
        const blocking = await alone(store, `payer:${payer}`, async () => {
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
