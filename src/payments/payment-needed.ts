import { ServiceError } from '../errors.ts';
import type { Offer } from './offer.ts';

/** The answer to a call without a payment that will do. Nothing was charged; transports show the offer. */
export class PaymentNeeded extends ServiceError {
  readonly offer: Offer;
  /** Why a payment was refused, as a code; undefined for a call without one. */
  readonly reason: string | undefined;

  constructor(offer: Offer, reason?: string) {
    super('payment_required', `A payment is needed (${reason ?? 'none was sent'}): see ${offer.resource.url}.`);
    this.offer = offer;
    this.reason = reason;
  }
}
