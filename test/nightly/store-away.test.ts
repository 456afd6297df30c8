/** The responses of the service while its Redis is stopped or suspended, and after it is back. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openRepositories } from '../../src/app/repositories.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { newDataDir } from '../support/service.ts';
import { type ServiceProcess, spawnService } from '../support/service-process.ts';
import { type SlowRedis, slowDown } from '../support/slow-redis.ts';
import { eventually } from '../support/store-wait.ts';

/** One deadline, and what a machine with other things to do takes. */
const READ_MS = 3_500;
const WRITE_MS = 10_500;
/** How long the first answers from memory wait for the store. */
const FROM_MEMORY_MS = 2_500;
const AT_ONCE_MS = 1_000;
const ASK_A_MINUTE = 60;
const RPC = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

interface Timed {
  readonly status: number;
  readonly tookMs: number;
  readonly body: string;
  readonly headers: Headers;
}

describe('a service whose Redis is gone', () => {
  let redis: RedisServer;
  let slow: SlowRedis;
  let service: ServiceProcess;
  let dataDir = '';
  let key = '';

  before(async () => {
    [redis, dataDir] = await Promise.all([startRedisServer(), newDataDir()]);
    slow = await slowDown(redis);
    const { store, accounts, apiKeys } = await openRepositories({ dataDir, redisUrl: redis.url });
    const account = await accounts.create({ email: 'away@test.example', plan: 'team' });
    key = (await apiKeys.create(account, 'test')).key;
    await store.close();
    // Counted by the address in the proxy header, so that each test has a separate one.
    service = await spawnService(dataDir, { REDIS_URL: slow.url, TRUSTED_PROXIES: '1' }, 'api');
  });
  after(async () => {
    redis.resume();
    await service.end('SIGKILL');
    await slow.close();
    await redis.destroy();
    await rm(dataDir, { recursive: true });
  });

  async function timed(path: string, from: string, init: RequestInit = {}): Promise<Timed> {
    const begun = performance.now();
    const headers = { 'x-forwarded-for': from, ...init.headers };
    const response = await fetch(service.url + path, { ...init, headers });
    const body = await response.text();
    return { status: response.status, tookMs: performance.now() - begun, body, headers: response.headers };
  }
  const withKey = () => ({ headers: { authorization: `Bearer ${key}` } });
  const post = (body: unknown, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const readsScans = async () => (await timed('/api/v1/scans', '192.0.2.250', withKey())).status === 200;

  /** Every response from memory and every refusal, each with its limits and within its time. */
  async function assertAnswers(from: string, within: { memoryMs: number; readMs: number }): Promise<void> {
    const ask = { query: 'What is llms.txt?' };
    const answered: [string, number, RequestInit][] = [
      ['/ask?query=llms.txt', 200, {}],
      ['/api/v1/ask?query=llms.txt', 200, {}],
      ['/api/v1/ask', 200, post(ask)],
      ['/api/v1/ask', 200, post(ask, { authorization: `Bearer ${key}` })],
      ['/api/x402/scan', 402, {}],
      ['/api/x402/scan', 402, post({})],
      ['/openapi.json', 200, {}],
      ['/api/v1/openapi.json', 200, {}],
      [
        '/mcp',
        200,
        post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask', arguments: ask } }, RPC),
      ],
      ['/mcp', 200, post(INITIALIZE, RPC)],
      ['/api/nothing', 404, {}],
      ['/mcp', 405, {}],
    ];
    const refused: [string, RequestInit][] = [
      ['/api/v1/scans', withKey()],
      ['/api/scan/aaaaaaaaaaaaaaaaaaaaaa', {}],
      ['/api/scan', post({ url: 'https://example.com/' })],
      ['/api/v1/mcp', post(INITIALIZE, { ...RPC, authorization: `Bearer ${key}` })],
    ];
    const rows = [
      ...answered.map(([path, status, init]) => ({ path, status, init, mostMs: within.memoryMs })),
      ...refused.map(([path, init]) => ({ path, status: 503, init, mostMs: within.readMs })),
    ];
    for (const { path, status, init, mostMs } of rows) {
      const reply = await timed(path, from, init);
      const name = `${init.method ?? 'GET'} ${path}: ${reply.status} after ${Math.round(reply.tookMs)} ms ${reply.body.slice(0, 200)}`;
      assert.equal(reply.status, status, name);
      assert.ok(reply.tookMs < mostMs, name);
      assert.match(reply.headers.get('x-ratelimit-limit') ?? '', /^\d+$/, name);
      assert.match(reply.headers.get('x-ratelimit-remaining') ?? '', /^\d+$/, name);
      if (status === 503) assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/, name);
      if (path === '/mcp' && status === 200) assert.doesNotMatch(reply.body, /isError":true/, name);
    }
  }

  it('has the rate-limit headers on every answer while Redis is there', async () => {
    for (const path of ['/openapi.json', '/api/v1/openapi.json', '/ask?query=llms.txt', '/api/x402/scan']) {
      const { headers } = await timed(path, '192.0.2.1');
      assert.match(headers.get('x-ratelimit-limit') ?? '', /^\d+$/, path);
      assert.match(headers.get('x-ratelimit-remaining') ?? '', /^\d+$/, path);
    }
    assert.ok(await readsScans());
  });

  it('answers from memory while Redis is suspended, refuses the rest in time, and continues at once', async () => {
    redis.freeze();
    try {
      await assertAnswers('192.0.2.2', { memoryMs: FROM_MEMORY_MS, readMs: READ_MS });
      // The connection has been given up meanwhile, and is being made anew.
      await delay(7_000);
      await assertAnswers('192.0.2.3', { memoryMs: AT_ONCE_MS, readMs: READ_MS });
      assert.equal((await timed('/readyz', '192.0.2.3')).status, 503);
    } finally {
      redis.resume();
    }
    const resumedAt = performance.now();
    await eventually('scans are read again', readsScans);
    assert.ok(performance.now() - resumedAt < AT_ONCE_MS, `${performance.now() - resumedAt} ms`);
  });

  it('keeps to the limits by itself while Redis is away, and goes on at once', async () => {
    await redis.kill();
    try {
      await assertAnswers('192.0.2.4', { memoryMs: AT_ONCE_MS, readMs: AT_ONCE_MS });
      const statuses: number[] = [];
      for (let at = 0; at < ASK_A_MINUTE + 5; at += 1) {
        statuses.push((await timed('/ask?query=llms.txt', '192.0.2.5')).status);
      }
      assert.deepEqual(statuses, [...Array(ASK_A_MINUTE).fill(200), ...Array(5).fill(429)]);
      assert.equal((await timed('/ask?query=llms.txt', '192.0.2.6')).status, 200, 'another address has its own');
    } finally {
      await redis.restart();
    }
    const restartedAt = performance.now();
    await eventually('scans are read again', readsScans);
    assert.ok(performance.now() - restartedAt < AT_ONCE_MS, `${performance.now() - restartedAt} ms`);
    assert.equal((await timed('/readyz', '192.0.2.6')).status, 200);
  });

  it('ends every read within one deadline while Redis answers slowly', async () => {
    slow.lag(2_000);
    try {
      const { status, tookMs, headers } = await timed('/api/v1/scans', '192.0.2.7', withKey());
      assert.equal(status, 503);
      assert.ok(tookMs < READ_MS, `${tookMs} ms`);
      assert.match(headers.get('x-ratelimit-limit') ?? '', /^\d+$/);
      const asked = await timed('/ask?query=llms.txt', '192.0.2.7', withKey());
      assert.equal(asked.status, 200);
      assert.ok(asked.tookMs < READ_MS, `${asked.tookMs} ms`);
    } finally {
      slow.lag(0);
    }
    await eventually('scans are read again', readsScans);
  });

  it('ends every write within one deadline while Redis answers slowly', async () => {
    slow.lag(2_000);
    try {
      const { status, tookMs, body, headers } = await timed(
        '/api/v1/scans',
        '192.0.2.8',
        post({ url: 'http://93.184.216.34/' }, { authorization: `Bearer ${key}`, 'idempotency-key': 'slow-redis' }),
      );
      assert.equal(status, 503, body);
      assert.match(body, /may still take effect/);
      assert.ok(tookMs < WRITE_MS, `${tookMs} ms`);
      assert.match(headers.get('x-ratelimit-limit') ?? '', /^\d+$/);
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    } finally {
      slow.lag(0);
    }
    await eventually('scans are read again', readsScans);
  });
});
