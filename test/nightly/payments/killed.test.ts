/** A process is killed with a payment in each state; all are sent again, to the next process or to another one. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { PaymentPayload } from '@x402/core/types';
import { createLedger, type PaymentState } from '../../../src/payments/ledger.ts';
import { openStore } from '../../../src/store/open.ts';
import { createTestFacilitator, PAY_TO } from '../../support/facilitator.ts';
import { serveFacilitator } from '../../support/facilitator-server.ts';
import { serveHeldSite } from '../../support/held-site.ts';
import { createPayer, sendPayment } from '../../support/payer.ts';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { newDataDir } from '../../support/service.ts';
import { type ServiceProcess, spawnService } from '../../support/service-process.ts';
import { eventually, makeGate } from '../../support/store-wait.ts';

const PRICE = 20_000n;
const BALANCE = 1_000_000n;
const PATIENCE_MS = 60_000;

interface Sent {
  readonly state: PaymentState;
  readonly payload: PaymentPayload;
  readonly wallet: string;
}

const send = (service: ServiceProcess, { payload }: Sent, url: string) => sendPayment(service.url, payload, url);

/** @param redis for two processes at once; undefined for the embedded store, on which one follows the other */
async function killAndSendAgain(redis: RedisServer | undefined): Promise<void> {
  const token = createTestFacilitator();
  token.give(PAY_TO, 0n);
  const facilitator = await serveFacilitator(token);
  const dataDir = await newDataDir();
  const settings = { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: facilitator.url };
  const start = () => spawnService(dataDir, redis === undefined ? settings : { ...settings, REDIS_URL: redis.url });
  const dying = await start();
  const peer = redis === undefined ? undefined : await start();
  const store = await openStore({ dataDir, redisUrl: redis?.url });
  const ledger = createLedger(store);
  const open = await serveHeldSite();
  open.release();
  const held = await serveHeldSite();
  const urlOf = ({ state }: Sent) => `${(state === 'scanning' ? held : open).origin}/`;
  const answers = makeGate();

  const payments: Sent[] = [];
  const newPayment = async (state: PaymentState, payer = createPayer()) => {
    const wallet = payer.account.address;
    token.give(wallet, BALANCE);
    const payment = { state, wallet, payload: await payer.sign(dying.url) };
    payments.push(payment);
    return payment;
  };
  const begin = (payment: Sent) => send(dying, payment, urlOf(payment)).catch(() => undefined);
  const hasCome = ({ state, payload }: Sent) =>
    eventually(
      `a payment is ${state}`,
      async () => {
        const { nonce } = Object(payload.payload).authorization;
        return (await ledger.list({ limit: 10 })).find((record) => record.nonce === nonce)?.state === state;
      },
      PATIENCE_MS,
    );

  facilitator.fault.settle = 'refused';
  const payer = createPayer();
  assert.equal((await begin(await newPayment('scanned', payer)))?.status, 402);
  facilitator.fault.settle = undefined;
  assert.equal((await begin(await newPayment('paid')))?.status, 201);
  facilitator.holdAnswers(answers.opened);
  // The first payment of this wallet is in the way of the second.
  const unfinished = [await newPayment('verified', payer), await newPayment('scanning'), await newPayment('settling')];
  const broken = unfinished.map(begin);
  await Promise.all(payments.map(hasCome));
  const settling = payments.find(({ state }) => state === 'settling');
  await eventually('it is settled', () => token.balance(settling?.wallet ?? '') < BALANCE, PATIENCE_MS);

  await dying.end('SIGKILL');
  await Promise.all(broken);
  answers.open();
  facilitator.holdAnswers(Promise.resolve());
  held.release();
  const heir = peer ?? (await start());
  const replies = await Promise.all(payments.map((payment) => send(heir, payment, urlOf(payment))));

  for (const [at, { state, wallet }] of payments.entries()) {
    const { status, body } = replies[at] ?? {};
    assert.equal(status, 201, `${state}: ${JSON.stringify(body).slice(0, 300)}`);
    assert.equal(body.scan.status, 'completed', state);
    const own = payments.filter((payment) => payment.wallet === wallet).length;
    assert.equal(token.balance(wallet), BALANCE - PRICE * BigInt(own), `${state}: charged once`);
  }
  assert.equal(await store.index.count('scans-unowned'), payments.length, 'one scan for each');

  await Promise.all([heir.end('SIGTERM'), open.close(), held.close(), store.close()]);
  await facilitator.close();
  await rm(dataDir, { recursive: true });
}

describe('payments verified, scanning, scanned, settling and paid when their process is killed', () => {
  it('are delivered and charged once by the next process on the embedded store', () => killAndSendAgain(undefined));

  it('are delivered and charged once by another process on Redis', async () => {
    const redis = await startRedisServer();
    await killAndSendAgain(redis);
    await redis.destroy();
  });
});
