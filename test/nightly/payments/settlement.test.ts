/** Forbidden results of a settlement: two charges, a charge without a result, a deleted result. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentPayload } from '@x402/core/types';
import { ServiceError } from '../../../src/errors.ts';
import { createLog } from '../../../src/log.ts';
import { type Checkout, createCheckout } from '../../../src/payments/checkout.ts';
import { createFacilitator, type Receipt } from '../../../src/payments/facilitator.ts';
import { createLedger, paymentKey } from '../../../src/payments/ledger.ts';
import { createOffer } from '../../../src/payments/offer.ts';
import { createPayForScan } from '../../../src/payments/paid-scans.ts';
import { createScans, newScanId } from '../../../src/scans/scans.ts';
import type { Store } from '../../../src/store/store.ts';
import { NETWORK, USDC } from '../../support/facilitator.ts';
import { PENDING_TRANSACTION } from '../../support/facilitator-server.ts';
import {
  isDelivered,
  isRequired,
  isToBeTriedAgain,
  type PaidService,
  startPaidService,
  TIER_1,
} from '../../support/paid-service.ts';
import { paymentHeader, readPaid } from '../../support/payer.ts';
import { eventually, makeGate } from '../../support/store-wait.ts';

/** The short lock of a suspended process. */
const SHORT_LEASE_MS = 200;
const NOBODY = `0x${'00'.repeat(20)}`;

let shop: PaidService;
before(async () => {
  shop = await startPaidService();
});
after(() => shop.close());
afterEach(() => Object.assign(shop.facilitator.fault, { verify: undefined, settle: undefined }));

const paymentOf = (payload: PaymentPayload) => readPaid(payload, shop.offer);
const recordOf = (payload: PaymentPayload) => shop.ledger.find(paymentKey(paymentOf(payload)));

/** Another process on the same store. */
function startPeer(store: Store, { onState = (_: string) => {}, beforeSettling = async () => {} } = {}) {
  const log = createLog('silent');
  const ledger = createLedger(store);
  const { token } = shop;
  return createPayForScan({
    store,
    ledger: {
      ...ledger,
      async move(record, change) {
        const moved = await ledger.move(record, change);
        onState(moved.state);
        return moved;
      },
    },
    scans: createScans(store),
    facilitator: createFacilitator(
      {
        verify: token.verify,
        async settle(payload, requirements) {
          await beforeSettling();
          return token.settle(payload, requirements);
        },
      },
      log,
    ),
    log,
  });
}

describe('after an unknown settlement', () => {
  it('no refusal is final: the wallet may have paid by then, and must not be asked to pay again', async () => {
    const wallet = shop.wallet();
    const header = await wallet.header();
    shop.facilitator.fault.settle = 'lost';
    isToBeTriedAgain(await wallet.send({ header }), 'settlement_unknown');
    assert.equal(wallet.paid(), TIER_1);
    for (const fault of ['refused', 400, 'pending', 'refused'] as const) {
      shop.facilitator.fault.settle = fault;
      isToBeTriedAgain(await wallet.send({ header }), 'settlement_unknown');
    }
    shop.facilitator.fault.settle = undefined;
    const reply = await wallet.send({ header });
    isDelivered(reply);
    const receipt = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '');
    assert.equal(receipt.transaction, PENDING_TRANSACTION, 'the last that was named');
    assert.equal(wallet.paid(), TIER_1);
  });

  it('the result is given when the authorization has expired, because the payment can no longer be checked', async () => {
    const wallet = shop.wallet();
    const scanId = isDelivered(await shop.wallet().send({ header: await wallet.header() })).scan.id;
    const other = shop.wallet();
    const expired = await other.resign(await other.payment(), { validBefore: Math.floor(Date.now() / 1000) - 5 });
    const record = await shop.ledger.open(paymentOf(expired), `${shop.site.origin}/`);
    await shop.ledger.move(record, { state: 'settling', scanId });
    assert.equal(isDelivered(await other.send({ header: paymentHeader(expired) })).scan.id, scanId);
  });

  it('an expired authorization that was never to be settled buys nothing', async () => {
    const wallet = shop.wallet();
    const scanId = isDelivered(await shop.wallet().send({ header: await wallet.header() })).scan.id;
    const other = shop.wallet();
    const expired = await other.resign(await other.payment(), { validBefore: Math.floor(Date.now() / 1000) - 5 });
    const record = await shop.ledger.open(paymentOf(expired), `${shop.site.origin}/`);
    await shop.ledger.move(record, { state: 'scanned', scanId });
    isRequired(await other.send({ header: paymentHeader(expired) }), /valid_before/);
  });
});

describe('a result given without a proven transaction', () => {
  const unprovenCount = async (reason: string) => {
    const text = await (await fetch(`${shop.service.url}/metrics`)).text();
    const line = new RegExp(`^legible_payments_unproven_total\\{reason="${reason}"\\} (\\d+)$`, 'm');
    return Number(line.exec(text)?.[1] ?? 0);
  };
  /** A payment whose settlement was asked for and whose result is not delivered yet. */
  async function atSettling(change: { validBefore?: number } = {}) {
    const scanId = isDelivered(await shop.wallet().send({ header: await shop.wallet().header() })).scan.id;
    const wallet = shop.wallet();
    const validBefore = Math.floor(Date.now() / 1000) + 300;
    const payload = await wallet.resign(await wallet.payment(), { validBefore, ...change });
    const record = await shop.ledger.open(paymentOf(payload), `${shop.site.origin}/`);
    await shop.ledger.move(record, { state: 'settling', scanId });
    return { wallet, payload };
  }

  it('is marked and counted when the facilitator names no transaction hash', async () => {
    const before = await unprovenCount('no_transaction');
    const wallet = shop.wallet();
    const payload = await wallet.payment();
    shop.facilitator.fault.settle = 'no-transaction';
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal((await recordOf(payload))?.unproven, 'no_transaction');
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal(await unprovenCount('no_transaction'), before + 1, 'a second delivery is not counted');
  });

  it('is marked and counted when the nonce was used after an unknown settlement', async () => {
    const before = await unprovenCount('nonce_used');
    const { wallet, payload } = await atSettling();
    await shop.token.settle(payload, paymentOf(payload).tier.requirements);
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal((await recordOf(payload))?.unproven, 'nonce_used');
    assert.equal(await unprovenCount('nonce_used'), before + 1);
  });

  it('is marked and counted when the authorization expired after an unknown settlement', async () => {
    const before = await unprovenCount('authorization_expired');
    const { wallet, payload } = await atSettling({ validBefore: Math.floor(Date.now() / 1000) - 5 });
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal((await recordOf(payload))?.unproven, 'authorization_expired');
    assert.equal(await unprovenCount('authorization_expired'), before + 1);
  });

  it('is neither marked nor counted when a transaction is proven', async () => {
    const wallet = shop.wallet();
    const payload = await wallet.payment();
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    const record = await recordOf(payload);
    assert.equal(record?.state, 'paid');
    assert.equal(record?.unproven, undefined);
    assert.match(record?.receipt?.transaction ?? '', /^0x[0-9a-f]{64}$/);
  });
});

describe('a process that was suspended', () => {
  /** A store whose turns are soon lost, as those of a process that does not run. */
  const lapsing = (store: Store): Store => ({
    ...store,
    claims: {
      ...store.claims,
      take: (key, lease) => store.claims.take(key, { ...lease, leaseMs: SHORT_LEASE_MS }),
      renew: (key, fence) => store.claims.renew(key, fence, SHORT_LEASE_MS),
    },
  });

  it('while it settled does not undo what another one has settled and delivered', async () => {
    const wallet = shop.wallet();
    const payload = await wallet.payment();
    const reached = makeGate();
    const wakes = makeGate();
    const { signal } = new AbortController();
    const beforeSettling = () => {
      reached.open();
      return wakes.opened;
    };
    const stands = startPeer(lapsing(shop.service.repositories.store), { beforeSettling });
    const target = {
      url: `${shop.site.origin}/`,
      permit: { host: '127.0.0.1', port: Number(new URL(shop.site.origin).port) },
    };
    const first = stands({ payment: paymentOf(payload), target, signal });
    await reached.opened;
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    wakes.open();
    await assert.rejects(first, /Send the same payment again/);
    assert.equal((await recordOf(payload))?.state, 'paid');
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal(wallet.paid(), TIER_1);
  });
});

describe('a client that leaves', () => {
  it('at the moment the scan is done is not charged, and collects it later', async () => {
    const wallet = shop.wallet();
    const payload = await wallet.payment();
    const leaving = new AbortController();
    const payForScan = startPeer(shop.service.repositories.store, {
      onState: (state) => state === 'scanned' && leaving.abort(),
    });
    const target = {
      url: `${shop.site.origin}/`,
      permit: { host: '127.0.0.1', port: Number(new URL(shop.site.origin).port) },
    };
    const outcome = await payForScan({ payment: paymentOf(payload), target, signal: leaving.signal });
    assert.equal(outcome.kind, 'left');
    assert.equal(wallet.paid(), 0n);
    const { scan } = isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal(scan.id, (await recordOf(payload))?.scanId);
    assert.equal(wallet.paid(), TIER_1);
  });
});

describe('a payment that is settled', () => {
  it('no longer blocks other payments', async () => {
    const wallet = shop.wallet();
    isDelivered(await wallet.send({ header: await wallet.header() }));
    const occupants = shop.service.repositories.store.documents('payment-of-payer');
    assert.equal(await occupants.get(wallet.account.address.toLowerCase()), undefined);
  });

  it('buys nothing when its scan is no longer kept', async () => {
    const wallet = shop.wallet();
    const header = await wallet.header();
    isDelivered(await wallet.send({ header }));
    await eventually('the scan is gone', async () => {
      await createScans(shop.service.repositories.store).removeUnowned(Date.now() + 1000);
      return (await shop.scanCount()) === 0;
    });
    isRequired(await wallet.send({ header }), 'payment_already_used');
    assert.equal(wallet.paid(), TIER_1);
  });

  it('is not charged for a scan that is no longer kept: it is made anew', async () => {
    const wallet = shop.wallet();
    const payload = await wallet.payment();
    const record = await shop.ledger.open(paymentOf(payload), `${shop.site.origin}/`);
    const forgotten = newScanId();
    await shop.ledger.move(record, { state: 'scanned', scanId: forgotten });
    const { scan } = isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.notEqual(scan.id, forgotten);
    assert.equal(wallet.paid(), TIER_1);
  });

  it('is bound to its signature: the nonce alone gives no access', async () => {
    const wallet = shop.wallet();
    const payload = await wallet.payment();
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    const forged = { ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(65)}` } };
    isRequired(await wallet.send({ header: paymentHeader(forged) }), 'payment_already_used');
  });
});

describe('a payment that may have been charged', () => {
  /** The checkout of a process with other terms. */
  function otherCheckout(): Checkout {
    const { store } = shop.service.repositories;
    const settings = {
      facilitatorUrl: 'http://127.0.0.1:1/',
      facilitatorAuth: undefined,
      network: NETWORK,
      asset: USDC,
    };
    const offer = createOffer(
      { ...settings, payTo: NOBODY, assetName: 'USD Coin', assetVersion: '2' },
      shop.service.url,
    );
    return createCheckout({ offer, ledger: shop.ledger, payForScan: startPeer(store), scans: createScans(store) });
  }
  /** The host no longer exists. */
  const accept = () => Promise.reject(new ServiceError('invalid_url', 'There is no such host.'));

  it('is delivered under the terms it was accepted under, and when its site is gone', async () => {
    const wallet = shop.wallet();
    const header = await wallet.header();
    shop.facilitator.fault.settle = 'lost';
    isToBeTriedAgain(await wallet.send({ header }), 'settlement_unknown');
    const checkout = otherCheckout();
    const url = `${shop.site.origin}/#top`;
    assert.equal(await checkout.isCollection(header, url, accept), true);
    const receipts: Receipt[] = [];
    const purchase = {
      payment: await checkout.read(header),
      url,
      signal: new AbortController().signal,
      waitMs: 20_000,
      accept,
      onReceipt: (receipt: Receipt) => receipts.push(receipt),
    };
    assert.equal((await checkout.buy(purchase)).state, 'delivered');
    assert.equal((await checkout.buy(purchase)).state, 'delivered');
    assert.deepEqual(
      receipts.map(({ success }) => success),
      [true, true],
    );
    assert.equal(wallet.paid(), TIER_1);
    await assert.rejects(checkout.buy({ ...purchase, url: `${shop.site.origin}/other` }), /no such host/);
  });

  it('is the only one: a payment outside the ledger uses the current offer', async () => {
    await assert.rejects(otherCheckout().read(await shop.wallet().header()), {
      name: 'ServiceError',
      code: 'payment_required',
      reason: 'no_matching_payment_requirements',
    });
  });
});
