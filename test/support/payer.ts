/** Wallets that pay by x402: the stock client, or its payload to be sent by hand. */
import assert from 'node:assert/strict';
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import type { Hex } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Offer } from '../../src/payments/offer.ts';
import { fitPayment, type Payment, type Problem, parsePayment } from '../../src/payments/read-payment.ts';
import { NETWORK, USDC } from './facilitator.ts';

export interface Payer {
  readonly account: PrivateKeyAccount;
  /** Pays a 402 response, as the stock client does. @param pageLimit the tier */
  payingFetch(pageLimit?: number): typeof fetch;
  /** A signed payment of a tier, not sent. @param offer the service that makes it, or the offer itself */
  sign(offer: string | PaymentRequired, pageLimit?: number): Promise<PaymentPayload>;
  /** The same payment for another time, signed anew. @param validBefore seconds since 1970 */
  resign(payload: PaymentPayload, change: { validBefore: number }): Promise<PaymentPayload>;
}

const uint256 = (name: string) => ({ name, type: 'uint256' }) as const;
const address = (name: string) => ({ name, type: 'address' }) as const;
/** EIP-3009. */
const TYPES = {
  TransferWithAuthorization: [
    address('from'),
    address('to'),
    uint256('value'),
    uint256('validAfter'),
    uint256('validBefore'),
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;
const DOMAIN = { name: 'USD Coin', version: '2', chainId: 8453, verifyingContract: USDC } as const;

interface Authorization {
  readonly from: Hex;
  readonly to: Hex;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: Hex;
}

/** @param privateKey default a new one */
export function createPayer(privateKey = generatePrivateKey()): Payer {
  const account = privateKeyToAccount(privateKey);
  const clientFor = (pageLimit: number) =>
    new x402Client((_version, accepts) => {
      const tier = accepts.find(({ extra }) => extra?.pageLimit === pageLimit);
      if (tier === undefined) throw new Error(`no tier of ${pageLimit} pages is offered`);
      return tier;
    }).register(NETWORK, new ExactEvmScheme(account));
  return {
    account,
    payingFetch: (pageLimit = 25) => wrapFetchWithPayment(fetch, clientFor(pageLimit)),
    async sign(offer, pageLimit = 25) {
      return clientFor(pageLimit).createPaymentPayload(typeof offer === 'string' ? await offerOf(offer) : offer);
    },
    async resign(payload, { validBefore }) {
      // As the stock client's scheme has just made it.
      const { authorization } = payload.payload as unknown as { authorization: Authorization };
      const { from, to, value, validAfter, nonce } = authorization;
      const signature = await account.signTypedData({
        domain: DOMAIN,
        types: TYPES,
        primaryType: 'TransferWithAuthorization',
        message: {
          from,
          to,
          value: BigInt(value),
          validAfter: BigInt(validAfter),
          validBefore: BigInt(validBefore),
          nonce,
        },
      });
      const changed = { ...authorization, validBefore: String(validBefore) };
      return { ...payload, payload: { authorization: changed, signature } };
    },
  };
}

async function offerOf(serviceUrl: string): Promise<PaymentRequired> {
  const response = await fetch(`${serviceUrl}/api/x402/scan`);
  return decodePaymentRequiredHeader(response.headers.get('payment-required') ?? '');
}

export const paymentHeader = (payload: PaymentPayload): string => encodePaymentSignatureHeader(payload);

/** Buys a scan of `url` with a payment, for any outcome. */
export async function sendPayment(serviceUrl: string, payload: PaymentPayload, url: string) {
  const response = await fetch(`${serviceUrl}/api/x402/scan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'PAYMENT-SIGNATURE': paymentHeader(payload) },
    body: JSON.stringify({ url }),
  });
  return { status: response.status, body: Object(await response.json()) };
}

/** Reads a payment by an offer, as the service does in two steps. */
export function readPayment(sent: unknown, offer: Offer): Payment | Problem {
  const parsed = parsePayment(sent);
  return 'problem' in parsed ? parsed : fitPayment(parsed, offer);
}

/** A payment as the service reads it from its header. */
export function readPaid(payload: PaymentPayload, offer: Offer): Payment {
  const payment = readPayment(paymentHeader(payload), offer);
  assert.ok(!('problem' in payment));
  return payment;
}
