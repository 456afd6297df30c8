/** Scans sold over HTTP: the challenge, its documents, the stock client, and `POST /api/scan`. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { NETWORK, PAY_TO, USDC } from '../../support/facilitator.ts';
import {
  isDelivered,
  isRequired,
  type PaidService,
  type Sent,
  startPaidService,
  TIER_1,
  type Wallet,
} from '../../support/paid-service.ts';
import { paymentHeader } from '../../support/payer.ts';
import { startTestService } from '../../support/service.ts';

let shop: PaidService;
let payer: Wallet;
before(async () => {
  shop = await startPaidService();
});
after(() => shop.close());
beforeEach(() => {
  payer = shop.wallet();
  Object.assign(shop.facilitator.calls, { verify: 0, settle: 0 });
});

const send = (request: Sent) => payer.send(request);
const sign = (pageLimit?: number) => payer.payment(pageLimit);
const paid = () => payer.paid();

describe('the challenge', () => {
  it('is the same in the header and in the body, with two tiers in whole atomic units', async () => {
    for (const init of [{}, { method: 'POST' }, { method: 'POST', body: 'no json' }]) {
      const response = await fetch(`${shop.service.url}/api/x402/scan`, init);
      assert.equal(response.status, 402);
      const body: unknown = await response.json();
      assert.deepEqual(decodePaymentRequiredHeader(response.headers.get('payment-required') ?? ''), body);
      const { x402Version, accepts, resource, error } = Object(body);
      assert.equal(x402Version, 2);
      assert.equal(error, 'Payment required');
      assert.equal(resource.url, `${shop.service.url}/api/x402/scan`);
      assert.deepEqual(
        accepts.map((each: { amount: string; extra: { pageLimit: number } }) => [each.amount, each.extra.pageLimit]),
        [
          ['20000', 25],
          ['250000', 250],
        ],
      );
      for (const { network, asset, payTo } of accepts)
        assert.deepEqual([network, asset, payTo], [NETWORK, USDC, PAY_TO]);
      assert.ok(response.headers.has('x-ratelimit-limit'));
    }
    assert.equal(shop.facilitator.calls.verify, 0, 'nobody was asked');
  });

  it('is in the OpenAPI description, with its price', async () => {
    const { paths } = Object(await (await fetch(`${shop.service.url}/openapi.json`)).json());
    const { price } = paths['/api/x402/scan'].post['x-payment-info'];
    assert.deepEqual(price, { mode: 'dynamic', currency: 'USD', min: '0.02', max: '0.25' });
  });

  it('is listed, by the filters and page by page', async () => {
    const rows: [string, number, number][] = [
      ['', 1, 1],
      ['?type=http&network=eip155:8453&scheme=exact&extensions=bazaar', 1, 1],
      [`?payTo=${PAY_TO.toLowerCase()}`, 1, 1],
      ['?type=mcp', 0, 0],
      ['?network=eip155:1', 0, 0],
      ['?extensions=other', 0, 0],
      ['?offset=1', 0, 1],
      ['?limit=0', 0, 1],
    ];
    for (const [query, items, total] of rows) {
      const response = await fetch(`${shop.service.url}/discovery/resources${query}`);
      const page = Object(await response.json());
      assert.deepEqual([page.items.length, page.pagination.total], [items, total], query);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
    }
    assert.equal((await fetch(`${shop.service.url}/discovery/resources?limit=all`)).status, 400);
    const [bare, json] = await Promise.all(
      ['', '.json'].map(async (end) => (await fetch(`${shop.service.url}/.well-known/x402${end}`)).text()),
    );
    assert.equal(bare, json);
  });

  it('answers other methods as every path does', async () => {
    const url = `${shop.service.url}/api/x402/scan`;
    assert.equal((await fetch(url, { method: 'HEAD' })).status, 402);
    assert.equal((await fetch(url, { method: 'DELETE' })).status, 405);
    const preflight = await fetch(url, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } });
    assert.equal(preflight.status, 204);
  });
});

describe('a 402', () => {
  it('is taken by the stock client', async () => {
    const response = await payer.payingFetch(25)(`${shop.service.url}/api/x402/scan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${shop.site.origin}/` }),
    });
    assert.equal(response.status, 201);
    assert.equal(paid(), TIER_1);
  });
});

describe('POST /api/scan over the free quota', () => {
  const path = '/api/scan';
  it('is free within it, also with a payment, then names the price to those who are ready to pay', async () => {
    const header = paymentHeader(await sign());
    // A result shared with other callers costs no quota.
    const body = { url: `${shop.site.origin}/`, fresh: true };
    for (let count = 1; count <= 3; count += 1) assert.equal((await send({ path, header, body })).status, 202);
    assert.equal(paid(), 0n);
    const refused = await send({ path, body });
    assert.equal(refused.status, 429);
    assert.match(refused.error.message, /\/api\/x402\/scan/);
    isRequired(await send({ path, body: { ...body, payment: true } }), 'Payment required');
    isRequired(await send({ path, header: 'AAAA', body }), /^invalid_payment/);
    isDelivered(await send({ path, header, body }));
    isDelivered(await send({ header }));
    assert.equal(paid(), TIER_1);
  });
});

describe('a service that sells nothing', () => {
  it('offers nothing, says so, and takes no payment', async () => {
    const header = paymentHeader(await sign());
    const other = await startTestService({ settings: { X402_PAY_TO: PAY_TO } });
    const url = `${other.url}/api/x402/scan`;
    for (const init of [{}, { method: 'POST' }]) {
      const response = await fetch(url, init);
      assert.equal(response.status, 402);
      const { accepts, error } = Object(await response.json());
      assert.deepEqual([accepts, error], [[], 'payments_not_configured']);
    }
    const response = await fetch(url, { method: 'POST', headers: { 'X-PAYMENT': header } });
    assert.equal(response.status, 503);
    assert.deepEqual(Object(await (await fetch(`${other.url}/discovery/resources`)).json()).items, []);
    assert.deepEqual(Object(await (await fetch(`${other.url}/.well-known/x402`)).json()).resources, []);
    await other.stop();
  });
});
