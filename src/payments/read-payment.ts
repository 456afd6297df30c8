import { isDeepStrictEqual } from 'node:util';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import { PaymentPayloadV2Schema } from '@x402/core/schemas';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import * as z from 'zod';
import type { Offer, Tier } from './offer.ts';

const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
type Authorization = SignedAuthorization['authorization'];

/**
 * Compares what the payer signed with the terms of a tier. The codes are those of the reference facilitator.
 * @returns why it does not match; undefined when it does
 */
export function termsProblem(
  { to, value }: Authorization,
  { payTo, amount }: Pick<PaymentRequirements, 'payTo' | 'amount'>,
): string | undefined {
  // Addresses differ in case by checksum only.
  if (to.toLowerCase() !== payTo.toLowerCase()) return 'invalid_exact_evm_recipient_mismatch';
  if (BigInt(value) !== BigInt(amount)) return 'invalid_exact_evm_payload_authorization_value_mismatch';
  return undefined;
}

/**
 * Whether an authorization is valid now and for as long as its scan may take.
 * @param nowSeconds since 1970
 * @param neededSeconds from now until the payment must be settled
 * @returns why it is not; undefined when it is
 */
export function timeProblem(
  { validAfter, validBefore }: Authorization,
  nowSeconds: number,
  neededSeconds: number,
): string | undefined {
  if (Number(validAfter) > nowSeconds) return 'invalid_exact_evm_payload_authorization_valid_after';
  if (Number(validBefore) <= nowSeconds) return 'invalid_exact_evm_payload_authorization_valid_before';
  if (Number(validBefore) < nowSeconds + neededSeconds) return 'authorization_expires_too_soon';
  return undefined;
}

/** An EIP-3009 authorization. Signatures of smart wallets are longer than 65 bytes. */
const Signed = z.object({
  signature: z.string().regex(/^0x[0-9a-fA-F]{2,12000}$/),
  authorization: z.object({
    from: Address,
    to: Address,
    value: z.string().regex(/^\d{1,30}$/),
    validAfter: z.string().regex(/^\d{1,20}$/),
    validBefore: z.string().regex(/^\d{1,20}$/),
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});

type SignedAuthorization = z.output<typeof Signed>;

const MAX_CHARS = 16_384;

/** A payment as it was sent. */
export interface SentPayment {
  /** `payload` is untrusted: the client wrote the terms in it. */
  readonly payload: PaymentPayload;
  readonly signed: SignedAuthorization;
}

/** A payment whose signed receiver and amount fit the offer. Only the facilitator can check signature and balance. */
export interface Payment {
  /** Written anew: of the client's are the signature and the authorization, and nothing else. */
  readonly payload: PaymentPayload;
  readonly signed: SignedAuthorization;
  /** The server's own terms; the client's copy of them is never used. */
  readonly tier: Tier;
}

/** Why something sent is not a valid payment: a code, with an explanation where the code is not enough. */
export interface Problem {
  readonly problem: string;
}

/** Reads a payment for any offer. @param sent base64 of JSON, as headers have it, or the JSON value itself */
export function parsePayment(sent: unknown): SentPayment | Problem {
  let decoded = sent;
  if (typeof sent === 'string') {
    if (sent.length > MAX_CHARS) return invalid('the header is too long');
    try {
      decoded = decodePaymentSignatureHeader(sent);
    } catch {
      return invalid('the header is not base64 of JSON');
    }
  } else if (JSON.stringify(sent).length > MAX_CHARS) return invalid('it is too long');
  if (Object(decoded).x402Version !== 2) return invalid('x402Version must be 2');
  const parsed = PaymentPayloadV2Schema.safeParse(decoded);
  if (!parsed.success) return invalid('it is not an x402 v2 payload');
  const signed = Signed.safeParse(parsed.data.payload);
  if (!signed.success) return invalid('payload must hold a signature and an EIP-3009 authorization');
  // The schema has checked it; its type says less of `network`.
  return { payload: parsed.data as PaymentPayload, signed: signed.data };
}

/** Holds a payment to an offer. */
export function fitPayment(
  { payload: sent, signed }: SentPayment,
  { tiers, extensions, resource }: Pick<Offer, 'tiers' | 'extensions' | 'resource'>,
): Payment | Problem {
  const { extra: acceptedExtra, ...accepted } = sent.accepted;
  const tier = tiers.find(({ requirements: { extra, ...required } }) => {
    return isDeepStrictEqual(required, accepted) && holds(extra, acceptedExtra);
  });
  if (tier === undefined) return { problem: 'no_matching_payment_requirements' };
  const problem = termsProblem(signed.authorization, tier.requirements);
  if (problem !== undefined) return { problem };
  for (const [name, echoed] of Object.entries(sent.extensions ?? {})) {
    if (name in extensions && !holds(extensions[name], echoed)) return { problem: 'extension_echo_mismatch' };
  }
  const payload = {
    x402Version: 2,
    resource,
    accepted: tier.requirements,
    payload: { ...signed },
    ...(sent.extensions === undefined ? {} : { extensions }),
  };
  return { payload, signed, tier };
}

const invalid = (why: string) => ({ problem: `invalid_payment: ${why}` });

/**
 * Whether a value holds everything that another holds: objects may have more members, anything else is the same. For
 * JSON data of which `expected` is ours, so that its depth bounds the walk.
 */
function holds(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(expected, actual);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, index) => holds(item, actual[index]))
    );
  }
  const members = new Map(Object.entries(actual));
  return Object.entries(expected).every(([name, value]) => members.has(name) && holds(value, members.get(name)));
}
