import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodePaymentResponseHeader } from '@x402/core/http';
import { firstOf } from '../exhaustive.ts';
import { type Fault, PENDING_TRANSACTION } from '../facilitator-server.ts';
import { isDelivered, isToBeTriedAgain, TIER_1 } from '../paid-service.ts';
import { paymentHeader } from '../payer.ts';
import type { Till } from './till.ts';

/** Facilitators that fail to verify or to settle. */
export function testFailingFacilitator(till: Till): void {
  const { send, sign, paid, scansOf, way } = till;
  describe('a facilitator that fails', () => {
    const silent: Fault[] = [401, 409, 429, 500, 'html', 'reset', 'cut-short', 'hang', 'trickle', 'huge', 'redirect'];
    /** Of all ways to fail, the first line tries these; over MCP only those of the settlement. */
    const isFirst = (fault: Fault) =>
      ['lost', 'pending'].includes(String(fault)) || (way === 'http' && [500, 'hang', 'reset'].includes(fault ?? ''));
    for (const fault of firstOf(silent, (each) => each === 500 || isFirst(each))) {
      it(`to verify (${fault}): 502, nothing scanned or charged, and the same payment is good later`, async () => {
        const header = paymentHeader(await sign());
        const before = await scansOf();
        till.shop.facilitator.fault.verify = fault;
        isToBeTriedAgain(await send({ header }), 'facilitator_unavailable');
        assert.equal(await scansOf(), before);
        till.shop.facilitator.fault.verify = undefined;
        isDelivered(await send({ header }));
        assert.equal(paid(), TIER_1);
      });
    }
    for (const fault of firstOf<Fault>([...silent, 'lost', 'pending'], isFirst)) {
      it(`to settle (${fault}): 502 and never 402, and the same payment collects the scan, charged once`, async () => {
        const header = paymentHeader(await sign());
        const before = await scansOf();
        till.shop.facilitator.fault.settle = fault;
        const reply = await send({ header });
        isToBeTriedAgain(reply, 'settlement_unknown');
        if (fault === 'pending') {
          const receipt = decodePaymentResponseHeader(reply.headers.get('payment-response') ?? '');
          assert.equal(receipt.transaction, PENDING_TRANSACTION);
        }
        till.shop.facilitator.fault.settle = undefined;
        isDelivered(await send({ header }));
        assert.equal(await scansOf(), before + 1, 'it is not scanned again');
        assert.equal(paid(), TIER_1);
      });
    }
  });
}
