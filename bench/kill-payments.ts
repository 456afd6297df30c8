import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentPayload } from '@x402/core/types';
import { createLedger } from '../src/payments/ledger.ts';
import { openStore } from '../src/store/open.ts';
import { tinyLegit } from '../test/fixtures/sites/tiny-legit.ts';
import { createTestFacilitator, PAY_TO } from '../test/support/facilitator.ts';
import { serveFacilitator } from '../test/support/facilitator-server.ts';
import { createPayer, type Payer, sendPayment } from '../test/support/payer.ts';
import { newDataDir } from '../test/support/service.ts';
import { serveSite } from '../test/support/site-server.ts';
import { type KillOptions, startKilledService } from './killed-service.ts';

const CLIENTS = 3;
const RETRY_MS = 250;
const LATENCY_MS = 20;
/** For long, so that the payment can be settled after many kills. */
const AUTHORIZED_SECONDS = 3600;
const BALANCE = 1_000_000n;
const PRICE = 20_000n;

export interface KilledPayments {
  readonly kills: number;
  readonly sent: number;
  /** Answered with 201 and a completed scan. */
  readonly delivered: number;
  /** Answered with 402 at last, and nothing was charged: the time to settle it was up. */
  readonly refused: number;
  readonly chargedTwice: number;
  readonly chargedForNothing: number;
  readonly deliveredUnpaid: number;
  /** In the books, neither paid nor back at their beginning. */
  readonly leftOpen: number;
}

/** Pays for scans without a pause, from a new wallet each time, while the service is killed again and again. */
export async function killDuringPayments(options: KillOptions): Promise<KilledPayments> {
  const token = createTestFacilitator();
  token.give(PAY_TO, 0n);
  const facilitator = await serveFacilitator(token);
  const dataDir = await newDataDir();
  const site = await serveSite(tinyLegit, { latencyMs: LATENCY_MS });
  const settings = { X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: facilitator.url };
  const ends: { readonly status: number; readonly charges: bigint }[] = [];
  const count = (holds: (end: (typeof ends)[number]) => boolean) => ends.filter(holds).length;
  const delivered = () => count(({ status }) => status === 201);
  const progress = () => `${ends.length} payments ended, ${delivered()} delivered`;
  const service = await startKilledService(dataDir, settings, options, progress);
  let isOver = false;

  async function keepPaying(): Promise<void> {
    while (!isOver) {
      const payer = createPayer();
      token.give(payer.account.address, BALANCE);
      const { status } = await buy(await signed(payer));
      ends.push({ status, charges: (BALANCE - token.balance(payer.account.address)) / PRICE });
    }
  }

  async function signed(payer: Payer): Promise<PaymentPayload> {
    for (;;) {
      const payload = await payer.sign(service.url).catch(() => undefined);
      const validBefore = Math.floor(Date.now() / 1000) + AUTHORIZED_SECONDS;
      if (payload !== undefined) return payer.resign(payload, { validBefore });
      await delay(RETRY_MS);
    }
  }

  /** Sends the same payment until it is delivered or refused for good. */
  async function buy(payload: PaymentPayload): Promise<{ status: number }> {
    for (;;) {
      const reply = await sendPayment(service.url, payload, `${site.origin}/`).catch(() => undefined);
      if (reply?.status === 402 || (reply?.status === 201 && reply.body.scan.status === 'completed')) return reply;
      if (reply !== undefined && ![429, 502, 503].includes(reply.status)) {
        throw new Error(`a payment was answered with ${reply.status}: ${JSON.stringify(reply.body).slice(0, 500)}`);
      }
      await delay(RETRY_MS);
    }
  }

  const clients = Promise.all(Array.from({ length: CLIENTS }, keepPaying));
  const killed = await Promise.race([service.killAgainAndAgain(), clients.then(() => 0)]);
  isOver = true;
  await clients;
  await service.stop();
  const store = await openStore({ dataDir, redisUrl: options.redisUrl });
  const records = await createLedger(store).list({ limit: ends.length + CLIENTS });
  await store.close();
  await Promise.all([site.close(), facilitator.close()]);
  await rm(dataDir, { recursive: true });
  return {
    kills: killed,
    sent: ends.length,
    delivered: delivered(),
    refused: count(({ status, charges }) => status === 402 && charges === 0n),
    chargedTwice: count(({ charges }) => charges > 1n),
    chargedForNothing: count(({ status, charges }) => status !== 201 && charges > 0n),
    deliveredUnpaid: count(({ status, charges }) => status === 201 && charges === 0n),
    leftOpen: records.filter(({ state }) => state !== 'paid' && state !== 'verified').length,
  };
}
