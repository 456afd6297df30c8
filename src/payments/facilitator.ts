import type { PaymentPayload, PaymentRequirements, SettleResponse, VerifyResponse } from '@x402/core/types';
import * as z from 'zod';
import { defined } from '../basics/defined.ts';
import type { Log } from '../log.ts';
import { createFetcher } from '../scanner/net/fetcher.ts';
import { hostOf, portOf } from '../scanner/parse/url/normalise-url.ts';
import type { PaymentSettings } from './settings.ts';

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
class NoVerdict extends Error {}

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

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/**
 * Any other status says nothing about the payment. 401 and 403 concern the authorization, 409 and 429 an earlier
 * request, 3xx and 5xx the facilitator.
 */
const VERDICT_STATUSES: ReadonlySet<number> = new Set([200, 400, 402, 412, 422]);

const Verdict = z.object({ isValid: z.boolean(), invalidReason: z.string().nullish() });
const SettlementVerdict = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  transaction: z.string().nullish(),
});

/**
 * A facilitator over HTTP: `/verify` and `/settle` of the x402 v2 specification. It replaces `HTTPFacilitatorClient` of
 * `@x402/core`, which reads responses of any size, forwards payments on redirects and prints third-party text. The
 * operator names the facilitator, so it may be private; link-local and metadata addresses stay blocked. Rejects with
 * NoVerdict.
 */
export function httpFacilitatorClient(
  { facilitatorUrl, facilitatorAuth }: Pick<PaymentSettings, 'facilitatorUrl' | 'facilitatorAuth'>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): FacilitatorClient & { close(): Promise<void> } {
  const base = new URL(facilitatorUrl);
  const permit = { host: hostOf(base), port: portOf(base) };
  const fetcher = createFetcher({ userAgent: 'Legible' });
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...defined({ authorization: facilitatorAuth }),
  };

  async function ask<Answer>(
    operation: 'verify' | 'settle',
    paymentPayload: PaymentPayload,
    paymentRequirements: PaymentRequirements,
    schema: z.ZodType<Answer>,
  ): Promise<Answer> {
    const result = await fetcher.fetch(
      {
        url: `${facilitatorUrl.replace(/\/$/, '')}/${operation}`,
        method: 'POST',
        headers,
        body: JSON.stringify({ x402Version: 2, paymentPayload, paymentRequirements }),
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs,
        maxRedirects: 0,
      },
      { permit },
    );
    if (!result.ok) throw new NoVerdict(result.failure.code);
    const { status } = result.answer;
    if (!VERDICT_STATUSES.has(status)) throw new NoVerdict(`status ${status}`);
    const verdict = schema.safeParse(jsonOf(result.body));
    if (!verdict.success) throw new NoVerdict('malformed');
    return verdict.data;
  }

  return {
    async verify(payload, requirements) {
      const { isValid, invalidReason } = await ask('verify', payload, requirements, Verdict);
      return { isValid, ...(invalidReason == null ? {} : { invalidReason }) };
    },
    async settle(payload, requirements) {
      const { success, errorReason, transaction } = await ask('settle', payload, requirements, SettlementVerdict);
      return {
        success,
        transaction: transaction ?? '',
        network: requirements.network,
        ...(errorReason == null ? {} : { errorReason }),
      };
    },
    close: () => fetcher.close(),
  };
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
