import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { decodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentRecord } from '../../../src/payments/ledger.ts';
import { newScanId } from '../../../src/scans/scans.ts';
import { serveHeldSite } from '../held-site.ts';
import { isDelivered, isRequired, isToBeTriedAgain, TIER_1 } from '../paid-service.ts';
import { paymentHeader, readPayment } from '../payer.ts';
import { eventually } from '../store-wait.ts';
import { NOBODY, type Till } from './till.ts';

/** Scans that do not come to a settlement. */
export function testUnsettledScans(till: Till): void {
  const { send, sign, paid, scansOf } = till;
  describe('a scan that does not come to a settlement', () => {
    it('is not charged when it fails, and the same payment may be sent again', async () => {
      const header = paymentHeader(await sign());
      const before = await scansOf();
      isToBeTriedAgain(await send({ header, body: { url: NOBODY } }), 'scan_failed');
      isToBeTriedAgain(await send({ header, body: { url: NOBODY } }), 'scan_failed');
      assert.equal(await scansOf(), before + 2);
      assert.equal(till.shop.facilitator.calls.settle, 0);
      assert.equal(paid(), 0n);
    });

    it('is not begun for a wallet of which twenty have failed within the hour', async () => {
      const wallet = till.payer.account.address.toLowerCase();
      const limit = { windowMs: 3_600_000, max: 20 };
      const { windows } = till.shop.service.repositories.store;
      const header = paymentHeader(await sign());
      for (let count = 1; count < limit.max; count += 1) await windows.draw(`paid-scan-failures:${wallet}`, [limit]);
      isToBeTriedAgain(await send({ header, body: { url: NOBODY } }), 'scan_failed');
      const before = await scansOf();
      const { status, headers, error } = await send({ header, body: { url: NOBODY } });
      assert.deepEqual([status, error.code], [503, 'unavailable']);
      assert.ok(Number(headers.get('retry-after')) > 3500);
      assert.equal(await scansOf(), before);
      const other = till.shop.wallet();
      isDelivered(await other.send({ header: await other.header() }));
    });

    it('is withheld when the wallet was emptied meanwhile, and holds the wallet up for a while', async () => {
      const held = await serveHeldSite();
      const header = paymentHeader(await sign());
      const before = await scansOf();
      const sent = send({ header, body: { url: `${held.origin}/` } });
      await eventually('the scan has begun', async () => (await scansOf()) === before + 1);
      till.shop.token.give(till.payer.account.address, 0n);
      held.release();
      const reply = await sent;
      isRequired(reply, /insufficient_balance|settlement|transaction_failed|simulation/);
      assert.equal(decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '').success, false);
      assert.equal(Object(reply.json).scan, undefined);
      till.shop.token.give(till.payer.account.address, 1_000_000n);
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
      assert.equal(till.shop.facilitator.calls.settle, 0);
      isDelivered(await send({ header, body }));
      assert.equal(await scansOf(), before + 1);
      assert.equal(paid(), TIER_1);
      await held.close();
    });

    it('is refused up front when the authorization would expire before its end', async () => {
      const payload = await till.payer.resign(await sign(), { validBefore: Math.floor(Date.now() / 1000) + 60 });
      const header = paymentHeader(payload);
      const before = await scansOf();
      isRequired(await send({ header }), 'authorization_expires_too_soon');
      assert.equal(await scansOf(), before);
      assert.equal(till.shop.facilitator.calls.verify, 0);
    });
  });
}

/** Payments whose process died at some step. */
export function testDiedProcesses(till: Till): void {
  const { send, sign, paid, scansOf } = till;
  describe('a payment whose process died', () => {
    const died = async (come: () => Partial<PaymentRecord>) => {
      const url = `${till.shop.site.origin}/`;
      const payload = await sign();
      const payment = readPayment(paymentHeader(payload), till.shop.offer);
      assert.ok(!('problem' in payment));
      const { ledger } = till.shop;
      const record = await ledger.open(payment, url);
      await ledger.occupy(record);
      await ledger.move(record, come());
      return { header: paymentHeader(payload), ledger, record };
    };
    /** A scan that is done, as far as such a payment has come. */
    const scanned = async () => isDelivered(await send({ header: await till.shop.wallet().header() })).scan.id;

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
      const header = await till.shop.wallet().header();
      isDelivered(await send({ header }));
      const [newest] = await ledger.list({ limit: 1 });
      assert.ok((await ledger.removeUnpaid(Date.now() + 1000)) >= 1);
      assert.equal(await ledger.find(record.key), undefined);
      assert.equal((await ledger.find(newest?.key ?? ''))?.state, 'paid');
    });
  });
}
