/** A Redis that is started again, runs out of memory, evicts, or loses a part of what it held, during scans and payments. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { createClient } from '@keyv/redis';
import { openRepositories } from '../../src/app/repositories.ts';
import { createLedger } from '../../src/payments/ledger.ts';
import { createTestFacilitator, PAY_TO, type TestFacilitator } from '../support/facilitator.ts';
import { type FacilitatorServer, serveFacilitator } from '../support/facilitator-server.ts';
import { type HeldSite, serveHeldSite } from '../support/held-site.ts';
import { createPayer, sendPayment } from '../support/payer.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir } from '../support/service.ts';
import { readScan, rest, startScan, untilEnded, untilScan } from '../support/service-doors.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { eventually } from '../support/store-wait.ts';

const BALANCE = 1_000_000n;
const PRICE = 20_000n;
const AUTHORIZED_SECONDS = 3600;
const OPEN_PAGES = 3;
/** A lease of 15 s, the watchdog's minute, and the scan on a busy machine. */
const PATIENCE_MS = 120_000;
/** Answers that say: send the same request again. */
const TRY_AGAIN: readonly number[] = [409, 429, 502, 503];

const clientOf = (url: string) => createClient({ url });
type RedisClient = ReturnType<typeof clientOf>;

describe('a Redis in trouble', () => {
  let redis: RedisServer;
  let dataDir = '';
  let key = '';
  let service: ServiceProcess;
  let token: TestFacilitator;
  let facilitator: FacilitatorServer;

  const withRedis = async <Result>(action: (client: RedisClient) => Promise<Result>): Promise<Result> => {
    const client = clientOf(redis.url);
    await client.connect();
    try {
      return await action(client);
    } finally {
      client.destroy();
    }
  };
  const startService = () =>
    spawnService(dataDir, { REDIS_URL: redis.url, X402_PAY_TO: PAY_TO, X402_FACILITATOR_URL: facilitator.url });
  /** A scan of which all but two pages were read, and which goes on once its site is released. */
  const scanHalfway = async (site: HeldSite): Promise<string> => {
    const { id } = await startScan(service, key, { url: `${site.origin}/` });
    await untilScan(service, key, id, ({ pagesScanned }) => pagesScanned === OPEN_PAGES, PATIENCE_MS);
    return id;
  };
  const untilReady = () =>
    eventually('it is ready', async () => (await fetch(`${service.url}/readyz`)).ok, PATIENCE_MS);
  /** A payment whose scan is under way; `outcome` sends it again until it is delivered or refused. */
  const payHalfway = async (site: HeldSite) => {
    const payer = createPayer();
    token.give(payer.account.address, BALANCE);
    // For long: on a busy machine the watchdog's minute would leave too little of five.
    const validBefore = Math.floor(Date.now() / 1000) + AUTHORIZED_SECONDS;
    const payload = await payer.resign(await payer.sign(service.url), { validBefore });
    const send = () => sendPayment(service.url, payload, `${site.origin}/`).catch(() => ({ status: 503, body: {} }));
    const first = send();
    const { store } = await openRepositories({ dataDir, redisUrl: redis.url });
    const { nonce } = Object(payload.payload).authorization;
    await eventually(
      'it is scanned',
      async () =>
        (await createLedger(store).list({ limit: 20 })).some(
          (each) => each.nonce === nonce && each.state === 'scanning',
        ),
      PATIENCE_MS,
    );
    await store.close();
    return {
      paid: () => BALANCE - token.balance(payer.account.address),
      async outcome() {
        for (let reply = await first; ; reply = await send()) {
          if (!TRY_AGAIN.includes(reply.status)) return reply;
          await new Promise((resolve) => setTimeout(resolve, 500));
        }
      },
    };
  };

  before(async () => {
    token = createTestFacilitator();
    token.give(PAY_TO, 0n);
    [redis, dataDir, facilitator] = await Promise.all([startRedisServer(), newDataDir(), serveFacilitator(token)]);
    const { store, accounts, apiKeys } = await openRepositories({ dataDir, redisUrl: redis.url });
    key = (await apiKeys.create(await accounts.create({ email: 'redis@test.example', plan: 'team' }), 'test')).key;
    await store.close();
    service = await startService();
  });
  after(async () => {
    await service.end('SIGKILL');
    await Promise.all([redis.destroy(), facilitator.close(), rm(dataDir, { recursive: true })]);
  });

  it('that is killed and started again during a scan and a payment: both are done, and charged once', async () => {
    const [scanned, bought] = [await serveHeldSite(OPEN_PAGES), await serveHeldSite(OPEN_PAGES)];
    const id = await scanHalfway(scanned);
    const payment = await payHalfway(bought);
    await redis.kill();
    await eventually('it is not ready', async () => (await fetch(`${service.url}/readyz`)).status === 503);
    await redis.restart();
    await untilReady();
    scanned.release();
    bought.release();
    assert.equal((await untilEnded(service, key, id, PATIENCE_MS)).status, 'completed');
    const { status, body } = await payment.outcome();
    assert.equal(status, 201, JSON.stringify(body).slice(0, 300));
    assert.equal(payment.paid(), PRICE);
    await Promise.all([scanned.close(), bought.close()]);
  });

  it('that is full and evicts nothing: writes answer 503, and both are done once there is room', async () => {
    const [scanned, bought] = [await serveHeldSite(OPEN_PAGES), await serveHeldSite(OPEN_PAGES)];
    const id = await scanHalfway(scanned);
    const payment = await payHalfway(bought);
    await withRedis((client) => client.configSet('maxmemory', '1mb'));
    const refused = await fetch(`${service.url}/api/v1/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `${scanned.origin}/`, pageLimit: 1 }),
    });
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await refused.json()).error.code, 'unavailable');
    assert.equal((await fetch(`${service.url}/healthz`)).status, 200);
    scanned.release();
    bought.release();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await withRedis((client) => client.configSet('maxmemory', '0'));
    await untilReady();
    assert.equal((await untilEnded(service, key, id, PATIENCE_MS)).status, 'completed');
    const { status, body } = await payment.outcome();
    assert.equal(status, 201, JSON.stringify(body).slice(0, 300));
    assert.equal(payment.paid(), PRICE);
    await Promise.all([scanned.close(), bought.close()]);
  });

  it('that loses its queue and its locks: the scan is queued again, the payment is charged once', async () => {
    const [scanned, bought] = [await serveHeldSite(OPEN_PAGES), await serveHeldSite(OPEN_PAGES)];
    const id = await scanHalfway(scanned);
    const payment = await payHalfway(bought);
    await service.end('SIGKILL');
    const lost = await withRedis(async (client) => {
      const keys = await client.keys('*');
      const volatile = keys.filter((name) => /:jobs\}|:claim/.test(name));
      if (volatile.length > 0) await client.del(volatile);
      return volatile;
    });
    assert.ok(
      lost.some((name) => name.includes(':jobs}')),
      `a queue among ${lost}`,
    );
    scanned.release();
    bought.release();
    service = await startService();
    assert.equal((await untilEnded(service, key, id, PATIENCE_MS)).status, 'completed');
    const { status, body } = await payment.outcome();
    assert.equal(status, 201, JSON.stringify(body).slice(0, 300));
    assert.equal(payment.paid(), PRICE);
    await Promise.all([scanned.close(), bought.close()]);
  });

  it('that loses the records of running scans: they are not found, and the service goes on with others', async () => {
    const site = await serveHeldSite(OPEN_PAGES);
    const id = await scanHalfway(site);
    await withRedis(async (client) => {
      for (const name of await client.keys('legible:*')) {
        if (name.includes(id) && !name.includes(':jobs}')) await client.del(name);
      }
    });
    site.release();
    assert.equal((await rest(service, `/api/v1/scans/${id}`, { key })).status, 404);
    const { id: next } = await startScan(service, key, { url: `${site.origin}/`, pageLimit: 2 });
    assert.equal((await untilEnded(service, key, next, PATIENCE_MS)).status, 'completed');
    assert.equal((await readScan(service, key, next)).status, 'completed');
    const { store } = await openRepositories({ dataDir, redisUrl: redis.url });
    await eventually(
      'nothing is left in the queue',
      async () => (await store.jobs.counts()).running === 0,
      PATIENCE_MS,
    );
    await store.close();
    await site.close();
  });

  it('that may evict: the service says so at its start, and not when it may not', async () => {
    // Its Redis has evicted nothing so far.
    assert.doesNotMatch((await service.end('SIGTERM')).stderr, /maxmemory-policy/);
    await withRedis((client) => client.configSet('maxmemory-policy', 'volatile-lru'));
    service = await startService();
    await service.logged(/"policy":"volatile-lru"[^\n]*maxmemory-policy to noeviction/);
  });
});
