import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import type { Log } from '../log.ts';

/** Proof of a settlement, or of one that failed, as the payer is shown it. */
export interface Receipt {
  readonly success: boolean;
  /** Hash of the transaction; '' when it is not known. */
  readonly transaction: string;
  readonly network: PaymentRequirements['network'];
  readonly payer: string;
  readonly errorReason?: string;
}

export type Verification =
  | { readonly state: 'valid' }
  /** `reason` is a code. */
  | { readonly state: 'invalid'; readonly reason: string }
  /** The facilitator gave no verdict. */
  | { readonly state: 'unavailable' };

export type Settlement =
  | { readonly state: 'paid'; readonly transaction: string }
  /** Certainly not paid. */
  | { readonly state: 'refused'; readonly reason: string }
  /** The result of the settlement is unknown. */
  | { readonly state: 'unknown'; readonly transaction: string };

/** The facilitator as the ledger needs it. Never rejects; its own words go to the log and no further. */
export interface Facilitator {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Verification>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement>;
}

/** Why a facilitator gave no verdict: trusted text, safe for the log. */
export class NoVerdict extends Error {}

/** Any client of the protocol, one over HTTP or one in this process. Rejects when nothing was said of the payment. */
export interface FacilitatorClient {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>;
}

export function createFacilitator(client: FacilitatorClient, log: Log): Facilitator {
  return {
    async verify(payload, requirements) {
      try {
        const { isValid, invalidReason } = await client.verify(payload, requirements);
        return isValid
          ? { state: 'valid' }
          : { state: 'invalid', reason: codeOf(invalidReason, 'verification_failed') };
      } catch (error) {
        log.warn({ reason: kindOf(error) }, 'the facilitator did not verify a payment');
        return { state: 'unavailable' };
      }
    },
    async settle(payload, requirements) {
      try {
        return settlementOf(await client.settle(payload, requirements));
      } catch (error) {
        log.warn({ reason: kindOf(error) }, 'the facilitator did not say whether a payment was settled');
        return { state: 'unknown', transaction: '' };
      }
    },
  };
}

function settlementOf({ success, errorReason, transaction: given }: SettleResponse): Settlement {
  const transaction = /^0x[0-9a-fA-F]{64}$/.test(given) ? given : '';
  if (success) return { state: 'paid', transaction };
  const reason = codeOf(errorReason, 'settlement_failed');
  return reason === 'settlement_pending' ? { state: 'unknown', transaction } : { state: 'refused', reason };
}

/** Only what looks like a code reaches the payer: some facilitators put their insides there. */
const codeOf = (reason: string | undefined, otherwise: string) =>
  reason !== undefined && /^[a-z0-9_]{1,100}$/.test(reason) ? reason : otherwise;

const kindOf = (error: unknown) => (error instanceof NoVerdict ? error.message : 'unknown');
