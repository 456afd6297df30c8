/** The possible responses of a facilitator over HTTP, and their results. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../src/log.ts';
import { createFacilitator, type Facilitator } from '../../../src/payments/facilitator.ts';
import { createOffer, type Offer } from '../../../src/payments/offer.ts';
import { createTestFacilitator, NETWORK, PAY_TO, USDC } from '../../support/facilitator.ts';
import {
  clientOf,
  type FacilitatorServer,
  type Fault,
  REFUSAL,
  serveFacilitator,
} from '../../support/facilitator-server.ts';
import { createPayer, paymentHeader, readPayment } from '../../support/payer.ts';

const SECRET = 'Bearer not-to-be-seen';

describe('a facilitator over HTTP', () => {
  const token = createTestFacilitator();
  const lines: string[] = [];
  let server: FacilitatorServer;
  let client: ReturnType<typeof clientOf>;
  let facilitator: Facilitator;
  let offer: Offer;
  before(async () => {
    server = await serveFacilitator(token);
    client = clientOf(server, SECRET);
    facilitator = createFacilitator(client, createLog('trace', { write: (line) => lines.push(line) }));
    const terms = { network: NETWORK, asset: USDC, payTo: PAY_TO, assetName: 'USD Coin', assetVersion: '2' };
    offer = createOffer({ facilitatorUrl: server.url, facilitatorAuth: SECRET, ...terms }, 'https://legible.example');
  });
  after(async () => {
    await client.close();
    await server.close();
  });

  async function newPayment() {
    const payer = createPayer();
    token.give(payer.account.address, 20_000n);
    const payment = readPayment(paymentHeader(await payer.sign(offer.challenge().body)), offer);
    assert.ok(!('problem' in payment));
    return payment;
  }
  async function outcomes(fault: Fault) {
    const { payload, tier } = await newPayment();
    Object.assign(server.fault, { verify: fault, settle: fault });
    return {
      verification: await facilitator.verify(payload, tier.requirements),
      settlement: await facilitator.settle(payload, tier.requirements),
    };
  }

  it('verifies and settles, under the authorization of the operator', async () => {
    const { verification, settlement } = await outcomes(undefined);
    assert.deepEqual(verification, { state: 'valid' });
    assert.equal(settlement.state, 'paid');
    assert.equal(server.authorization(), SECRET);
  });

  const refusals: [Fault, string, string][] = [
    ['refused', REFUSAL, REFUSAL],
    [400, 'boom', 'boom'],
    ['prose', 'verification_failed', 'settlement_failed'],
  ];
  for (const [fault, invalid, refused] of refusals) {
    it(`refuses in codes and nothing else: ${fault}`, async () => {
      assert.deepEqual(await outcomes(fault), {
        verification: { state: 'invalid', reason: invalid },
        settlement: { state: 'refused', reason: refused },
      });
    });
  }

  const silent: [Fault, RegExp][] = [
    [401, /status 401/],
    [409, /status 409/],
    [429, /status 429/],
    [500, /status 500/],
    ['redirect', /status 307/],
    ['html', /malformed/],
    ['reset', /connection|reset|closed/],
    ['cut-short', /connection|reset|closed/],
    ['hang', /timeout/],
    ['trickle', /timeout/],
    ['huge', /too_large/],
  ];
  for (const [fault, reason] of silent) {
    it(`says nothing of the payment: ${fault}`, async () => {
      lines.length = 0;
      assert.deepEqual(await outcomes(fault), {
        verification: { state: 'unavailable' },
        settlement: { state: 'unknown', transaction: '' },
      });
      assert.equal(lines.length, 2);
      for (const line of lines) assert.match(Object(JSON.parse(line)).reason, reason);
    });
  }

  it('is sent nothing of the client but the signature and the authorization', async () => {
    const payer = createPayer();
    const payload = await payer.sign(offer.challenge().body);
    const depth = 3000;
    const deep = JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
    const given = {
      ...payload,
      more: 1,
      payload: { ...payload.payload, more: deep },
      accepted: { ...payload.accepted, extra: { ...payload.accepted.extra, more: 1 } },
      extensions: { ...payload.extensions, more: 1 },
      resource: { url: 'https://elsewhere.example/' },
    };
    const payment = readPayment(paymentHeader(given), offer);
    assert.ok(!('problem' in payment));
    assert.deepEqual(payment.payload, { ...payload, resource: offer.resource });
  });

  it('shows the log no secret', () => {
    assert.ok(!lines.join('').includes('not-to-be-seen'));
  });
});
