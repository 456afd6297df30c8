/** Paid scans: what becomes of a payment, under locks that let a payer have one unsettled payment at a time. */
import { setTimeout as delay } from 'node:timers/promises';
import { defined } from '../defined.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import { newScanId, type Scans } from '../scans/scans.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { Facilitator } from './facilitator.ts';
import { type Ledger, type MovePayment, type PaymentRecord, paymentFingerprint, paymentKey } from './ledger.ts';
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

function createPayerLocks(store: Store, ledger: Ledger): PayerLocks {
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
