import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDelivered, isRequired, TIER_1 } from '../paid-service.ts';
import { paymentHeader } from '../payer.ts';
import type { Till } from './till.ts';

/** A good payment, sent once, often, and to another address. */
export function testGoodPayments(till: Till): void {
  const { send, sign, paid, scansOf } = till;
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
        const record = await till.shop.service.repositories.store
          .documents<{ pageLimit: number; tier: string }>('scans')
          .get(scan.id);
        assert.deepEqual([record?.pageLimit, record?.tier], [pageLimit, 'paid']);
      });
    }

    till.whereMain(() =>
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
      isRequired(await send({ header, body: { url: `${till.shop.site.origin}/other` } }), 'payment_already_used');
      assert.equal(paid(), TIER_1);
    });

    it('of a wallet with the price of one scan buys one of three', async () => {
      till.shop.token.give(till.payer.account.address, 300_000n);
      const headers = await Promise.all([1, 2, 3].map(async () => paymentHeader(await sign(250))));
      const before = await scansOf();
      const replies = await Promise.all(headers.map((header) => send({ header })));
      assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 402, 402]);
      for (const reply of replies.filter(({ status }) => status === 402)) isRequired(reply, /insufficient_balance/);
      assert.equal(await scansOf(), before + 1);
    });
  });
}
