import { PaymentRequiredV2Schema } from '@x402/core/schemas';
import { zodToJsonSchema } from 'zod-to-json-schema';
import type { ErrorStatus } from '../../errors.ts';
import { PAID_SCAN_PATH } from '../../payments/offer.ts';
import { PaidScan } from '../../schema/scan.ts';
import { errorReference, headerReferences, type JsonSchema, referenceTo, successHeaders } from './responses.ts';

/** Payment clients read from it what a call may cost (x402scan and @agentcash/discovery look for it). */
const PAYMENT_INFO = {
  price: { mode: 'dynamic', currency: 'USD', min: '0.02', max: '0.25' },
  protocols: [{ x402: {} }],
};
/** No key is needed; one that is sent has to be valid, as everywhere. */
const EITHER = [{}, { apiKey: [] }];
const errorReferences = (statuses: readonly ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, errorReference(status)]));
const REFUSAL = { $ref: '#/components/responses/PaymentRequired' };

/** The type of the converter is too deep for the compiler; the schema is of zod 3, which it is made for. */
const convert = zodToJsonSchema as unknown as (schema: unknown, options: { $refStrategy: 'none' }) => JsonSchema;

/** The offer, from the protocol's own schema. Where nothing is for sale, `accepts` is empty. */
function paymentRequiredSchema(): JsonSchema {
  const { $schema: _, ...schema } = convert(PaymentRequiredV2Schema, { $refStrategy: 'none' });
  return JSON.parse(JSON.stringify(schema), (keyword, value: unknown) =>
    keyword === 'minItems' || (keyword === 'additionalProperties' && value === false) ? undefined : value,
  );
}

export const paymentSchemas = (): Record<string, JsonSchema> => ({
  PaymentRequired: paymentRequiredSchema(),
  BuyScanRequest: {
    type: 'object',
    properties: {
      url: { type: 'string', maxLength: 2000, description: 'Root URL of the site or section to scan' },
    },
    required: ['url'],
  },
});

/** @param offer a real one, as an example */
export const paymentResponses = (offer: unknown): Record<string, unknown> => ({
  PaymentRequired: {
    description: 'What a scan costs; `error` says why a payment was refused. The header holds the same in base64',
    headers: { ...successHeaders([]), ...headerReferences(['PAYMENT-REQUIRED']) },
    content: { 'application/json': { schema: { $ref: '#/components/schemas/PaymentRequired' }, example: offer } },
  },
});

/** Additional responses of a payable row. @param paidScan a real one, as an example */
export const paidAnswers = (paidScan: unknown) => ({
  201: {
    description: 'The scan was paid, and is done',
    headers: { ...successHeaders([]), ...headerReferences(['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE']) },
    content: { 'application/json': { schema: referenceTo(PaidScan), example: paidScan } },
  },
  402: REFUSAL,
  502: errorReference(502),
});

/** The operations without a tool. @param tag name of the tag they have */
export const paymentPaths = (
  tag: string,
  { isForSale, paidScan }: { isForSale: boolean; paidScan: unknown },
): Record<string, Record<string, unknown>> => ({
  [PAID_SCAN_PATH]: {
    get: {
      operationId: 'getScanOffer',
      tags: [tag],
      summary: 'What a scan costs',
      description: 'Always answers 402, with the ways to pay (x402, version 2).',
      security: EITHER,
      responses: { 402: REFUSAL, ...errorReferences([401, 421, 429, 500, 503]) },
    },
    post: {
      operationId: 'buyScan',
      tags: [tag],
      summary: 'Buy a scan',
      description:
        'Without a payment answers the offer. With one (X-PAYMENT or PAYMENT-SIGNATURE: base64 of a signed x402 v2 payload) the scan runs to its end, at most 180 s, and is charged when it is done. After a 502 send the same payment again: it counts once. No browser looks at it: `browser` is refused with `unsupported_option`, and nothing is charged.',
      security: EITHER,
      ...(isForSale ? { 'x-payment-info': PAYMENT_INFO } : {}),
      parameters: ['X-PAYMENT', 'PAYMENT-SIGNATURE'].map((name) => ({
        name,
        in: 'header',
        required: false,
        description: 'The payment; one of the two names will do',
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/BuyScanRequest' } } },
      },
      responses: {
        ...paidAnswers(paidScan),
        ...errorReferences([400, 401, 413, 415, 421, 429, 500, 503]),
      },
    },
  },
});
