import { createHash } from 'node:crypto';
import type { PaymentRequirements } from '@x402/core/types';
import { parseUrl } from '../basics/parse-url.ts';
import { namedUrl } from '../scanner/parse/url/normalise-url.ts';
import type { Store } from '../store/store.ts';
import type { Receipt } from './facilitator.ts';
import { MAX_TIMEOUT_SECONDS, type Offer } from './offer.ts';
import { fitPayment, type Payment, type Problem, parsePayment, type SentPayment } from './read-payment.ts';

/**
 * How far a payment has come: `verified` (nothing was scanned), `scanning`, `scanned` (and not settled), `settling` (the
 * facilitator was asked, or about to be: it may be paid), `paid`.
 */
export type PaymentState = 'verified' | 'scanning' | 'scanned' | 'settling' | 'paid';

/**
 * Why nothing proves that a delivered result was paid for: the facilitator named no transaction; the nonce was used after
 * a settlement whose answer was lost (the payer may have cancelled it); the authorization expired meanwhile.
 */
export type Unproven = 'no_transaction' | 'nonce_used' | 'authorization_expired';

/** One payment in the ledger. The record has no signature: a caller that wants the result sends it again. */
export interface PaymentRecord {
  /** Unique for network, asset, payer and nonce. */
  readonly key: string;
  /** Hash of the signature, the tier and the address to scan: the request that a nonce is bound to. */
  readonly fingerprint: string;
  readonly network: string;
  readonly asset: string;
  readonly payer: string;
  readonly nonce: string;
  /** Atomic units of the asset. */
  readonly amount: string;
  readonly pageLimit: number;
  /** The accepted terms, even if the offer has changed; undefined in records from before terms were kept. */
  readonly requirements?: PaymentRequirements;
  /** Seconds since 1970. */
  readonly validBefore: number;
  readonly rootUrl: string;
  readonly state: PaymentState;
  readonly scanId: string | null;
  readonly receipt: Receipt | null;
  /** Set when the result was given without a proven transaction. */
  readonly unproven?: Unproven;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The payment that others of its payer wait for. */
interface Occupant {
  readonly key: string;
  /** The latest time at which it stops blocking other payments, milliseconds. */
  readonly untilMs: number;
}

/** Takes a payment further, and answers it as it is then. */
export type MovePayment = (
  record: PaymentRecord,
  change: Partial<Pick<PaymentRecord, 'state' | 'scanId' | 'receipt' | 'unproven'>>,
) => Promise<PaymentRecord>;

/**
 * The ledger. Reads and writes take no lock: a caller that changes a payment holds its lease, see paid-scans.ts. Documents
 * are written whole, so that a crash leaves one state or the next.
 */
export interface Ledger {
  find(key: string): Promise<PaymentRecord | undefined>;
  open(payment: Payment, rootUrl: string): Promise<PaymentRecord>;
  readonly move: MovePayment;
  /** The payer's payment that blocks another one: its work began, and it is not settled. */
  unsettledOf(payer: string): Promise<Occupant | undefined>;
  /**
   * From here on this payment blocks others until it can no longer be settled. The block never outlasts the longest
   * authorization that the offer requests.
   */
  occupy(record: PaymentRecord): Promise<void>;
  /** It no longer blocks other payments. */
  vacate(record: PaymentRecord): Promise<void>;
  /** Newest first. */
  list(page: { limit: number }): Promise<PaymentRecord[]>;
  /** Forgets payments that were never paid and not changed since `before` (milliseconds); answers how many. */
  removeUnpaid(before: number): Promise<number>;
}

const ALL = 'payments';
const UNPAID = 'payments-unpaid';
const REMOVED_AT_ONCE = 1000;

/** The name of a payment: the signature of one (payer, nonce) can move money once. */
export function paymentKey({ payload: { accepted }, signed: { authorization } }: SentPayment): string {
  const parts = [accepted.network, accepted.asset, authorization.from, authorization.nonce];
  return digest(parts.join('|').toLowerCase());
}

/** What a payment pays for. @param rootUrl as normalised */
export const paymentFingerprint = ({ tier, signed }: Payment, rootUrl: string): string =>
  digest(JSON.stringify([rootUrl, tier.requirements.amount, tier.pageLimit, signed]));

/** Whether the payer may have been charged: then the payment must be answered with its result. */
export const mayBeCharged = ({ state }: PaymentRecord): boolean => state === 'settling' || state === 'paid';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

export function createLedger(store: Store, now: () => number = Date.now): Ledger {
  const records = store.documents<PaymentRecord>('payments');
  const occupants = store.documents<Occupant>('payment-of-payer');

  return {
    find: (key) => records.get(key),
    async open(payment, rootUrl) {
      const { requirements, pageLimit } = payment.tier;
      const { from, nonce, validBefore } = payment.signed.authorization;
      const key = paymentKey(payment);
      const openedMs = await store.index.add(ALL, now(), key);
      await store.index.add(UNPAID, openedMs, key);
      const record: PaymentRecord = {
        key,
        fingerprint: paymentFingerprint(payment, rootUrl),
        network: requirements.network,
        asset: requirements.asset,
        payer: from.toLowerCase(),
        nonce,
        amount: requirements.amount,
        pageLimit,
        requirements,
        validBefore: Number(validBefore),
        rootUrl,
        state: 'verified',
        scanId: null,
        receipt: null,
        createdAt: new Date(openedMs).toISOString(),
        updatedAt: new Date(openedMs).toISOString(),
      };
      await records.set(key, record);
      return record;
    },
    async move(record, change) {
      const moved = { ...record, ...change, updatedAt: new Date(now()).toISOString() };
      await records.set(record.key, moved);
      if (moved.state === 'paid') await store.index.remove(UNPAID, record.key);
      return moved;
    },
    async unsettledOf(payer) {
      const occupant = await occupants.get(payer);
      if (occupant === undefined || occupant.untilMs <= now()) return undefined;
      const record = await records.get(occupant.key);
      return record === undefined || record.state === 'paid' ? undefined : occupant;
    },
    async occupy({ payer, key, validBefore }) {
      // Counted from now: a payment with a long validity may have waited since it was first seen.
      const untilMs = Math.min(validBefore * 1000, now() + MAX_TIMEOUT_SECONDS * 1000);
      await occupants.set(payer, { key, untilMs }, Math.max(1, untilMs - now()));
    },
    async vacate({ payer, key }) {
      // Another payment may have replaced this block after it expired.
      if ((await occupants.get(payer))?.key === key) await occupants.delete(payer);
    },
    async list({ limit }) {
      const entries = await store.index.newest(ALL, { limit });
      const found = await Promise.all(entries.map(({ member }) => records.get(member)));
      return found.filter((record) => record !== undefined);
    },
    async removeUnpaid(before) {
      let removed = 0;
      for (;;) {
        const entries = await store.index.oldest(UNPAID, { limit: REMOVED_AT_ONCE, below: before });
        for (const { member } of entries) {
          const record = await records.get(member);
          const changedMs = record === undefined ? 0 : Date.parse(record.updatedAt);
          if (record?.state !== 'paid' && changedMs >= before) {
            // It changed after `before`, so it may still be paid: it stays, under the time of that change.
            await store.index.add(UNPAID, changedMs, member);
            continue;
          }
          if (record?.state !== 'paid') {
            await records.delete(member);
            await store.index.remove(ALL, member);
            removed += 1;
          }
          await store.index.remove(UNPAID, member);
        }
        if (entries.length < REMOVED_AT_ONCE) return removed;
      }
    },
  };
}

/**
 * Reads a payment by today's offer, or by the accepted terms of a recorded payment. A changed setting must not
 * make a payer pay twice.
 */
export async function readKnownPayment(
  given: unknown,
  offer: Offer,
  { find }: Pick<Ledger, 'find'>,
): Promise<Payment | Problem> {
  const sent = parsePayment(given);
  if ('problem' in sent) return sent;
  const payment = fitPayment(sent, offer);
  if (!('problem' in payment)) return payment;
  const { requirements, pageLimit } = (await find(paymentKey(sent))) ?? {};
  if (requirements === undefined || pageLimit === undefined) return payment;
  // Extensions of the terms may have changed too, and are not binding.
  return fitPayment(sent, { ...offer, tiers: [{ requirements, pageLimit }], extensions: {} });
}

/** Whether a recorded payment is for this address. */
export function isFor({ rootUrl }: PaymentRecord, text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && namedUrl(url) === rootUrl;
}
