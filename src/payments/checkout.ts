import { ServiceError } from '../errors.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import type { Scans } from '../scans/scans.ts';
import type { Receipt } from './facilitator.ts';
import {
  isFor,
  type Ledger,
  mayBeCharged,
  type PaymentRecord,
  paymentFingerprint,
  paymentKey,
  readKnownPayment,
} from './ledger.ts';
import { type Offer, PaymentNeeded } from './offer.ts';
import type { PayForScan } from './paid-scans.ts';
import type { Payment } from './read-payment.ts';
import type { PaidScanRequest } from './settle.ts';

interface Target {
  readonly url: string;
  readonly permit?: PrivateHostPermit;
}

export interface Purchase {
  readonly payment: Payment;
  /** As the caller gave it. */
  readonly url: string;
  /** Aborted when the caller leaves. */
  readonly signal: AbortSignal;
  /** How long to wait for the scan to end. */
  readonly waitMs: number;
  /** Decides whether the address may be scanned. @throws ServiceError */
  accept(url: string): Promise<Target>;
  /** Notified of the settlement, also of one that failed. */
  onReceipt(receipt: Receipt): void;
}

export type Bought =
  | { readonly state: 'delivered'; readonly scan: ScanRecord }
  /** The wait ended first; nothing is charged, and the same payment sent again goes on from here. */
  | { readonly state: 'running'; readonly scanId: string; readonly rootUrl: string };

/** Scans for sale, for every transport. */
export interface Checkout {
  readonly offer: Offer;
  /**
   * Reads a payment as a transport got it: base64 of a header, or a JSON value; undefined for none.
   * @throws PaymentNeeded; ServiceError unavailable while payments are not configured
   */
  read(sent: unknown): Promise<Payment>;
  /**
   * Whether a payment may have been charged before, for this address: then it must be answered with its result.
   * @throws ServiceError for an address that may not be scanned
   */
  isCollection(sent: unknown, url: string, accept: Purchase['accept']): Promise<boolean>;
  /** @throws PaymentNeeded when certainly nothing was charged; ServiceError that asks for the same payment again */
  buy(purchase: Purchase): Promise<Bought>;
}

interface CheckoutParts {
  readonly offer: Offer;
  readonly ledger: Pick<Ledger, 'find'>;
  /** Undefined while payments are not configured. */
  readonly payForScan: PayForScan | undefined;
  readonly scans: Pick<Scans, 'byId'>;
}

export function createCheckout({ offer, ledger, payForScan, scans }: CheckoutParts): Checkout {
  async function targetOf(
    record: PaymentRecord | undefined,
    url: string,
    accept: Purchase['accept'],
  ): Promise<PaidScanRequest['target']> {
    if (record !== undefined && isFor(record, url)) {
      // The scan may have been deleted by now; the stored result stays valid.
      const scan = record.scanId === null ? undefined : await scans.byId(record.scanId);
      if (scan?.status === 'completed') return { url: record.rootUrl };
    }
    return accept(url);
  }

  return {
    offer,
    async read(sent) {
      if (sent === undefined) throw new PaymentNeeded(offer);
      if (payForScan === undefined) throw notConfigured();
      const payment = await readKnownPayment(sent, offer, ledger);
      if ('problem' in payment) throw new PaymentNeeded(offer, payment.problem);
      return payment;
    },
    async isCollection(sent, url, accept) {
      if (payForScan === undefined || sent === undefined) return false;
      const payment = await readKnownPayment(sent, offer, ledger);
      if ('problem' in payment) return false;
      const record = await ledger.find(paymentKey(payment));
      if (record === undefined || !mayBeCharged(record)) return false;
      const target = await targetOf(record, url, accept);
      return record.fingerprint === paymentFingerprint(payment, target.url);
    },
    async buy({ payment, url, signal, waitMs, accept, onReceipt }) {
      if (payForScan === undefined) throw notConfigured();
      const target = await targetOf(await ledger.find(paymentKey(payment)), url, accept);
      const outcome = await payForScan({ payment, target, signal, waitMs });
      if ('receipt' in outcome && outcome.receipt !== undefined) onReceipt(outcome.receipt);
      switch (outcome.kind) {
        case 'delivered':
          return { state: 'delivered', scan: outcome.scan };
        case 'running':
          return { state: 'running', scanId: outcome.scanId, rootUrl: target.url };
        case 'payment-required':
          throw new PaymentNeeded(offer, outcome.error);
        case 'try-again':
          throw new ServiceError(outcome.code, outcome.message, { retryAfterSeconds: outcome.retryAfterSeconds });
        case 'left':
          throw new ServiceError('unavailable', 'The caller left. Send the same payment again to get the result.');
      }
    },
  };
}

const notConfigured = () =>
  new ServiceError('unavailable', 'Payments are not configured here; nothing was charged.', {
    retryAfterSeconds: 3600,
  });
