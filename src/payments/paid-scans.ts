import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { newScanId, type Scans } from '../scans/scans.ts';
import { alone } from '../store/alone.ts';
import type { Store } from '../store/store.ts';
import type { Facilitator } from './facilitator.ts';
import { hold } from './hold.ts';
import { blocksUntil, type Ledger, type PaymentRecord, paymentFingerprint, paymentKey } from './ledger.ts';
import {
  busy,
  LEFT,
  type PaidOutcome,
  type PaidScanRequest,
  paymentRequired,
  scanFailed,
  UNVERIFIED,
} from './outcome.ts';
import type { Payment } from './read-payment.ts';
import { createSettle } from './settle.ts';

/** The scan (180 s), its way through the queue, the settlement and the facilitator's margin. */
const NEEDED_SECONDS = 226;
const SCAN_PATIENCE_MS = 190_000;
const SAME_PAYMENT_PATIENCE_MS = 230_000;
const PAYER_PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 150;

/**
 * Takes a payment as far as it goes: verify, claim, scan, settle, deliver. Every step is written down before it is
 * taken, so that the same payment, sent again after whatever happened, goes on from there.
 */
export type PayForScan = (request: PaidScanRequest) => Promise<PaidOutcome>;

export interface PaidScanParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly scans: Scans;
  readonly facilitator: Facilitator;
  readonly log: Log;
}

export function createPayForScan({ store, ledger, scans, facilitator, log }: PaidScanParts): PayForScan {
  const settle = createSettle({ ledger, scans, facilitator, log });

  /** Undefined when the payment is good. */
  async function refusalOf({ payload, tier }: Payment): Promise<PaidOutcome | undefined> {
    const verdict = await facilitator.verify(payload, tier.requirements);
    if (verdict.state === 'valid') return undefined;
    return verdict.state === 'invalid' ? paymentRequired(verdict.reason) : UNVERIFIED;
  }

  /**
   * Waits until the payer has no other payment that work was begun for and that is not settled, and lets this one be it:
   * a wallet that holds the price of one scan gets one scan.
   */
  async function takePayersTurn(
    record: PaymentRecord,
    signal: AbortSignal,
  ): Promise<PaidOutcome | 'at-once' | 'later'> {
    const { payer, key } = record;
    const deadline = performance.now() + PAYER_PATIENCE_MS;
    for (let turn: 'at-once' | 'later' = 'at-once'; ; turn = 'later') {
      const blocking = await alone(store, `payer:${payer}`, async () => {
        const other = await ledger.unsettledOf(payer);
        if (other !== undefined && other.key !== key) return other;
        await ledger.occupy(payer, key);
        return undefined;
      });
      if (blocking === undefined) return turn;
      if (signal.aborted) return LEFT;
      if (performance.now() > deadline) {
        return busy(
          'This wallet has paid for another scan that is not settled. Send that payment again, or wait until it expires.',
          (blocksUntil(blocking) - Date.now()) / 1000,
        );
      }
      await delay(LOOK_AGAIN_MS);
    }
  }

  /** From `verified` to `scanning`. */
  async function begin(
    record: PaymentRecord,
    { payment, signal }: PaidScanRequest,
    isVerified: boolean,
  ): Promise<PaymentRecord | PaidOutcome> {
    const turn = await takePayersTurn(record, signal);
    if (turn !== 'at-once' && turn !== 'later') return turn;
    // The balance may have gone to the scan in front.
    let refusal = isVerified && turn === 'at-once' ? undefined : await refusalOf(payment);
    if (refusal === undefined && record.validBefore < Date.now() / 1000 + NEEDED_SECONDS) {
      refusal = paymentRequired('authorization_expires_too_soon');
    }
    if (refusal !== undefined) {
      await ledger.vacate(record);
      return refusal;
    }
    return ledger.move(record, { state: 'scanning', scanId: newScanId() });
  }

  /** From `scanning` to `scanned`, or back to `verified`. */
  async function finishScan(
    record: PaymentRecord,
    { target, signal }: PaidScanRequest,
  ): Promise<PaymentRecord | PaidOutcome> {
    const id = record.scanId ?? '';
    const deadline = performance.now() + SCAN_PATIENCE_MS;
    for (;;) {
      const scan =
        (await scans.byId(id)) ??
        (await scans.start({
          id,
          accountId: undefined,
          tier: 'paid',
          queueOwner: `payer:${record.payer}`,
          rootUrl: target.url,
          pageLimit: record.pageLimit,
          ...(target.permit === undefined ? {} : { permit: target.permit }),
        }));
      if (scan.status === 'completed') return ledger.move(record, { state: 'scanned' });
      if (scan.status === 'failed') {
        await ledger.move(record, { state: 'verified', scanId: null });
        await ledger.vacate(record);
        const { site } = await scans.checks(id);
        return scanFailed(site.find(({ status }) => status === 'error')?.message ?? 'The scan failed.');
      }
      if (signal.aborted) return LEFT;
      if (performance.now() > deadline) return scanFailed('The scan did not end in time.');
      await delay(LOOK_AGAIN_MS);
    }
  }

  return async (request) => {
    const { payment, target, signal } = request;
    const key = paymentKey(payment);
    const fingerprint = paymentFingerprint(payment, target.url);
    const isOurs = (record: PaymentRecord) => record.fingerprint === fingerprint;

    const isNew = (await ledger.find(key)) === undefined;
    if (isNew) {
      // Before anything is claimed: a stranger must not be able to hold up a wallet that is not theirs.
      const refusal = await refusalOf(payment);
      // Unless it was settled meanwhile, by a request that came with the same payment.
      if (refusal !== undefined && (await ledger.find(key)) === undefined) return refusal;
    }
    const turn = await hold(
      store,
      { name: `payment:${key}`, note: fingerprint, patienceMs: SAME_PAYMENT_PATIENCE_MS, signal },
      async (confirm): Promise<PaidOutcome> => {
        let record: PaymentRecord | PaidOutcome = (await ledger.find(key)) ?? (await ledger.open(payment, target.url));
        if (!isOurs(record)) return paymentRequired('payment_already_used');
        if (record.state === 'verified') record = await begin(record, request, isNew);
        if ('kind' in record) return record;
        if (record.state === 'scanning') record = await finishScan(record, request);
        if ('kind' in record) return record;
        return settle(record, request, confirm);
      },
    );
    if (turn.held) return turn.result;
    if (turn.reason === 'other-note') return paymentRequired('payment_already_used');
    return signal.aborted ? LEFT : busy('The scan of this payment is still running. Send the same payment again.', 5);
  };
}
