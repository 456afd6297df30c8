import type { PaymentRequirements } from '@x402/core/types';
import * as z from 'zod';

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
export const Signed = z.object({
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
