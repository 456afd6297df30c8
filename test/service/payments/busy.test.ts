/** Paid scans while unpaid scans occupy all workers. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../src/log.ts';
import { createFacilitator } from '../../../src/payments/facilitator.ts';
import { createLedger } from '../../../src/payments/ledger.ts';
import { createPayForScan } from '../../../src/payments/paid-scans.ts';
import { withRenewedLock } from '../../../src/payments/renewed-lock.ts';
import { createScans } from '../../../src/scans/scans.ts';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { isDelivered, type PaidService, startPaidService } from '../../support/paid-service.ts';
import { paymentHeader, readPayment } from '../../support/payer.ts';
import { newDataDir } from '../../support/service.ts';
import { rest } from '../../support/service-doors.ts';
import { eventually } from '../../support/store-wait.ts';

describe('while every worker is busy', () => {
  let shop: PaidService;
  before(async () => {
    shop = await startPaidService({ SCAN_CONCURRENCY: '1' });
  });
  after(() => shop.close());

  it('a paid scan starts at once, in a reserved place', async (test) => {
    const held = await serveHeldSite();
    // Also after a failed assertion: the service does not stop while a page is held.
    test.after(() => held.close());
    const key = await shop.service.key();
    const { body } = await rest(shop.service, '/api/v1/scans', {
      method: 'POST',
      key,
      body: { url: `${held.origin}/` },
    });
    const scans = createScans(shop.service.repositories.store);
    await eventually('the free scan has begun', async () => (await scans.byId(Object(body).id))?.run === 1);
    const wallet = shop.wallet();
    isDelivered(await wallet.send({ header: await wallet.header() }));
    assert.equal((await scans.byId(Object(body).id))?.status, 'running');
  });

  it('one that is not begun soon is given up, is not charged, and may be asked for again', async () => {
    const dataDir = await newDataDir();
    const store = await openStore({ dataDir });
    const scans = createScans(store);
    const log = createLog('silent');
    const payForScan = createPayForScan({
      store,
      ledger: createLedger(store),
      scans,
      facilitator: createFacilitator(shop.token, log),
      log,
      queuePatienceMs: 100,
    });
    const wallet = shop.wallet();
    const payment = readPayment(paymentHeader(await wallet.payment()), shop.offer);
    assert.ok(!('problem' in payment));
    const request = { payment, target: { url: 'https://example.com/' }, signal: new AbortController().signal };
    for (const attempt of [1, 2]) {
      const outcome = await payForScan(request);
      assert.equal(outcome.kind, 'try-again');
      assert.equal(Object(outcome).code, 'scan_failed');
      assert.match(Object(outcome).message, /not begun.*Nothing was charged/);
      assert.equal(await store.index.count('scans-unowned'), attempt);
      assert.deepEqual(await scans.running(), []);
    }
    assert.equal(wallet.paid(), 0n);
    await store.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('while another request holds a payment', () => {
  it('the store is asked ever more seldom', async () => {
    let looks = 0;
    const claims: Store['claims'] = {
      async take() {
        looks += 1;
        return { won: false, state: 'held', note: 'the same', leaseLeftMs: 15_000 };
      },
      renew: async () => false,
      finish: async () => false,
      release: async () => false,
    };
    const waiting = { name: 'payment:a', note: 'the same', patienceMs: 700, signal: new AbortController().signal };
    const held = await withRenewedLock({ claims }, waiting, async () => 'not reached');
    assert.deepEqual(held, { held: false, reason: 'too-long' });
    assert.ok(looks <= 5, `${looks} looks`);
  });
});
