/** A facilitator that takes the connection and never answers: requests end, nothing is lost, nothing is charged twice. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { createTestFacilitator, PAY_TO } from '../../support/facilitator.ts';
import { serveFacilitator } from '../../support/facilitator-server.ts';
import { createPayer, sendPayment } from '../../support/payer.ts';
import { newDataDir } from '../../support/service.ts';
import { spawnService } from '../../support/service-process.ts';
import { serveSite } from '../../support/site-server.ts';
import { eventually } from '../../support/store-wait.ts';

const BALANCE = 1_000_000n;
const PRICE = 20_000n;
/** The product's own deadline for a call to a facilitator, and what a busy machine adds. */
const ANSWERED_WITHIN_MS = 45_000;
/** The deadline of a stopping service; supervisors wait for 90 s. */
const STOPPED_WITHIN_MS = 40_000;
const PATIENCE_MS = 60_000;

async function openShop(test: TestContext) {
  const token = createTestFacilitator();
  token.give(PAY_TO, 0n);
  const [facilitator, dataDir, site] = await Promise.all([serveFacilitator(token), newDataDir(), serveSite(tinyLegit)]);
  test.after(() => Promise.all([facilitator.close(), site.close(), rm(dataDir, { recursive: true })]));
  const start = () => spawnService(dataDir, { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: facilitator.url });
  const service = await start();
  const payer = createPayer();
  token.give(payer.account.address, BALANCE);
  const payload = await payer.sign(service.url);
  return {
    service,
    start,
    facilitator,
    paid: () => BALANCE - token.balance(payer.account.address),
    send: ({ url } = service) => sendPayment(url, payload, `${site.origin}/`),
  };
}

describe('a facilitator that never answers', { concurrency: true }, () => {
  it('to a verification: 502 within the deadline, other callers are served, and the payment is good later', async (test) => {
    const { service, facilitator, paid, send } = await openShop(test);
    facilitator.fault.verify = 'hang';
    const sentMs = performance.now();
    const sending = send();
    await eventually('the facilitator is asked', () => facilitator.calls.verify === 1, PATIENCE_MS);
    for (const path of ['/readyz', '/ask?query=robots.txt', '/api/x402/scan']) {
      assert.ok((await fetch(service.url + path)).status < 500, path);
    }
    const { status, body } = await sending;
    assert.ok(performance.now() - sentMs < ANSWERED_WITHIN_MS);
    assert.equal(status, 502);
    assert.equal(body.error.code, 'facilitator_unavailable');
    assert.equal(paid(), 0n);
    facilitator.fault.verify = undefined;
    assert.equal((await send()).status, 201);
    assert.equal(paid(), PRICE);
    assert.equal((await service.end('SIGTERM')).code, 0);
  });

  it('to a settlement: 502 within the deadline, and the same payment is delivered and charged once later', async (test) => {
    const { service, facilitator, paid, send } = await openShop(test);
    facilitator.fault.settle = 'hang';
    const { status, body } = await send();
    assert.equal(status, 502);
    assert.equal(body.error.code, 'settlement_unknown');
    facilitator.fault.settle = undefined;
    const [one, other] = await Promise.all([send(), send()]);
    assert.deepEqual([one.status, other.status], [201, 201]);
    assert.equal(one.body.scan.id, other.body.scan.id);
    assert.equal(paid(), PRICE);
    assert.equal((await service.end('SIGTERM')).code, 0);
  });

  it('to a settlement while the service stops: it stops in time, and the next one delivers', async (test) => {
    const { service, start, facilitator, paid, send } = await openShop(test);
    facilitator.fault.settle = 'hang';
    const sending = send().catch(() => undefined);
    await eventually('the facilitator is asked', () => facilitator.calls.settle === 1, PATIENCE_MS);
    const toldMs = performance.now();
    assert.equal((await service.end('SIGTERM')).code, 0);
    assert.ok(performance.now() - toldMs < STOPPED_WITHIN_MS);
    await sending;
    facilitator.fault.settle = undefined;
    const heir = await start();
    assert.equal((await send(heir)).status, 201);
    assert.equal(paid(), PRICE);
    assert.equal((await heir.end('SIGTERM')).code, 0);
  });
});
