import { FacilitatorTimeoutError, HTTPFacilitatorClient } from '@x402/core/http';
import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import { SettleError, VerifyError } from '@x402/core/types';
import type { Log } from '../log.ts';
import type { PaymentSettings } from '../x402-settings.ts';

const FACILITATOR_TIMEOUT_MS = 30_000;
const SERVER_ERROR = 500;

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
  /** Nobody could say. */
  | { readonly state: 'unavailable' };

export type Settlement =
  | { readonly state: 'paid'; readonly transaction: string }
  /** Certainly not paid. */
  | { readonly state: 'refused'; readonly reason: string }
  /** Paid or not: nobody knows yet. */
  | { readonly state: 'unknown'; readonly transaction: string };

/** The facilitator as the ledger needs it. Never rejects; its own words go to the log and no further. */
export interface Facilitator {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Verification>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<Settlement>;
}

/** Any client of the protocol, one over HTTP or one in this process. */
export interface FacilitatorClient {
  verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResponse>;
  settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettleResponse>;
}

export function httpFacilitatorClient({
  facilitatorUrl,
  facilitatorAuth,
}: Pick<PaymentSettings, 'facilitatorUrl' | 'facilitatorAuth'>): FacilitatorClient {
  const headers = { authorization: facilitatorAuth ?? '' };
  return new HTTPFacilitatorClient({
    url: facilitatorUrl,
    timeoutMs: FACILITATOR_TIMEOUT_MS,
    ...(facilitatorAuth === undefined ? {} : { createAuthHeaders: async () => ({ verify: headers, settle: headers }) }),
  });
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
        if (error instanceof VerifyError && error.statusCode < SERVER_ERROR) {
          return { state: 'invalid', reason: codeOf(error.invalidReason, 'verification_failed') };
        }
        log.warn({ reason: kindOf(error) }, 'the facilitator did not verify a payment');
        return { state: 'unavailable' };
      }
    },
    async settle(payload, requirements) {
      try {
        return settlementOf(await client.settle(payload, requirements));
      } catch (error) {
        if (error instanceof SettleError && error.statusCode < SERVER_ERROR) {
          return settlementOf({ ...error, success: false, transaction: error.transaction, network: error.network });
        }
        log.warn({ reason: kindOf(error) }, 'the facilitator did not say whether a payment was settled');
        return { state: 'unknown', transaction: '' };
      }
    },
  };
}

function settlementOf({ success, errorReason, transaction: given }: SettleResponse): Settlement {
  const transaction = /^0x[0-9a-fA-F]{1,128}$/.test(given) ? given : '';
  if (success) return { state: 'paid', transaction };
  const reason = codeOf(errorReason, 'settlement_failed');
  return reason === 'settlement_pending' ? { state: 'unknown', transaction } : { state: 'refused', reason };
}

/** Only what looks like a code reaches the payer: some facilitators put their insides there. */
const codeOf = (reason: string | undefined, otherwise: string) =>
  reason !== undefined && /^[a-z0-9_]{1,100}$/.test(reason) ? reason : otherwise;

function kindOf(error: unknown): string {
  if (error instanceof FacilitatorTimeoutError) return 'time-out';
  return error instanceof Error ? error.name : 'unknown';
}
