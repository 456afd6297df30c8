/** Every way a payment can come to its end, over HTTP and over MCP: facts of x402, section 4. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentPayload } from '@x402/core/types';
import type { PaymentRecord } from '../../src/payments/ledger.ts';
import { newScanId } from '../../src/scans/scans.ts';
import { firstOf, IS_WHOLE, someOf } from './exhaustive.ts';
import { PAY_TO, USDC } from './facilitator.ts';
import { type Fault, PENDING_TRANSACTION } from './facilitator-server.ts';
import { serveHeldSite } from './held-site.ts';
import {
  isDelivered,
  isRequired,
  isToBeTriedAgain,
  type PaidService,
  type PaymentWay,
  type Sent,
  startPaidService,
  TIER_1,
  type Wallet,
} from './paid-service.ts';
import { paymentHeader, readPayment } from './payer.ts';
import { eventually } from './store-wait.ts';

const NOBODY = 'http://127.0.0.1:1/';

/** The tests of all outcomes, on a facilitator over loopback whose chain is a Map. */
export function testPayments(way: PaymentWay): void {
  let shop: PaidService;
  let payer: Wallet;
  before(async () => {
    shop = await startPaidService({}, way);
  });
  after(() => shop.close());
  beforeEach(() => {
    payer = shop.wallet();
    Object.assign(shop.facilitator.calls, { verify: 0, settle: 0 });
  });
  afterEach(() => Object.assign(shop.facilitator.fault, { verify: undefined, settle: undefined }));

  /** What the ledger does is one for both: over MCP a part of the whole. */
  const whereMain = (define: () => unknown) => {
    if (way === 'http' || IS_WHOLE) define();
  };

  const send = (request: Sent) => payer.send(request);
  const sign = (pageLimit?: number) => payer.payment(pageLimit);
  const paid = () => payer.paid();
  const scansOf = () => shop.scanCount();

  describe('a good payment', () => {
    for (const [name, pageLimit, price] of [
      ['X-PAYMENT', 25, 20_000n],
      ['PAYMENT-SIGNATURE', 250, 250_000n],
    ] as const) {
      it(`of ${price} under ${name} buys a scan, and buys it once`, async () => {
        const header = paymentHeader(await sign(pageLimit));
        const { scan } = isDelivered(await send({ header, name }));
        assert.equal(paid(), price);
        const again = isDelivered(await send({ header, name }));
        assert.equal(again.scan.id, scan.id, 'the same scan again');
        assert.equal(paid(), price);
        const record = await shop.service.repositories.store
          .documents<{ pageLimit: number; tier: string }>('scans')
          .get(scan.id);
        assert.deepEqual([record?.pageLimit, record?.tier], [pageLimit, 'paid']);
      });
    }

    whereMain(() =>
      it('sent ten times at once runs one scan and pays once', async () => {
        const header = paymentHeader(await sign());
        const before = await scansOf();
        const replies = await Promise.all(Array.from({ length: 10 }, () => send({ header })));
        assert.equal(new Set(replies.map((reply) => isDelivered(reply).scan.id)).size, 1);
        assert.equal(await scansOf(), before + 1);
        assert.equal(paid(), TIER_1);
      }),
    );

    it('is bound to its address', async () => {
      const header = paymentHeader(await sign());
      isDelivered(await send({ header }));
      isRequired(await send({ header, body: { url: `${shop.site.origin}/other` } }), 'payment_already_used');
      assert.equal(paid(), TIER_1);
    });

    it('of a wallet with the price of one scan buys one of three', async () => {
      shop.token.give(payer.account.address, 300_000n);
      const headers = await Promise.all([1, 2, 3].map(async () => paymentHeader(await sign(250))));
      const before = await scansOf();
      const replies = await Promise.all(headers.map((header) => send({ header })));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 402, 402]);
      for (const reply of replies.filter(({ status }) => status === 402)) isRequired(reply, /insufficient_balance/);
      assert.equal(await scansOf(), before + 1);
    });
  });

  describe('an invalid payment', () => {
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    type Change = (payload: PaymentPayload) => unknown;
    const withAccepted =
      (change: object): Change =>
      (payload) => ({ ...payload, accepted: { ...payload.accepted, ...change } });
    const withAuthorization =
      (change: object): Change =>
      (payload) => {
        const { authorization } = payload.payload as { authorization: object };
        return { ...payload, payload: { ...payload.payload, authorization: { ...authorization, ...change } } };
      };
    const now = () => Math.floor(Date.now() / 1000);
    const changed: [string, Change, RegExp][] = [
      ['version 1', (payload) => ({ ...payload, x402Version: 1 }), /^invalid_payment: /],
      ['no authorization', (payload) => ({ ...payload, payload: {} }), /^invalid_payment: /],
      ['accepted: null', (payload) => ({ ...payload, accepted: null }), /^invalid_payment: /],
      ['another network', withAccepted({ network: 'eip155:1' }), /^no_matching/],
      ['another asset', withAccepted({ asset: PAY_TO }), /^no_matching/],
      ['another receiver', withAccepted({ payTo: USDC }), /^no_matching/],
      ['another amount', withAccepted({ amount: '1' }), /^no_matching/],
      ['one tier with the pages of the other', withAccepted({ extra: { pageLimit: 250 } }), /^no_matching/],
      ['a tampered extension', (payload) => ({ ...payload, extensions: { bazaar: { info: 1 } } }), /^extension_echo/],
      [
        'a signed value that is not the amount',
        withAuthorization({ value: '1' }),
        /^invalid_exact_evm_payload_authorization_value_mismatch$/,
      ],
      ['a signed receiver that is not ours', withAuthorization({ to: USDC }), /^invalid_exact_evm_recipient_mismatch$/],
      [
        'an authorization that has expired',
        withAuthorization({ validBefore: '1' }),
        /^invalid_exact_evm_payload_authorization_valid_before$/,
      ],
      [
        'one that is not valid yet',
        withAuthorization({ validAfter: String(now() + 3600) }),
        /^invalid_exact_evm_payload_authorization_valid_after$/,
      ],
      [
        'a bad signature',
        (payload) => ({ ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(64)}1b` } }),
        /signature/,
      ],
    ];
    for (const [what, change, error] of someOf(changed, way === 'http' ? 4 : 13)) {
      it(`gets the reason: ${what}`, async () => {
        isRequired(await send({ header: encoded(change(await sign())) }), error);
        assert.equal(paid(), 0n);
        const asked = what === 'a bad signature' ? 1 : 0;
        assert.equal(shop.facilitator.calls.verify, asked, 'only signatures need the facilitator');
      });
    }
    for (const header of someOf(['%%%', 'AAAA', encoded(null), encoded([]), 'x'.repeat(15_000)], 3)) {
      it(`gets the reason: a header of ${header.slice(0, 8)}`, async () => {
        isRequired(await send({ header }), /^invalid_payment: /);
        assert.equal(shop.facilitator.calls.verify, 0);
      });
    }
    it('gets the reason: an empty wallet', async () => {
      shop.token.give(payer.account.address, 0n);
      isRequired(await send({ header: paymentHeader(await sign()) }), /insufficient_balance/);
    });
  });

  describe('a payment with a body that is none', () => {
    const bodies: [string, unknown, string][] = [
      ...(way === 'http'
        ? [
            ['no JSON', '{', 'invalid_request'] as [string, unknown, string],
            ['a browser', { url: 'https://example.com/', browser: true }, 'unsupported_option'] as [
              string,
              unknown,
              string,
            ],
          ]
        : []),
      ['no url', {}, 'invalid_url'],
      ['a long url', { url: `https://example.com/${'a'.repeat(2000)}` }, 'invalid_url'],
      ['a blocked address', { url: 'http://169.254.169.254/' }, 'blocked_address'],
    ];
    for (const [what, body, code] of bodies) {
      it(`is answered with 400, and nothing is verified: ${what}`, async () => {
        const reply = await send({ header: paymentHeader(await sign()), body });
        assert.equal(reply.status, 400);
        assert.equal(reply.error.code, code);
        assert.equal(shop.facilitator.calls.verify, 0);
      });
    }
  });

  describe('a facilitator that fails', () => {
    const silent: Fault[] = [401, 409, 429, 500, 'html', 'reset', 'cut-short', 'hang', 'trickle', 'huge', 'redirect'];
    /** Of all ways to fail, the first line tries these; over MCP only those of the settlement. */
    const isFirst = (fault: Fault) =>
      ['lost', 'pending'].includes(String(fault)) || (way === 'http' && [500, 'hang', 'reset'].includes(fault ?? ''));
    for (const fault of firstOf(silent, (each) => each === 500 || isFirst(each))) {
      it(`to verify (${fault}): 502, nothing scanned or charged, and the same payment is good later`, async () => {
        const header = paymentHeader(await sign());
        const before = await scansOf();
        shop.facilitator.fault.verify = fault;
        isToBeTriedAgain(await send({ header }), 'facilitator_unavailable');
        assert.equal(await scansOf(), before);
        shop.facilitator.fault.verify = undefined;
        isDelivered(await send({ header }));
        assert.equal(paid(), TIER_1);
      });
    }
    for (const fault of firstOf<Fault>([...silent, 'lost', 'pending'], isFirst)) {
      it(`to settle (${fault}): 502 and never 402, and the same payment collects the scan, charged once`, async () => {
        const header = paymentHeader(await sign());
        const before = await scansOf();
        shop.facilitator.fault.settle = fault;
        const reply = await send({ header });
        isToBeTriedAgain(reply, 'settlement_unknown');
        if (fault === 'pending') {
          const receipt = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '');
          assert.equal(receipt.transaction, PENDING_TRANSACTION);
        }
        shop.facilitator.fault.settle = undefined;
        isDelivered(await send({ header }));
        assert.equal(await scansOf(), before + 1, 'it is not scanned again');
        assert.equal(paid(), TIER_1);
      });
    }
  });

  whereMain(() =>
    describe('a scan that does not come to a settlement', () => {
      it('is not charged when it fails, and the same payment may be sent again', async () => {
        const header = paymentHeader(await sign());
        const before = await scansOf();
        isToBeTriedAgain(await send({ header, body: { url: NOBODY } }), 'scan_failed');
        isToBeTriedAgain(await send({ header, body: { url: NOBODY } }), 'scan_failed');
        assert.equal(await scansOf(), before + 2);
        assert.equal(shop.facilitator.calls.settle, 0);
        assert.equal(paid(), 0n);
      });

      it('is not begun for a wallet of which twenty have failed within the hour', async () => {
        const wallet = payer.account.address.toLowerCase();
        const limit = { windowMs: 3_600_000, max: 20 };
        const { windows } = shop.service.repositories.store;
        const header = paymentHeader(await sign());
        for (let count = 1; count < limit.max; count += 1) await windows.draw(`paid-scan-failures:${wallet}`, [limit]);
        isToBeTriedAgain(await send({ header, body: { url: NOBODY } }), 'scan_failed');
        const before = await scansOf();
        const { status, headers, error } = await send({ header, body: { url: NOBODY } });
        assert.deepEqual([status, error.code], [503, 'unavailable']);
        assert.ok(Number(headers.get('retry-after')) > 3500);
        assert.equal(await scansOf(), before);
        const other = shop.wallet();
        isDelivered(await other.send({ header: await other.header() }));
      });

      it('is withheld when the wallet was emptied meanwhile, and holds the wallet up for a while', async () => {
        const held = await serveHeldSite();
        const header = paymentHeader(await sign());
        const before = await scansOf();
        const sent = send({ header, body: { url: `${held.origin}/` } });
        await eventually('the scan has begun', async () => (await scansOf()) === before + 1);
        shop.token.give(payer.account.address, 0n);
        held.release();
        const reply = await sent;
        isRequired(reply, /insufficient_balance|settlement|transaction_failed|simulation/);
        assert.equal(decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '').success, false);
        assert.equal(Object(reply.json).scan, undefined);
        shop.token.give(payer.account.address, 1_000_000n);
        isDelivered(await send({ header, body: { url: `${held.origin}/` } }));
        await held.close();
      });

      it('is not charged when the client leaves before, and is collected later', async () => {
        const held = await serveHeldSite();
        const body = { url: `${held.origin}/` };
        const header = paymentHeader(await sign());
        const before = await scansOf();
        const leaving = new AbortController();
        const sent = send({ header, body, signal: leaving.signal });
        await eventually('the scan has begun', async () => (await scansOf()) === before + 1);
        leaving.abort();
        await assert.rejects(sent);
        held.release();
        await delay(1500);
        assert.equal(paid(), 0n);
        assert.equal(shop.facilitator.calls.settle, 0);
        isDelivered(await send({ header, body }));
        assert.equal(await scansOf(), before + 1);
        assert.equal(paid(), TIER_1);
        await held.close();
      });

      it('is refused up front when the authorization would expire before its end', async () => {
        const payload = await payer.resign(await sign(), { validBefore: Math.floor(Date.now() / 1000) + 60 });
        const header = paymentHeader(payload);
        const before = await scansOf();
        isRequired(await send({ header }), 'authorization_expires_too_soon');
        assert.equal(await scansOf(), before);
        assert.equal(shop.facilitator.calls.verify, 0);
      });
    }),
  );

  whereMain(() =>
    describe('a payment whose process died', () => {
      const died = async (come: () => Partial<PaymentRecord>) => {
        const url = `${shop.site.origin}/`;
        const payload = await sign();
        const payment = readPayment(paymentHeader(payload), shop.offer);
        assert.ok(!('problem' in payment));
        const { ledger } = shop;
        const record = await ledger.open(payment, url);
        await ledger.occupy(record);
        await ledger.move(record, come());
        return { header: paymentHeader(payload), ledger, record };
      };
      /** A scan that is done, as far as such a payment has come. */
      const scanned = async () => isDelivered(await send({ header: await shop.wallet().header() })).scan.id;

      it('before it began the scan: it is verified again, scanned and paid', async () => {
        const { header } = await died(() => ({}));
        isDelivered(await send({ header }));
        assert.equal(paid(), TIER_1);
      });

      it('between recording the scan and starting it: it is started under the recorded id', async () => {
        const id = newScanId();
        const { header } = await died(() => ({ state: 'scanning', scanId: id }));
        assert.equal(isDelivered(await send({ header })).scan.id, id);
        assert.equal(paid(), TIER_1);
      });

      for (const state of ['scanned', 'settling'] as const) {
        it(`when it was ${state}: it is settled and delivered without another scan`, async () => {
          const scanId = await scanned();
          const before = await scansOf();
          const { header } = await died(() => ({ state, scanId }));
          assert.equal(isDelivered(await send({ header })).scan.id, scanId);
          assert.equal(await scansOf(), before);
          assert.equal(paid(), TIER_1);
        });
      }

      it('holds another payment of the wallet up until it is settled', async () => {
        const scanId = await scanned();
        const { header } = await died(() => ({ state: 'scanned', scanId }));
        const second = send({ header: paymentHeader(await sign()) });
        await delay(500);
        assert.equal(paid(), 0n);
        isDelivered(await send({ header }));
        isDelivered(await second);
        assert.equal(paid(), 2n * TIER_1);
      });

      it('and that was never paid is forgotten after its time; paid ones stay in the ledger', async () => {
        const { ledger, record } = await died(() => ({}));
        const header = await shop.wallet().header();
        isDelivered(await send({ header }));
        const [newest] = await ledger.list({ limit: 1 });
        assert.ok((await ledger.removeUnpaid(Date.now() + 1000)) >= 1);
        assert.equal(await ledger.find(record.key), undefined);
        assert.equal((await ledger.find(newest?.key ?? ''))?.state, 'paid');
      });
    }),
  );
}
