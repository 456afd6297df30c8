/** Payments that reach two processes at once, and one during its shutdown. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it, type TestContext } from 'node:test';
import { createLedger } from '../../../src/payments/ledger.ts';
import { openStore } from '../../../src/store/open.ts';
import { tinyLegit } from '../../fixtures/sites/tiny-legit.ts';
import { createTestFacilitator, PAY_TO } from '../../support/facilitator.ts';
import { serveFacilitator } from '../../support/facilitator-server.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { createPayer, type Payer, sendPayment } from '../../support/payer.ts';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { newDataDir } from '../../support/service.ts';
import { spawnService } from '../../support/service-process.ts';
import { serveSite } from '../../support/site-server.ts';
import { eventually } from '../../support/store-wait.ts';

const PATIENCE_MS = 60_000;

async function openShop(test: TestContext, redis?: RedisServer) {
  const token = createTestFacilitator();
  token.give(PAY_TO, 0n);
  const facilitator = await serveFacilitator(token);
  const dataDir = await newDataDir();
  const store = await openStore({ dataDir, redisUrl: redis?.url });
  test.after(async () => {
    await facilitator.close();
    await store.close();
    await redis?.destroy();
    await rm(dataDir, { recursive: true });
  });
  const settings = { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: facilitator.url };
  return {
    store,
    facilitator,
    start: () => spawnService(dataDir, redis === undefined ? settings : { ...settings, REDIS_URL: redis.url }),
    wallet(amount: bigint): Payer & { balance(): bigint } {
      const payer = createPayer();
      token.give(payer.account.address, amount);
      return { ...payer, balance: () => token.balance(payer.account.address) };
    },
    scanCount: () => store.index.count('scans-unowned'),
  };
}

async function twoAtOnce(test: TestContext, redis?: RedisServer): Promise<void> {
  const shop = await openShop(test, redis);
  const [one, other] = [await shop.start(), await shop.start()];
  const site = await serveSite(tinyLegit);
  const url = `${site.origin}/`;

  const payer = shop.wallet(1_000_000n);
  const payload = await payer.sign(one.url);
  const same = await Promise.all([one, other, one, other].map((to) => sendPayment(to.url, payload, url)));
  assert.deepEqual(new Set(same.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(same.map(({ body }) => body.scan.id)).size, 1);
  assert.equal(await shop.scanCount(), 1);
  assert.equal(shop.facilitator.calls.settle, 1);
  assert.equal(payer.balance(), 980_000n);

  const poor = shop.wallet(300_000n);
  const payments = await Promise.all([one, other, one].map(async (to) => [to, await poor.sign(one.url, 250)] as const));
  const replies = await Promise.all(payments.map(([to, each]) => sendPayment(to.url, each, url)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 402, 402]);
  assert.equal(await shop.scanCount(), 2);
  assert.equal(poor.balance(), 50_000n);

  await Promise.all([one.end('SIGTERM'), other.end('SIGTERM'), site.close()]);
}

describe('two processes at once', () => {
  const name = 'scan once for one signature, and once for a wallet with the price of one scan';
  it(`${name}, on the embedded store`, (test) => twoAtOnce(test));
  it(`${name}, on Redis`, async (test) => twoAtOnce(test, await startRedisServer()));
});

describe('a process that receives a stop signal', () => {
  it('has the payment sent again, charges nothing, and the next one delivers', async (test) => {
    const shop = await openShop(test);
    const stops = await shop.start();
    const site = await serveHeldSite();
    const payer = shop.wallet(1_000_000n);
    const payload = await payer.sign(stops.url);
    const first = sendPayment(stops.url, payload, `${site.origin}/`);
    const ledger = createLedger(shop.store);
    const isScanning = async () => (await ledger.list({ limit: 1 }))[0]?.state === 'scanning';
    await eventually('it is scanned', isScanning, PATIENCE_MS);

    const ended = stops.end('SIGTERM');
    const { status, body } = await first;
    assert.equal(status, 503);
    assert.match(body.error.message, /stopping.*Send the same payment again/);
    assert.equal((await ended).code, 0);
    assert.equal(payer.balance(), 1_000_000n);

    site.release();
    const heir = await shop.start();
    assert.equal((await sendPayment(heir.url, payload, `${site.origin}/`)).status, 201);
    assert.equal(payer.balance(), 980_000n);
    assert.equal(await shop.scanCount(), 1);
    await Promise.all([heir.end('SIGTERM'), site.close()]);
  });
});
