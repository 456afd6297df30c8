import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { Receipt } from './facilitator.ts';
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

export const settlementUnknown = (receipt: Receipt): PaidOutcome => ({
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
