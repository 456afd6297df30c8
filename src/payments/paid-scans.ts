import { setTimeout as delay } from 'node:timers/promises';
import { defined } from '../defined.ts';
import type { Log } from '../log.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import { newScanId, type Scans } from '../scans/scans.ts';
import type { Store } from '../store/store.ts';
import type { Facilitator } from './facilitator.ts';
import { type Ledger, type MovePayment, type PaymentRecord, paymentFingerprint, paymentKey } from './ledger.ts';
import { createPayerLocks, withRenewedLock } from './locks.ts';
import { type Payment, timeProblem } from './read-payment.ts';
import {
  busy,
  createSettle,
  LEFT,
  type PaidOutcome,
  type PaidScanRequest,
  paymentRequired,
  scanFailed,
  UNVERIFIED,
} from './settle.ts';

/** The longest scan from its start (180 s), the settlement, and the facilitator's margin (6 s). */
const NEEDED_ONCE_BEGUN_SECONDS = 216;
/** The time above, with 10 s to pass through the queue. */
const NEEDED_SECONDS = NEEDED_ONCE_BEGUN_SECONDS + 10;
/** A scan that is not begun within this time ends; or sooner, when a later settlement would be too late. */
const QUEUE_PATIENCE_MS = 60_000;
const SCAN_PATIENCE_MS = 190_000;
const SAME_PAYMENT_PATIENCE_MS = 230_000;
const LOOK_AGAIN_MS = 150;

/**
 * Processes a payment: verify, lock, scan, settle, deliver. Each step is recorded before it runs, so that a repeated
 * payment continues after any failure.
 */
export type PayForScan = (request: PaidScanRequest) => Promise<PaidOutcome>;

export interface PaidScanParts {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly scans: Scans;
  readonly facilitator: Facilitator;
  readonly log: Log;
  /** How long a scan may wait to be begun; default a minute. */
  readonly queuePatienceMs?: number;
  /** Aborted when this process is about to end: every wait ends then. */
  readonly stopping?: AbortSignal;
}

export function createPayForScan({
  store,
  ledger,
  scans,
  facilitator,
  log,
  queuePatienceMs = QUEUE_PATIENCE_MS,
  stopping = NEVER,
}: PaidScanParts): PayForScan {
  const payerLocks = createPayerLocks(store, ledger);
  const settle = createSettle({ ledger, scans, facilitator, log });

  /** Undefined when the payment is good. */
  async function refusalOf(payment: Payment): Promise<PaidOutcome | undefined> {
    const { payload, tier } = payment;
    const tooEarlyOrLate = refusalByTime(payment);
    if (tooEarlyOrLate !== undefined) return tooEarlyOrLate;
    const verdict = await facilitator.verify(payload, tier.requirements);
    if (verdict.state === 'valid') return undefined;
    return verdict.state === 'invalid' ? paymentRequired(verdict.reason) : UNVERIFIED;
  }

  /** From `verified` to `scanning`. */
  async function begin(
    record: PaymentRecord,
    { payment, signal }: PaidScanRequest,
    { isVerified, move }: { isVerified: boolean; move: MovePayment },
  ): Promise<PaymentRecord | PaidOutcome> {
    const acquired = await payerLocks.take(record, signal);
    if (acquired !== 'at-once' && acquired !== 'later') return acquired;
    // The scan that this one waited for may have used up the balance.
    const isStillVerified = isVerified && acquired === 'at-once';
    // The time is checked again because the facilitator and the wait took some of it.
    const refusal = (isStillVerified ? undefined : await refusalOf(payment)) ?? refusalByTime(payment);
    if (refusal !== undefined) {
      await ledger.vacate(record);
      return refusal;
    }
    return move(record, { state: 'scanning', scanId: newScanId() });
  }

  /** From `scanning` to `scanned`, or back to `verified`. */
  async function finishScan(
    record: PaymentRecord,
    { target, signal }: PaidScanRequest,
    move: MovePayment,
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
          ...defined({ permit: target.permit }),
        }));
      if (scan.status === 'completed') return move(record, { state: 'scanned' });
      if (scan.status === 'failed') {
        await move(record, { state: 'verified', scanId: null });
        if (scan.run > 0) await payerLocks.noteFailure(record.payer);
        await ledger.vacate(record);
        const { site } = await scans.checks(id);
        return scanFailed(site.find(({ status }) => status === 'error')?.message ?? 'The scan failed.');
      }
      const toBeginBy = Math.min(
        Date.parse(scan.createdAt) + queuePatienceMs,
        (record.validBefore - NEEDED_ONCE_BEGUN_SECONDS) * 1000,
      );
      if (scan.run === 0 && Date.now() > toBeginBy) {
        await scans.end(id, undefined, NOT_BEGUN);
        continue;
      }
      if (signal.aborted) return LEFT;
      if (performance.now() > deadline) return scanFailed('The scan did not end in time.');
      await delay(LOOK_AGAIN_MS);
    }
  }

  async function pay(request: PaidScanRequest): Promise<PaidOutcome> {
    const { payment, target, signal } = request;
    const key = paymentKey(payment);
    const fingerprint = paymentFingerprint(payment, target.url);
    const isOurs = (record: PaymentRecord) => record.fingerprint === fingerprint;

    let known = await ledger.find(key);
    let isVerified = false;
    if (known === undefined) {
      // Verified before the lock, so that an untrusted caller cannot block another's wallet.
      const refusal = await refusalOf(payment);
      isVerified = refusal === undefined;
      known = await ledger.find(key);
      // A parallel request may have opened the same payment meanwhile; then this one joins it.
      if (refusal !== undefined && known === undefined) return refusal;
    }
    // The nonce is public on the chain, so without the same request it must not take the lock of a payment.
    if (known !== undefined && !isOurs(known)) return paymentRequired('payment_already_used');
    const locked = await withRenewedLock(
      store,
      { name: `payment:${key}`, note: fingerprint, patienceMs: SAME_PAYMENT_PATIENCE_MS, signal },
      async (confirm): Promise<PaidOutcome> => {
        // A process that was suspended must not overwrite the work of the one that took its lock.
        const move: MovePayment = async (record, change) => {
          await confirm();
          return ledger.move(record, change);
        };
        let record: PaymentRecord | PaidOutcome | undefined = await ledger.find(key);
        if (record === undefined) {
          await confirm();
          record = await ledger.open(payment, target.url);
        }
        if (!isOurs(record)) return paymentRequired('payment_already_used');
        // The schedule deletes results after 30 days. A deleted result is made again before the payment is charged.
        if (record.state === 'scanned' && (await scans.byId(record.scanId ?? '')) === undefined) {
          record = await move(record, { state: 'verified', scanId: null });
        }
        if (record.state === 'verified') record = await begin(record, request, { isVerified, move });
        if ('kind' in record) return record;
        if (record.state === 'scanning') record = await finishScan(record, request, move);
        if ('kind' in record) return record;
        return settle(record, request, move);
      },
    );
    if (locked.held) return locked.result;
    if (locked.reason === 'other-note') return paymentRequired('payment_already_used');
    return signal.aborted ? LEFT : busy('The scan of this payment is still running. Send the same payment again.', 5);
  }

  /** What a payment has come to when nobody waits for it any more. */
  async function unfinished({ payment }: PaidScanRequest): Promise<PaidOutcome> {
    const { scanId = null } = (await ledger.find(paymentKey(payment))) ?? {};
    return scanId === null ? NOT_BEGUN_YET : { kind: 'running', scanId };
  }

  return async (request) => {
    const { signal, waitMs } = request;
    const waiting = waitMs === undefined ? NEVER : AbortSignal.timeout(waitMs);
    const outcome = await pay({ ...request, signal: AbortSignal.any([signal, stopping, waiting]) });
    if (outcome.kind !== 'left' || signal.aborted) return outcome;
    return stopping.aborted ? STOPPING : unfinished(request);
  };
}

const NEVER = new AbortController().signal;
function refusalByTime({ signed }: Payment): PaidOutcome | undefined {
  const problem = timeProblem(signed.authorization, Date.now() / 1000, NEEDED_SECONDS);
  return problem === undefined ? undefined : paymentRequired(problem);
}

/** The payment is in the ledger, so any other process can continue it. */
const STOPPING = busy('This process is stopping, and the scan goes on without it. Send the same payment again.', 5);

const NOT_BEGUN_YET = busy(
  'The scan is not begun yet, and nothing was charged. Send the same payment again; do not sign another one.',
  5,
);

const NOT_BEGUN = failedReport(
  failureRecord(
    'Every worker was busy for too long; the scan was not begun.',
    'Start the scan again in a few minutes.',
  ),
);
