/** A service that sells scans, its facilitator on loopback, and the assertions over what it answers to payments. */
import assert from 'node:assert/strict';
import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentPayload } from '@x402/core/types';
import * as z from 'zod';
import { createLedger, type Ledger } from '../../src/payments/ledger.ts';
import { createOffer, type Offer } from '../../src/payments/offer.ts';
import { paymentSettings, X402_ENVIRONMENT } from '../../src/payments/settings.ts';
import { Scan } from '../../src/schema/scan.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { createTestFacilitator, NETWORK, PAY_TO, type TestFacilitator } from './facilitator.ts';
import { clientOf, type FacilitatorServer, serveFacilitator } from './facilitator-server.ts';
import { sendOverMcp } from './paid-over-mcp.ts';
import { createPayer, type Payer, paymentHeader } from './payer.ts';
import { startTestService, type TestService } from './service.ts';
import { type SiteServer, serveSite } from './site-server.ts';

const PaidScan = z.strictObject({ scan: Scan, shareUrl: z.string() });
const SETTINGS = {
  X402_PAY_TO: PAY_TO,
  X402_FACILITATOR_URL: 'http://127.0.0.1:1/',
  // Every wallet has a separate client address, and so a separate limit.
  TRUSTED_PROXIES: '1',
};
export const TIER_1 = 20_000n;

export interface Sent {
  readonly header?: string;
  readonly name?: string;
  readonly body?: unknown;
  readonly path?: string;
  readonly signal?: AbortSignal;
}

/** The transport that payments go over. */
export type PaymentWay = 'http' | 'mcp';

export interface Reply {
  readonly way: PaymentWay;
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
  readonly error: { readonly code: string; readonly message: string } & string;
}

/** A wallet with 1 USDC. */
export interface Wallet extends Payer {
  /** A unique payment for a tier, in the encoding of the header. */
  header(pageLimit?: number): Promise<string>;
  payment(pageLimit?: number): Promise<PaymentPayload>;
  send(request: Sent): Promise<Reply>;
  /** Its payments until now. */
  paid(): bigint;
}

export interface PaidService {
  readonly service: TestService;
  readonly site: SiteServer;
  readonly token: TestFacilitator;
  readonly facilitator: FacilitatorServer;
  readonly ledger: Ledger;
  readonly offer: Offer;
  wallet(): Wallet;
  /** Scans without an account. */
  scanCount(): Promise<number>;
  close(): Promise<void>;
}

const START_BALANCE = 1_000_000n;

/** @param settings over those that sell scans */
export async function startPaidService(
  settings: Record<string, string> = {},
  way: PaymentWay = 'http',
): Promise<PaidService> {
  const token = createTestFacilitator();
  const facilitator = await serveFacilitator(token);
  const client = clientOf(facilitator);
  const site = await serveSite(tinyLegit);
  const service = await startTestService({ settings: { ...SETTINGS, ...settings }, facilitator: client });
  const offer = createOffer(paymentSettings(z.object(X402_ENVIRONMENT).parse(SETTINGS)), service.url);
  let wallets = 0;
  token.give(PAY_TO, 0n);
  return {
    service,
    site,
    token,
    facilitator,
    ledger: createLedger(service.repositories.store),
    offer,
    wallet() {
      wallets += 1;
      const address = `198.51.100.${wallets}`;
      const payer = createPayer();
      token.give(payer.account.address, START_BALANCE);
      const terms = way === 'mcp' ? offer.toolChallenge('buy_scan') : offer.challenge().body;
      const payment = (pageLimit?: number) => payer.sign(terms, pageLimit);
      const sendBy = way === 'mcp' ? sendOverMcp : send;
      return {
        ...payer,
        payment,
        header: async (pageLimit) => paymentHeader(await payment(pageLimit)),
        send: (request) => sendBy(service.url, address, { body: { url: `${site.origin}/` }, ...request }),
        paid: () => START_BALANCE - token.balance(payer.account.address),
      };
    },
    scanCount: () => service.repositories.store.index.count('scans-unowned'),
    async close() {
      await service.stop();
      await client.close();
      await facilitator.close();
      await site.close();
    },
  };
}

async function send(
  url: string,
  address: string,
  { header, name = 'X-PAYMENT', body, path = '/api/x402/scan', signal }: Sent,
): Promise<Reply> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(header === undefined ? {} : { [name]: header }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const json: unknown = await response.json();
  return { way: 'http', status: response.status, headers: response.headers, json, error: Object(json).error };
}

export function isDelivered({ way, status, headers, json }: Reply): z.output<typeof PaidScan> {
  assert.equal(status, 201, JSON.stringify(json).slice(0, 400));
  const receipt = decodePaymentResponseHeader(headers.get('payment-response') ?? '');
  assert.equal(headers.get('x-payment-response'), headers.get('payment-response'));
  assert.equal(receipt.success, true);
  assert.equal(receipt.network, NETWORK);
  if (way === 'http') assert.equal(headers.get('cache-control'), 'no-store, private');
  const delivered = PaidScan.parse(json);
  assert.equal(delivered.scan.status, 'completed');
  assert.equal(delivered.shareUrl, `/s/${delivered.scan.shareToken}`);
  return delivered;
}

export function isRequired({ status, headers, json }: Reply, error: RegExp | string): void {
  assert.equal(status, 402, JSON.stringify(json).slice(0, 400));
  assert.deepEqual(decodePaymentRequiredHeader(headers.get('payment-required') ?? ''), json);
  if (typeof error === 'string') assert.equal(Object(json).error, error);
  else assert.match(Object(json).error, error);
}

export function isToBeTriedAgain({ status, headers, error }: Reply, code: string): void {
  assert.equal(status, 502);
  assert.equal(error.code, code);
  assert.ok(Number(headers.get('retry-after')) > 0);
}
