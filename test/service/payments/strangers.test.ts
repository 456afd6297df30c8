/** Attacks of payers and others: more work than a wallet pays for, another payer's lock, endless requests. */

import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, describe, it } from 'node:test';
import type { PaymentPayload } from '@x402/core/types';
import { createLog } from '../../../src/log.ts';
import { createFacilitator } from '../../../src/payments/facilitator.ts';
import { createLedger, paymentKey } from '../../../src/payments/ledger.ts';
import { createPayForScan } from '../../../src/payments/paid-scans.ts';
import { createScans, newScanId } from '../../../src/scans/scans.ts';
import { openStore } from '../../../src/store/open.ts';
import { inWhole } from '../../support/exhaustive.ts';
import {
  isDelivered,
  isRequired,
  isToBeTriedAgain,
  type PaidService,
  startPaidService,
  TIER_1,
  type Wallet,
} from '../../support/paid-service.ts';
import { paymentHeader, readPaid, readPayment } from '../../support/payer.ts';
import { newDataDir } from '../../support/service.ts';

const DAY_MS = 86_400_000;
const FREE_SCANS = 3;
const PAYMENTS_PER_MINUTE = 60;

let shop: PaidService;
before(async () => {
  shop = await startPaidService();
});
after(() => shop.close());
afterEach(() => Object.assign(shop.facilitator.fault, { verify: undefined, settle: undefined }));

const rootUrl = () => `${shop.site.origin}/`;
const paymentOf = (payload: PaymentPayload) => readPaid(payload, shop.offer);
const withBadSignature = (payload: PaymentPayload) =>
  paymentHeader({ ...payload, payload: { ...payload.payload, signature: `0x${'11'.repeat(65)}` } });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

/** A payment that was made, and whose answer was lost. */
async function unknownSettlement(wallet: Wallet): Promise<PaymentPayload> {
  const payload = await wallet.payment();
  shop.facilitator.fault.settle = 'lost';
  isToBeTriedAgain(await wallet.send({ header: paymentHeader(payload) }), 'settlement_unknown');
  shop.facilitator.fault.settle = undefined;
  assert.equal(wallet.paid(), TIER_1);
  return payload;
}

describe('a caller that knows only the nonce of a payment whose settlement is unknown', () => {
  it('does not even get its lock, which would make the payer pay again', async () => {
    const wallet = shop.wallet();
    const payload = await unknownSettlement(wallet);
    const taken: string[] = [];
    const { store } = shop.service.repositories;
    const payForScan = createPayForScan({
      store: {
        ...store,
        claims: {
          ...store.claims,
          take(key, lease) {
            taken.push(key);
            return store.claims.take(key, lease);
          },
        },
      },
      ledger: shop.ledger,
      scans: createScans(store),
      facilitator: createFacilitator(shop.token, createLog('silent')),
      log: createLog('silent'),
    });
    const forged = readPayment(withBadSignature(payload), shop.offer);
    assert.ok(!('problem' in forged));
    const { signal } = new AbortController();
    const outcome = await payForScan({ payment: forged, target: { url: rootUrl() }, signal });
    assert.deepEqual(outcome, { kind: 'payment-required', error: 'payment_already_used' });
    assert.deepEqual(taken, []);
    isDelivered(await wallet.send({ header: paymentHeader(payload) }));
    assert.equal(wallet.paid(), TIER_1);
  });
});

describe('POST /api/scan', () => {
  const path = '/api/scan';
  /** A result shared with other callers costs no quota. */
  const fresh = () => ({ url: rootUrl(), fresh: true });
  const spendQuota = async (wallet: Wallet) => {
    for (let count = 0; count < FREE_SCANS; count += 1)
      assert.equal((await wallet.send({ path, body: fresh() })).status, 202);
  };

  inWhole(() =>
    it('asks the facilitator no oftener for an address than the paid route does', async () => {
      const wallet = shop.wallet();
      await spendQuota(wallet);
      const header = withBadSignature(await wallet.payment());
      const before = shop.facilitator.calls.verify;
      const replies = await Promise.all(Array.from({ length: 80 }, () => wallet.send({ path, header, body: fresh() })));
      const refused = replies.filter(({ status }) => status === 429);
      assert.equal(shop.facilitator.calls.verify - before, PAYMENTS_PER_MINUTE);
      assert.equal(refused.length, replies.length - PAYMENTS_PER_MINUTE);
      assert.ok(Number(refused[0]?.headers.get('retry-after')) <= 60);
      assert.equal((await wallet.send({ path, body: { ...fresh(), payment: true } })).status, 429);
    }),
  );

  it('gives what may have been paid for, and not another scan, also within the free quota', async () => {
    const wallet = shop.wallet();
    const payload = await unknownSettlement(wallet);
    const header = paymentHeader(payload);
    const paidScan = (await shop.ledger.find(paymentKey(paymentOf(payload))))?.scanId;
    assert.equal(isDelivered(await wallet.send({ path, header })).scan.id, paidScan);
    assert.equal(isDelivered(await wallet.send({ path, header })).scan.id, paidScan);
    assert.equal(wallet.paid(), TIER_1);
    // Unpaid features stay free.
    assert.equal((await wallet.send({ path, header, body: { url: `${rootUrl()}other` } })).status, 202);
    isRequired(await wallet.send({ header: withBadSignature(payload) }), 'payment_already_used');
  });
});

describe('a wallet with the price of one scan', () => {
  inWhole(() =>
    it('buys one of three also with payments that were verified long before and are good for long', async () => {
      const wallet = shop.wallet();
      shop.token.give(wallet.account.address, 300_000n);
      const longAgo = createLedger(shop.service.repositories.store, () => Date.now() - 400_000);
      const sign = async () => {
        const payload = await wallet.resign(await wallet.payment(250), { validBefore: inSeconds(86_400) });
        await longAgo.open(paymentOf(payload), rootUrl());
        return paymentHeader(payload);
      };
      const headers = await Promise.all([sign(), sign(), sign()]);
      const before = await shop.scanCount();
      const replies = await Promise.all(headers.map((header) => wallet.send({ header })));
      assert.equal(replies.filter(({ status }) => status === 201).length, 1);
      assert.equal(await shop.scanCount(), before + 1);
    }),
  );
});

describe('an authorization', () => {
  it('that would expire before the end of a scan that is still to begin is not used up by that scan', async () => {
    const dataDir = await newDataDir();
    // Without workers: nothing is begun.
    const store = await openStore({ dataDir });
    const [scans, ledger, log] = [createScans(store), createLedger(store), createLog('silent')];
    const payForScan = createPayForScan({
      store,
      ledger,
      scans,
      facilitator: createFacilitator(shop.token, log),
      log,
    });
    const wallet = shop.wallet();
    const payment = paymentOf(await wallet.resign(await wallet.payment(), { validBefore: inSeconds(100) }));
    const url = 'https://example.com/';
    await ledger.move(await ledger.open(payment, url), { state: 'scanning', scanId: newScanId() });
    const request = { payment, target: { url }, signal: AbortSignal.timeout(20_000) };
    const outcome = await payForScan(request);
    assert.equal(Object(outcome).code, 'scan_failed');
    assert.match(Object(outcome).message, /not begun.*Nothing was charged/);
    assert.deepEqual(await scans.running(), []);
    assert.deepEqual(await payForScan(request), {
      kind: 'payment-required',
      error: 'authorization_expires_too_soon',
    });
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  it('that was sent again since is kept in the repositories, however long ago it was first seen', async () => {
    const monthAgo = Date.now() - 31 * DAY_MS;
    const payment = paymentOf(await shop.wallet().payment());
    const record = await createLedger(shop.service.repositories.store, () => monthAgo).open(payment, rootUrl());
    await shop.ledger.move(record, { state: 'settling' });
    await shop.ledger.removeUnpaid(Date.now() - 30 * DAY_MS);
    assert.equal((await shop.ledger.find(record.key))?.state, 'settling');
    await shop.ledger.removeUnpaid(Date.now() + 1000);
    assert.equal(await shop.ledger.find(record.key), undefined);
  });
});
