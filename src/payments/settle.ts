import { defined } from '../basics/defined.ts';
import type { Log } from '../log.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { Scans } from '../scans/scans.ts';
import type { Facilitator, Receipt } from './facilitator.ts';
import type { Ledger, MovePayment, PaymentRecord, Unproven } from './ledger.ts';
import type { Payment } from './read-payment.ts';

/** A scan that is asked for with a payment. */
export interface PaidScanRequest {
  readonly payment: Payment;
  /** As accepted: blocked and malformed addresses never get here. */
  readonly target: { readonly url: string; readonly permit?: PrivateHostPermit };
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** How long the client waits for the scan to end; undefined for as long as it may take. */
  readonly waitMs?: number;
}

/** What becomes of a request with a payment. */
export type PaidOutcome =
  | { readonly kind: 'delivered'; readonly scan: ScanRecord; readonly receipt: Receipt }
  /** Certainly not charged, and this payment will not do: the payer may sign another one. `error` is a code. */
  | { readonly kind: 'payment-required'; readonly error: string; readonly receipt?: Receipt }
  /** Asks for the same payment again: it is charged at most once. */
  | {
      readonly kind: 'try-again';
      readonly code: 'scan_failed' | 'facilitator_unavailable' | 'settlement_unknown' | 'unavailable';
      readonly message: string;
      readonly retryAfterSeconds: number;
      readonly receipt?: Receipt;
    }
  /** The client's wait ended before the scan did: nothing is charged yet. */
  | { readonly kind: 'running'; readonly scanId: string }
  /** The client has gone; nothing more was done, so that it can collect later. */
  | { readonly kind: 'left' };

const SOON_SECONDS = 5;

export const paymentRequired = (error: string): PaidOutcome => ({ kind: 'payment-required', error });

export const LEFT: PaidOutcome = { kind: 'left' };

export const UNVERIFIED: PaidOutcome = {
  kind: 'try-again',
  code: 'facilitator_unavailable',
  message: 'The payment could not be verified; nothing was charged. Send the same payment again.',
  retryAfterSeconds: SOON_SECONDS,
};

/** @param reason trusted text */
export const scanFailed = (reason: string): PaidOutcome => ({
  kind: 'try-again',
  code: 'scan_failed',
  message: `${reason} Nothing was charged; the same payment may be sent again.`,
  retryAfterSeconds: SOON_SECONDS,
});

const settlementUnknown = (receipt: Receipt): PaidOutcome => ({
  kind: 'try-again',
  code: 'settlement_unknown',
  message:
    'The scan is done, but whether the payment was settled is not known yet. Send the same payment again to get the result: it is charged at most once. Do not sign another one.',
  retryAfterSeconds: SOON_SECONDS,
  ...(receipt.transaction === '' ? {} : { receipt }),
});

export const busy = (message: string, seconds: number): PaidOutcome => ({
  kind: 'try-again',
  code: 'unavailable',
  message,
  retryAfterSeconds: Math.max(1, Math.ceil(seconds)),
});

/** What a facilitator says of an authorization that was settled before. */
const NONCE_USED = 'invalid_exact_evm_nonce_already_used';

/** Takes a payment whose scan is done from `scanned` or `settling` to `paid`, and delivers. */
export type Settle = (record: PaymentRecord, request: PaidScanRequest, move: MovePayment) => Promise<PaidOutcome>;

export function createSettle({
  ledger,
  scans,
  facilitator,
  log,
}: {
  ledger: Ledger;
  scans: Scans;
  facilitator: Facilitator;
  log: Log;
}): Settle {
  async function deliver(record: PaymentRecord): Promise<PaidOutcome> {
    const scan = record.scanId === null ? undefined : await scans.byId(record.scanId);
    // Kept for 30 days.
    if (scan === undefined || record.receipt === null) return paymentRequired('payment_already_used');
    return { kind: 'delivered', scan, receipt: record.receipt };
  }

  return async (record, { payment, signal }, move) => {
    if (record.state === 'paid') return deliver(record);
    // The payer would get no result, so no charge is made.
    if (signal.aborted) return LEFT;
    const wasAsked = record.state === 'settling';
    const transactionBefore = record.receipt?.transaction ?? '';
    const settling = await move(record, { state: 'settling' });
    const { requirements } = payment.tier;
    const answer = await facilitator.settle(payment.payload, requirements);
    const receiptOf = (success: boolean, transaction: string, errorReason?: string): Receipt => ({
      success,
      transaction,
      network: requirements.network,
      payer: payment.signed.authorization.from,
      ...defined({ errorReason }),
    });
    switch (answer.state) {
      case 'paid':
        return paid(receiptOf(true, answer.transaction), answer.transaction === '' ? 'no_transaction' : undefined);
      case 'unknown':
        return unknown(answer.transaction || transactionBefore);
      case 'refused': {
        if (!wasAsked) {
          await move(settling, { state: 'scanned' });
          return { kind: 'payment-required', error: answer.reason, receipt: receiptOf(false, '', answer.reason) };
        }
        // An earlier attempt without a response may have used the nonce, emptied the wallet or still be pending. After
        // the authorization expires this cannot be known, so a payer who may have been charged gets the result.
        const receipt = receiptOf(true, transactionBefore);
        if (answer.reason === NONCE_USED) return paid(receipt, 'nonce_used');
        if (record.validBefore * 1000 < Date.now()) return paid(receipt, 'authorization_expired');
        return unknown(transactionBefore);
      }
    }

    async function unknown(transaction: string): Promise<PaidOutcome> {
      const receipt = receiptOf(false, transaction, 'settlement_pending');
      await move(settling, { receipt });
      return settlementUnknown(receipt);
    }

    async function paid(receipt: Receipt, unproven?: Unproven): Promise<PaidOutcome> {
      const { payer, amount, scanId } = record;
      const settled = await move(settling, { state: 'paid', receipt, ...(unproven !== undefined && { unproven }) });
      const facts = { payer, amount, scan: scanId, transaction: receipt.transaction };
      if (unproven === undefined) log.info(facts, 'a scan was paid');
      else
        log.warn({ ...facts, payment: record.key, unproven }, 'a paid scan was delivered without a proven transaction');
      await ledger.vacate(record);
      return deliver(settled);
    }
  };
}
