import { tidyUrl } from '../scanner/net/url-parts.ts';
import { type Ledger, type PaymentRecord, paymentKey } from './ledger.ts';
import type { Offer } from './offer.ts';
import { fitPayment, type Payment, type Problem, parsePayment } from './read-payment.ts';

/**
 * Reads a payment header by today's offer or, for one that is in the books, by the terms it was accepted under: who may
 * have been charged must not be told to pay again because a setting has changed since.
 */
export async function readKnownPayment(
  header: string,
  offer: Offer,
  { find }: Pick<Ledger, 'find'>,
): Promise<Payment | Problem> {
  const sent = parsePayment(header);
  if ('problem' in sent) return sent;
  const payment = fitPayment(sent, offer);
  if (!('problem' in payment)) return payment;
  const { requirements, pageLimit } = (await find(paymentKey(sent))) ?? {};
  if (requirements === undefined || pageLimit === undefined) return payment;
  // What is declared beside the terms may have changed as well, and binds nobody.
  return fitPayment(sent, { ...offer, tiers: [{ requirements, pageLimit }], extensions: {} });
}

/** Whether a payment in the books is for this address. */
export const isFor = ({ rootUrl }: PaymentRecord, url: string): boolean =>
  URL.canParse(url) && tidyUrl(new URL(url)).href === rootUrl;
