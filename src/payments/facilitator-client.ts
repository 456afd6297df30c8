import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import * as z from 'zod';
import { defined } from '../defined.ts';
import { createFetcher } from '../scanner/net/fetcher.ts';
import { hostOf, portOf } from '../scanner/parse/url/normalise-url.ts';
import { type FacilitatorClient, NoVerdict } from './facilitator.ts';
import type { PaymentSettings } from './settings.ts';

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
