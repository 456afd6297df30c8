/** Two processes that answer and two that scan, on one Redis. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { openRepositories } from '../../src/app/repositories.ts';
import { tinyLegit } from '../fixtures/sites/tiny-legit.ts';
import { serveHeldSite } from '../support/held-site.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir } from '../support/service.ts';
import { readScan, startScan, untilEnded, untilScan } from '../support/service-doors.ts';
import { type ServiceProcess, spawnService, spawnWorker, type WorkerProcess } from '../support/service-process.ts';
import { type SiteServer, serveSite } from '../support/site-server.ts';
import { eventually } from '../support/store-wait.ts';

const SCANS = 40;
const TAKEN_OVER_MS = 60_000;
const OPEN_PAGES = 5;
const READS_A_MINUTE = 120;

describe('several processes on one Redis', () => {
  let redis: RedisServer;
  let dataDir = '';
  let doors: ServiceProcess[] = [];
  let workers: WorkerProcess[] = [];
  let site: SiteServer;
  let key = '';
  /** Of an account that does nothing else. */
  let limited = '';
  let revocable = { key: '', revoke: async () => {} };

  const settings = () => ({ REDIS_URL: redis.url });
  const door = (at: number): ServiceProcess => {
    const one = doors[at % doors.length];
    assert.ok(one);
    return one;
  };
  const begun = () => workers.flatMap((worker) => worker.begun());
  const post = (at: number, usedKey: string, headers: Record<string, string> = {}) =>
    fetch(`${door(at).url}/api/v1/scans`, {
      method: 'POST',
      headers: { authorization: `Bearer ${usedKey}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ url: `${site.origin}/`, pageLimit: 2 }),
    });

  before(async () => {
    [redis, dataDir, site] = await Promise.all([startRedisServer(), newDataDir(), serveSite(tinyLegit)]);
    const { store, accounts, apiKeys } = await openRepositories({ dataDir, redisUrl: redis.url });
    const account = await accounts.create({ email: 'scale@test.example', plan: 'team' });
    key = (await apiKeys.create(account, 'test')).key;
    const other = await accounts.create({ email: 'limited@test.example', plan: 'pro' });
    limited = (await apiKeys.create(other, 'test')).key;
    const second = await apiKeys.create(account, 'to be revoked');
    const prefix = second.key.split('_')[2] ?? '';
    revocable = { key: second.key, revoke: () => apiKeys.revoke(account.id, prefix).then(() => store.close()) };
    doors = await Promise.all([0, 1].map(() => spawnService(dataDir, settings(), 'api')));
    workers = await Promise.all([0, 1].map(() => spawnWorker(dataDir, settings())));
  });
  after(async () => {
    await Promise.all([...doors, ...workers].map((process) => process.end('SIGKILL')));
    await site.close();
    await redis.destroy();
    await rm(dataDir, { recursive: true });
  });

  it(`runs each of ${SCANS} scans once, on both workers`, async () => {
    const started = await Promise.all(
      Array.from({ length: SCANS }, (_, at) => startScan(door(at), key, { url: `${site.origin}/`, pageLimit: 2 })),
    );
    for (const [at, { id }] of started.entries()) {
      const ended = await untilEnded(door(at + 1), key, id);
      assert.equal(ended.status, 'completed');
      assert.equal(ended.pagesScanned, 2);
    }
    assert.deepEqual(begun().sort(), started.map(({ id }) => id).sort());
    for (const worker of workers) assert.ok(worker.begun().length > 0);
  });

  it('runs an idempotent request once on all transports and processes', async () => {
    const headers = { 'idempotency-key': 'of-both-doors' };
    const first = await Promise.all(Array.from({ length: 10 }, (_, at) => post(at, key, headers)));
    assert.equal(first.filter(({ status }) => status === 202).length >= 1, true);
    assert.ok(first.every(({ status }) => status === 202 || status === 409));
    const ids = new Set<string>();
    for (const at of [0, 1]) ids.add((await (await post(at, key, headers)).json()).id);
    assert.equal(ids.size, 1);
  });

  it('refuses a revoked key on every transport at once', async () => {
    for (const at of [0, 1]) assert.equal((await post(at, revocable.key)).status, 202);
    await revocable.revoke();
    for (const at of [0, 1]) assert.equal((await post(at, revocable.key)).status, 401);
  });

  it('allows exactly as many reads as the limit, over all transports and processes', async () => {
    const { id } = await startScan(door(0), limited, { url: `${site.origin}/`, pageLimit: 1 });
    const path = `/api/v1/scans/${id}`;
    const read = (at: number) => fetch(door(at).url + path, { headers: { authorization: `Bearer ${limited}` } });
    const statuses = await Promise.all(
      Array.from({ length: READS_A_MINUTE + 40 }, async (_, at) => {
        const response = await read(at);
        await response.body?.cancel();
        return response.status;
      }),
    );
    assert.equal(statuses.filter((status) => status === 200).length, READS_A_MINUTE);
    assert.equal(statuses.filter((status) => status === 429).length, 40);
  });

  it('notifies a socket on one process of a scan started on the other, from the worker', async () => {
    const held = await serveHeldSite(OPEN_PAGES);
    const { id } = await startScan(door(0), key, { url: `${held.origin}/` });
    const url = `${door(1).url.replace('http', 'ws')}/api/v1/scans/${id}/progress`;
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
    const told: { status: string; pagesScanned: number }[] = [];
    socket.on('message', (data) => told.push(JSON.parse(String(data))));
    const closed = new Promise<number>((resolve, reject) => {
      socket.once('close', resolve).once('error', reject);
    });
    await eventually('it hears of the pages', () => told.some(({ pagesScanned }) => pagesScanned === OPEN_PAGES));
    assert.equal(told.at(-1)?.status, 'running');
    held.release();
    assert.equal(await closed, 1000);
    assert.equal(told.at(-1)?.status, 'completed');
    await held.close();
  });

  it('takes a scan over from a worker that was killed', async () => {
    const held = await serveHeldSite(OPEN_PAGES);
    const { id } = await startScan(door(0), key, { url: `${held.origin}/` });
    await untilScan(door(0), key, id, ({ pagesScanned }) => pagesScanned === OPEN_PAGES);
    const [at] = workers.flatMap((worker, index) => (worker.begun().includes(id) ? [index] : []));
    const killed = workers[at ?? -1];
    assert.ok(killed);
    await killed.end('SIGKILL');
    const [other] = workers.filter((worker) => worker !== killed);
    await eventually('the other begins it', () => other?.begun().includes(id) ?? false, TAKEN_OVER_MS);
    held.release();
    assert.equal((await untilEnded(door(1), key, id)).status, 'completed');
    await held.close();
  });

  it('answers 503 with Retry-After while Redis is away, and then continues with the written data', async () => {
    const { id } = await startScan(door(0), key, { url: `${site.origin}/`, pageLimit: 2 });
    await redis.kill();
    await eventually('no door is ready', async () => {
      const answers = await Promise.all(doors.map(({ url }) => fetch(`${url}/readyz`)));
      return answers.every(({ status }) => status === 503);
    });
    const refused = await post(0, key);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await refused.json()).error.code, 'unavailable');
    assert.equal((await fetch(`${door(0).url}/healthz`)).status, 200);
    await redis.restart();
    await eventually('every door is ready', async () => {
      const answers = await Promise.all(doors.map(({ url }) => fetch(`${url}/readyz`)));
      return answers.every(({ status }) => status === 200);
    });
    assert.equal((await readScan(door(1), key, id)).id, id);
    assert.equal((await untilEnded(door(1), key, id, TAKEN_OVER_MS)).status, 'completed');
  });
});
