import { isDeepStrictEqual } from 'node:util';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import { PaymentPayloadV2Schema } from '@x402/core/schemas';
import type { PaymentPayload } from '@x402/core/types';
import * as z from 'zod';
import { holds } from './contained.ts';
import type { Offer, Tier } from './offer.ts';

const MAX_HEADER_CHARS = 16_384;
const Address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
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
export type SignedAuthorization = z.output<typeof Signed>;

/** A payment that fits the offer; whether it is good, only the facilitator knows. */
export interface Payment {
  /** Written anew: of the client's are the signature and the authorization, and nothing else. */
  readonly payload: PaymentPayload;
  readonly signed: SignedAuthorization;
  /** The server's own terms: nothing of what the client repeats of them is used. */
  readonly tier: Tier;
}

/** Reads a payment header. Answers why it is none as a code, with our words behind it. */
export function readPayment(
  header: string,
  { tiers, extensions, resource }: Offer,
): Payment | { readonly problem: string } {
  if (header.length > MAX_HEADER_CHARS) return invalid('the header is too long');
  let decoded: unknown;
  try {
    decoded = decodePaymentSignatureHeader(header);
  } catch {
    return invalid('the header is not base64 of JSON');
  }
  if (Object(decoded).x402Version !== 2) return invalid('x402Version must be 2');
  const parsed = PaymentPayloadV2Schema.safeParse(decoded);
  if (!parsed.success) return invalid('it is not an x402 v2 payload');
  const signed = Signed.safeParse(parsed.data.payload);
  if (!signed.success) return invalid('payload must hold a signature and an EIP-3009 authorization');
  const { extra: acceptedExtra, ...accepted } = parsed.data.accepted;
  const tier = tiers.find(({ requirements: { extra, ...required } }) => {
    return isDeepStrictEqual(required, accepted) && holds(extra, acceptedExtra);
  });
  if (tier === undefined) return { problem: 'no_matching_payment_requirements' };
  for (const [name, echoed] of Object.entries(parsed.data.extensions ?? {})) {
    if (name in extensions && !holds(extensions[name], echoed)) return { problem: 'extension_echo_mismatch' };
  }
  const payload = {
    x402Version: 2,
    resource,
    accepted: tier.requirements,
    payload: { ...signed.data },
    ...(parsed.data.extensions === undefined ? {} : { extensions }),
  };
  return { payload, signed: signed.data, tier };
}

const invalid = (why: string) => ({ problem: `invalid_payment: ${why}` });
