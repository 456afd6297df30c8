import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient } from '@keyv/redis';
import { ServiceError } from '../../../src/errors.ts';
import { openLmdbStore } from '../../../src/store/lmdb/open.ts';
import { migrateToRedis } from '../../../src/store/migrate.ts';
import { openRedisStore } from '../../../src/store/redis/open.ts';
import type { Store } from '../../../src/store/store.ts';
import { type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { newDataDir } from '../../support/service.ts';
import { eventually } from '../../support/store-wait.ts';
import { HARD_NAMES } from '../contract/store-suite/hard-names.ts';

const HOUR_MS = 3_600_000;
const LIMITS = [{ windowMs: HOUR_MS, max: 3 }];
/** More than go at once. */
const MANY = 450;

describe('from the embedded store to Redis', () => {
  let redis: RedisServer;
  let dataDir = '';
  let prefix = '';
  before(async () => {
    [redis, dataDir] = await Promise.all([startRedisServer(), newDataDir()]);
    const store = await openLmdbStore({ dataDir });
    await fill(store);
    await store.close();
  });
  beforeEach(() => {
    prefix = `test-${randomUUID()}`;
  });
  after(async () => {
    await redis.destroy();
    await rm(dataDir, { recursive: true });
  });

  async function fill({ documents, claims, windows, index, histogram, jobs, browserJobs }: Store): Promise<void> {
    for (const name of HARD_NAMES) {
      await documents<string>(name).set(name, `of ${name}`);
      await windows.draw(name, LIMITS);
      await windows.draw(name, LIMITS);
      await index.add(name, 7, `first of ${name}`);
      await index.add(name, 7, `second of ${name}`);
      const claim = await claims.take(name, { leaseMs: HOUR_MS, note: `note of ${name}` });
      assert.ok(claim.won && (await claims.finish(name, claim.fence, { of: name }, HOUR_MS)));
    }
    await Promise.all(Array.from({ length: MANY }, (_, at) => documents<number>('many').set(`${at}`, at)));
    await documents<string>('mortal').set('later', 'there', HOUR_MS);
    await documents<string>('mortal').set('soon', 'gone', 1);
    await claims.take('unfinished', { leaseMs: HOUR_MS, note: '' });
    await histogram.set('scores', 'a.test', 7);
    await histogram.set('scores', 'b.test', 7);
    for (const at of [3, 1, 2]) await jobs.add({ id: `job ${at}`, priority: 10, owner: 'owner' });
    await jobs.add({ id: 'urgent', priority: 0, owner: 'other' });
    await browserJobs.add({ id: 'job 1', priority: 10, owner: 'owner' });
  }

  const migrate = () => migrateToRedis({ dataDir, redisUrl: redis.url, prefix });
  async function onTarget(action: (store: Store) => Promise<void>): Promise<void> {
    const store = await openRedisStore({ url: redis.url, prefix });
    try {
      await action(store);
    } finally {
      await store.close();
    }
  }
  async function assertWhole({
    documents,
    claims,
    windows,
    index,
    histogram,
    jobs,
    browserJobs,
  }: Store): Promise<void> {
    for (const name of HARD_NAMES) {
      assert.equal(await documents<string>(name).get(name), `of ${name}`);
      assert.equal((await windows.peek(name, LIMITS)).states[0]?.remaining, 1);
      assert.deepEqual(await index.oldest(name, { limit: 5 }), [
        { score: 7, member: `first of ${name}` },
        { score: 8, member: `second of ${name}` },
      ]);
      const claim = await claims.take(name, { leaseMs: 1, note: '' });
      assert.deepEqual(claim, { won: false, state: 'finished', note: `note of ${name}`, value: { of: name } });
    }
    const ids = Array.from({ length: MANY }, (_, at) => `${at}`);
    assert.deepEqual(await documents<number>('many').get(ids), ids.map(Number));
    assert.equal(await documents<string>('mortal').get('later'), 'there');
    assert.equal(await documents<string>('mortal').get('soon'), undefined);
    assert.equal((await claims.take('unfinished', { leaseMs: 1, note: '' })).won, true);
    assert.equal(await histogram.bucketOf('scores', 'a.test'), 7);
    assert.equal((await histogram.counts('scores'))[7], 2);
    const order: string[] = [];
    const worker = await jobs.work(
      { run: async ({ id }) => void order.push(id), exhausted: async () => {} },
      { concurrency: 1 },
    );
    await eventually('every job ran', () => order.length === 4);
    await worker.close();
    assert.deepEqual(order, ['urgent', 'job 3', 'job 1', 'job 2']);
    assert.deepEqual(await browserJobs.counts(), { waiting: 1, running: 0 });
  }

  it('everything is there, under every kind of name, and still ends when it would have', async () => {
    const { document, entry, bucket, claim, window, job } = await migrate();
    assert.deepEqual(
      { document, entry, bucket, claim, window, job },
      {
        document: HARD_NAMES.length + MANY + 1,
        entry: 2 * HARD_NAMES.length,
        bucket: 2,
        claim: HARD_NAMES.length,
        window: HARD_NAMES.length,
        job: 5,
      },
    );
    const client = await createClient({ url: redis.url }).connect();
    const leftMs = await client.pTTL(`${prefix}:document:mortal:later`);
    await client.close();
    assert.ok(leftMs > HOUR_MS / 2 && leftMs <= HOUR_MS);
    await onTarget(async (store) => {
      await assertWhole(store);
      assert.equal((await store.windows.draw('a', LIMITS)).allowed, true);
      const refused = await store.windows.draw('a', LIMITS);
      assert.ok(!refused.allowed && refused.retryMs > HOUR_MS / 2, 'the draws of before count');
    });
  });

  it('a copy that broke off is done again', async () => {
    const client = await createClient({ url: redis.url }).connect();
    await client.set(`${prefix}-migration`, 'copying');
    await client.hSet(`${prefix}:histogram:{scores}:members`, 'a.test', '7');
    await client.hSet(`${prefix}:histogram:{scores}:counts`, '7', '1');
    await client.zAdd(`${prefix}:index:a`, { score: 7, value: 'first of a' });
    assert.equal((await migrate()).job, 5);
    assert.equal(await client.exists(`${prefix}-migration`), 0);
    await client.close();
    await onTarget(assertWhole);
  });

  const isRefusal = (error: unknown) => error instanceof ServiceError && error.code === 'invalid_request';

  it('is refused where there are data already, also after a copy', async () => {
    await onTarget(({ documents }) =>
      documents<number>('any')
        .set('one', 1)
        .then(() => undefined),
    );
    await assert.rejects(migrate(), isRefusal);
    prefix = `test-${randomUUID()}`;
    await migrate();
    await assert.rejects(migrate(), isRefusal);
  });

  it('is refused while a worker scans, and where there is no store', async () => {
    const busy = await newDataDir();
    const store = await openLmdbStore({ dataDir: busy });
    await store.jobs.add({ id: 'held', priority: 1, owner: 'owner' });
    const worker = await store.jobs.work(
      {
        run: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
        exhausted: async () => {},
      },
      { concurrency: 1 },
    );
    await eventually('it runs', async () => (await store.jobs.counts()).running === 1);
    await assert.rejects(migrateToRedis({ dataDir: busy, redisUrl: redis.url, prefix }), isRefusal);
    await worker.close();
    await store.close();
    await rm(busy, { recursive: true });
    await assert.rejects(migrateToRedis({ dataDir: busy, redisUrl: redis.url, prefix }), isRefusal);
  });
});
