/** Paid scans: what becomes of a payment, under locks that let a payer have one unsettled payment at a time. */
import type { Log } from '../log.ts';
import type { Scans } from '../scans/scans.ts';
import type { Store } from '../store/store.ts';
import type { Facilitator } from './facilitator.ts';
import { type Ledger, type MovePayment, type PaymentRecord, paymentFingerprint, paymentKey } from './ledger.ts';
import { createPaidScanSteps } from './paid-scan-steps.ts';
import { createPayerLocks } from './payer-locks.ts';
import { withRenewedLock } from './renewed-lock.ts';
import { busy, createSettle, LEFT, type PaidOutcome, type PaidScanRequest, paymentRequired } from './settle.ts';

const SAME_PAYMENT_PATIENCE_MS = 230_000;

/**
 * Processes a payment: verify, lock, scan, settle, deliver. Each step is recorded before it runs, so that a repeated
 * payment continues after any failure.
 */
export type PayForScan = (request: PaidScanRequest) => Promise<PaidOutcome>;

interface PaidScanParts {
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
  queuePatienceMs,
  stopping = NEVER,
}: PaidScanParts): PayForScan {
  const payerLocks = createPayerLocks(store, ledger);
  const { refusalOf, begin, finishScan } = createPaidScanSteps({
    ...{ ledger, scans, facilitator, payerLocks },
    queuePatienceMs,
  });
  const settle = createSettle({ ledger, scans, facilitator, log });

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

  /** The outcome of a payment after its caller has stopped waiting. */
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
/** The payment is in the ledger, so any other process can continue it. */
const STOPPING = busy('This process is stopping, and the scan goes on without it. Send the same payment again.', 5);

const NOT_BEGUN_YET = busy(
  'The scan is not begun yet, and nothing was charged. Send the same payment again; do not sign another one.',
  5,
);
