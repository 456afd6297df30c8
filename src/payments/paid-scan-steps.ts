import { setTimeout as delay } from 'node:timers/promises';
import { defined } from '../basics/defined.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import { newScanId, type Scans } from '../scans/scans.ts';
import type { Facilitator } from './facilitator.ts';
import type { Ledger, MovePayment, PaymentRecord } from './ledger.ts';
import type { PayerLocks } from './payer-locks.ts';
import { type Payment, timeProblem } from './read-payment.ts';
import { LEFT, type PaidOutcome, type PaidScanRequest, paymentRequired, scanFailed, UNVERIFIED } from './settle.ts';

/** The longest scan from its start (180 s), the settlement, and the facilitator's margin (6 s). */
const NEEDED_ONCE_BEGUN_SECONDS = 216;
/** The time above, with 10 s to pass through the queue. */
const NEEDED_SECONDS = NEEDED_ONCE_BEGUN_SECONDS + 10;
/** A scan that is not begun within this time ends; or sooner, when a later settlement would be too late. */
const QUEUE_PATIENCE_MS = 60_000;
const SCAN_PATIENCE_MS = 190_000;
const LOOK_AGAIN_MS = 150;

interface StepParts {
  readonly ledger: Ledger;
  readonly scans: Scans;
  readonly facilitator: Pick<Facilitator, 'verify'>;
  readonly payerLocks: PayerLocks;
  /** How long a scan may wait to be begun; default a minute. */
  readonly queuePatienceMs?: number | undefined;
}

/** The steps of a payment up to the settlement. Each answers the record in its new state, or how the request ends. */
interface PaidScanSteps {
  /** Undefined when the payment is good. */
  refusalOf(payment: Payment): Promise<PaidOutcome | undefined>;
  /** From `verified` to `scanning`. */
  begin(
    record: PaymentRecord,
    request: PaidScanRequest,
    how: { readonly isVerified: boolean; readonly move: MovePayment },
  ): Promise<PaymentRecord | PaidOutcome>;
  /** From `scanning` to `scanned`, or back to `verified`. */
  finishScan(record: PaymentRecord, request: PaidScanRequest, move: MovePayment): Promise<PaymentRecord | PaidOutcome>;
}

export function createPaidScanSteps({
  ledger,
  scans,
  facilitator,
  payerLocks,
  queuePatienceMs = QUEUE_PATIENCE_MS,
}: StepParts): PaidScanSteps {
  async function refusalOf(payment: Payment): Promise<PaidOutcome | undefined> {
    const { payload, tier } = payment;
    const tooEarlyOrLate = refusalByTime(payment);
    if (tooEarlyOrLate !== undefined) return tooEarlyOrLate;
    const verdict = await facilitator.verify(payload, tier.requirements);
    if (verdict.state === 'valid') return undefined;
    return verdict.state === 'invalid' ? paymentRequired(verdict.reason) : UNVERIFIED;
  }

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

  return { refusalOf, begin, finishScan };
}

function refusalByTime({ signed }: Payment): PaidOutcome | undefined {
  const problem = timeProblem(signed.authorization, Date.now() / 1000, NEEDED_SECONDS);
  return problem === undefined ? undefined : paymentRequired(problem);
}

const NOT_BEGUN = failedReport(
  failureRecord(
    'Every worker was busy for too long; the scan was not begun.',
    'Start the scan again in a few minutes.',
  ),
);
