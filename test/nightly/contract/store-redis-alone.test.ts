/** Properties of the store on Redis alone. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '@keyv/redis';
import { ServiceError } from '../../../src/errors.ts';
import { openConnection } from '../../../src/store/redis/connection.ts';
import {
  COUNT,
  IS_LOST,
  lowestOfBand,
  OWNERS_OF_A_ROUND,
  RELEASE,
  TAKE_ROUND,
} from '../../../src/store/redis/job-scripts.ts';
import type { Job } from '../../../src/store/store.ts';
import { STORE_FORMAT, UnusableStoreError } from '../../../src/store/store.ts';
import { startRedisServer } from '../../support/redis-server.ts';
import { slowDown } from '../../support/slow-redis.ts';
import { LASTING_MS, openRedisUnderTest, openStoreAt, type StoreUnderTest } from '../../support/store-drivers.ts';
import { eventually } from '../../support/store-wait.ts';

const server = await startRedisServer();
after(() => server.destroy());

describe('store: redis alone', () => {
  let opened: StoreUnderTest | undefined;
  const storeOf = () => {
    if (opened === undefined) throw new Error('The store is not open yet.');
    return opened.store;
  };
  beforeEach(async () => {
    opened = await openRedisUnderTest(server);
  });
  afterEach(() => opened?.destroy());

  const isUnavailable = (error: unknown) =>
    error instanceof ServiceError && error.code === 'unavailable' && (error.retryAfterSeconds ?? 0) > 0;
  const calls = () => [
    storeOf().ping(),
    storeOf().documents<number>('away').get('id'),
    storeOf().documents<number>('away').set('id', 1),
    storeOf().claims.take('away', { leaseMs: 1_000, note: '' }),
    storeOf().windows.draw('away', [{ windowMs: 1_000, max: 1 }]),
    storeOf().index.newest('away', { limit: 1 }),
    storeOf().histogram.counts('away'),
    storeOf().jobs.add({ id: 'away', owner: 'owner', priority: 1 }),
    storeOf().jobs.counts(),
    storeOf().channel.publish('away', 1),
  ];
  /** @param isByDeadline whether it is the deadline of a call that ends it, or it is refused at once */
  const assertAllUnavailable = async ({ isByDeadline }: { isByDeadline: boolean }) => {
    for (const { status, ...rest } of await Promise.allSettled(calls())) {
      assert.equal(status, 'rejected');
      assert.ok('reason' in rest && isUnavailable(rest.reason));
      assert.equal(/No answer from Redis within 3000 ms/.test(String(rest.reason.cause)), isByDeadline);
    }
  };

  it('gives every key that has to end a time to live', async () => {
    const { documents, claims, windows } = storeOf();
    await documents<number>('mortal').set('id', 1, 60_000);
    await windows.draw('mortal', [{ windowMs: 60_000, max: 1 }]);
    for (const key of ['taken', 'finished']) {
      const answer = await claims.take(key, { leaseMs: 60_000, note: '' });
      if (answer.won && key === 'finished') await claims.finish(key, answer.fence, 1, 60_000);
    }
    const client = await createClient({ url: server.url }).connect();
    const prefix = opened?.location.slice('redis:'.length).split('@')[0];
    const ends: number[] = [];
    for await (const keys of client.scanIterator({ MATCH: `${prefix}:*` })) {
      for (const key of keys) ends.push(await client.pTTL(key));
    }
    await client.close();
    assert.equal(ends.length, 4);
    for (const end of ends) assert.ok(end > 0);
  });

  it('ends a round of turns however many newcomers there are, and forgets who had theirs before', async () => {
    const client = await createClient({ url: server.url }).connect();
    const [waiting, rounds] = ['{turns}:waiting', '{turns}:rounds'];
    const lowest = lowestOfBand(20);
    const serve = async (round: number) => {
      await client.del(waiting);
      await client.zAdd(waiting, { score: (lowest + round) * 2 ** 32, value: 'head' });
    };
    const roundOf = async (owner: string) => {
      const keys = [waiting, rounds, '{turns}:job', '{turns}:passed-over'];
      return Number(await client.eval(TAKE_ROUND.text, { keys, arguments: [String(lowest), owner] })) - lowest;
    };
    await serve(7);
    const newcomers = Array.from({ length: OWNERS_OF_A_ROUND }, (_, number) => `owner-${number}`);
    const joined = await Promise.all(newcomers.map(roundOf));
    assert.deepEqual(new Set(joined), new Set([7]));
    assert.equal(await roundOf('one-more'), 8);
    assert.deepEqual([await roundOf('owner-0'), await roundOf('owner-0')], [8, 9]);
    await serve(8);
    assert.equal(await roundOf('owner-1'), 8);
    assert.deepEqual(await client.zRange(rounds, 0, -1), ['one-more', 'owner-1', 'owner-0']);
    await client.del([waiting, rounds]);
    await client.close();
  });

  it('takes an owner no turn for a job that is in the queue already', async () => {
    const client = await createClient({ url: server.url }).connect();
    const keys = ['{twice}:waiting', '{twice}:rounds', '{twice}:job', '{twice}:passed-over'];
    const add = () => client.eval(TAKE_ROUND.text, { keys, arguments: ['1', 'owner'] });
    assert.equal(await add(), 1);
    await client.hSet('{twice}:job', 'name', 'owner');
    assert.equal(await add(), 0);
    assert.equal(await client.zScore('{twice}:rounds', 'owner'), 0);
    await client.close();
  });

  it('counts no attempt for a worker whose lock another one has, and lets it release nothing', async () => {
    const client = await createClient({ url: server.url }).connect();
    const [job, lock, suspects, held, passed] = ['job', 'lock', 'suspects', 'held-by-', 'passed'].map(
      (of) => `{lost}:${of}`,
    );
    assert.ok(job && lock && suspects && held && passed);
    const count = (token: string, worker: string) =>
      client.eval(COUNT.text, { keys: [job, lock, suspects], arguments: [token, '3', worker, held, 'id', '0'] });
    const release = (token: string, worker: string) =>
      client.eval(RELEASE.text, {
        keys: [job, lock, suspects, held + worker, passed],
        arguments: [token, 'id', '1', '0'],
      });
    await client.hSet(job, 'name', 'owner');
    await client.set(lock, 'theirs');
    assert.deepEqual(await count('ours', 'late'), [IS_LOST, 0]);
    assert.deepEqual(await count('theirs', 'holder'), [1, 1]);
    await release('ours', 'late');
    assert.deepEqual({ ...(await client.hGetAll(job)) }, { name: 'owner', attempts: '1', runs: '1', worker: 'holder' });
    await release('theirs', 'holder');
    assert.deepEqual({ ...(await client.hGetAll(job)) }, { name: 'owner', attempts: '0', runs: '1' });
    await client.close();
  });

  it('moves a log back with a clock that is set back', async () => {
    const { windows } = storeOf();
    const limits = [{ windowMs: 60_000, max: 2 }];
    await windows.draw('clock', limits);
    const client = await createClient({ url: server.url }).connect();
    const prefix = opened?.location.slice('redis:'.length).split('@')[0];
    // As if the draw had been made by a clock an hour ahead.
    const key = `${prefix}:window:clock`;
    const [, member = ''] = await client.zRange(key, 0, -1);
    await client.zIncrBy(key, 3_600_000, member);
    const { allowed, retryMs, states } = await windows.draw('clock', limits);
    await client.close();
    assert.deepEqual([allowed, retryMs, states[0]?.remaining], [true, 0, 0]);
    const refused = await windows.peek('clock', limits);
    assert.ok(refused.retryMs > 55_000 && refused.retryMs <= 60_000, `${refused.retryMs} ms`);
  });

  it('refuses every call at once while Redis is away, and goes on when it is back, with all that was written', async () => {
    const store = storeOf();
    const heard: unknown[] = [];
    await store.channel.subscribe('back', (message) => heard.push(message));
    await store.documents<number>('kept').set('id', 1);
    await store.jobs.add({ id: 'kept', owner: 'owner', priority: 1 });
    const ran: string[] = [];
    await server.kill();
    // The loss of the connection is noticed by the calls under way.
    await Promise.allSettled(calls());
    await assertAllUnavailable({ isByDeadline: false });
    await server.restart();
    await eventually('it answers again', () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    assert.equal(await store.documents<number>('kept').get('id'), 1);
    await store.jobs.work({ run: async ({ id }) => void ran.push(id), exhausted: async () => {} }, { concurrency: 1 });
    await eventually('the job has run', () => ran.includes('kept'));
    await eventually('the subscription is back', async () => {
      await store.channel.publish('back', 1);
      await setTimeout(20);
      return heard.length > 0;
    });
  });

  it('refuses data of a newer format, and takes data from before formats were written down', async () => {
    const location = opened?.location ?? '';
    const prefix = location.slice('redis:'.length).split('@')[0];
    const client = await createClient({ url: server.url }).connect();
    try {
      assert.equal(await client.get(`${prefix}-format`), String(STORE_FORMAT));
      await client.del(`${prefix}-format`);
      await (await openStoreAt(location)).close();
      assert.equal(await client.get(`${prefix}-format`), String(STORE_FORMAT));
      await client.set(`${prefix}-format`, String(STORE_FORMAT + 1));
      await assert.rejects(openStoreAt(location), (error: unknown) => {
        assert.ok(error instanceof UnusableStoreError);
        assert.match(error.message, /data of format "2", and this version reads format 1/);
        return true;
      });
    } finally {
      await client.close();
    }
  });

  it('is not ready while Redis refuses what needs memory, and is again by itself', async () => {
    const client = await createClient({ url: server.url }).connect();
    try {
      await client.configSet('maxmemory', '1');
      await assert.rejects(storeOf().ping(), isUnavailable);
      await client.configSet('maxmemory', '0');
      await storeOf().ping();
    } finally {
      await client.configSet('maxmemory', '0');
      await client.close();
    }
  });

  it('closes although its first subscription never came about', async () => {
    const { channel, close } = storeOf();
    await server.kill();
    try {
      await assert.rejects(
        channel.subscribe('away', () => {}),
        isUnavailable,
      );
      const closing = close().then(
        () => 'closed',
        () => 'closed',
      );
      assert.equal(await Promise.race([closing, setTimeout(5_000, 'hangs')]), 'closed');
    } finally {
      await server.restart();
    }
  });

  it('says nothing on a connection that is made after it was closed', async () => {
    const redis = await startRedisServer();
    const { client, close } = await openConnection(redis.url);
    await redis.destroy();
    const late: Socket[] = [];
    const sent: string[] = [];
    let isClosed = false;
    const other = createServer((socket) => {
      if (!isClosed) return socket.destroy();
      late.push(socket.on('data', (bytes) => sent.push(String(bytes))));
    });
    await new Promise<void>((resolve) => other.listen(Number(new URL(redis.url).port), '127.0.0.1', resolve));
    // The next attempt is under way when this goes on.
    await once(client, 'reconnecting');
    isClosed = true;
    await close();
    await eventually('it is connected', () => late.length > 0);
    await setTimeout(200);
    for (const socket of late) socket.destroy();
    other.close();
    assert.deepEqual(sent, []);
  });

  it('lets a worker outlive a restart of Redis', async () => {
    const { jobs, ping } = storeOf();
    const ran: string[] = [];
    await jobs.work({ run: async ({ id }) => void ran.push(id), exhausted: async () => {} }, { concurrency: 1 });
    await server.kill();
    await setTimeout(300);
    await server.restart();
    await eventually('it answers again', () =>
      ping().then(
        () => true,
        () => false,
      ),
    );
    await jobs.add({ id: 'later', owner: 'owner', priority: 1 });
    await eventually('the job has run', () => ran.includes('later'));
  });

  // Each call is answered within its 3 s; a take, which needs two, is not.
  const SLOW_TAKE_MS = 1_700;
  const SLOW_CALL_MS = 4_000;
  for (const [title, countMs] of [
    ['is too slow to hand it out', SLOW_TAKE_MS],
    ['counts an attempt whose answer comes too late', SLOW_CALL_MS],
  ] as const) {
    it(`takes no attempt from a job when Redis ${title}`, async () => {
      const { store, location, destroy } = await openRedisUnderTest(server, LASTING_MS);
      const slow = await slowDown(server);
      const beyond = await openStoreAt(location.replace(server.url, slow.url));
      try {
        const attempts: number[] = [];
        const run = async ({ attempt }: Job) => void attempts.push(attempt);
        await beyond.jobs.work({ run, exhausted: async () => void attempts.push(0) }, { concurrency: 1 });
        slow.lag(SLOW_TAKE_MS);
        // Every earlier call has its response.
        await setTimeout(200);
        await store.jobs.add({ id: 'waits', owner: 'owner', priority: 1 });
        await eventually('it is taken', async () => (await store.jobs.counts()).running === 1);
        slow.lag(countMs);
        await eventually('it is given back', async () => (await store.jobs.counts()).waiting === 1);
        slow.lag(0);
        await eventually('it has run', () => attempts.length > 0);
        assert.deepEqual(attempts, [1]);
      } finally {
        await beyond.close();
        await slow.close();
        await destroy();
      }
    });
  }

  it('closes a worker while Redis is suspended', async () => {
    const other = await openStoreAt(opened?.location ?? '');
    await other.jobs.work({ run: async () => {}, exhausted: async () => {} }, { concurrency: 1 });
    server.freeze();
    try {
      // Nor may errors of its connections end the process.
      const closing = other.close().then(() => 'closed');
      assert.equal(await Promise.race([closing, setTimeout(20_000, 'hangs')]), 'closed');
      await setTimeout(500);
    } finally {
      // Not resumed: it would welcome connections that were given up while they were being made.
      await server.kill();
      await server.restart();
    }
  });

  it('meets its deadline while Redis is suspended', async () => {
    server.freeze();
    try {
      await assertAllUnavailable({ isByDeadline: true });
      const refusedAt = performance.now();
      await assertAllUnavailable({ isByDeadline: false });
      assert.ok(performance.now() - refusedAt < 1_000, 'after the first silence, calls are refused at once');
    } finally {
      server.resume();
    }
    const resumedAt = performance.now();
    await eventually('it answers again', () =>
      storeOf()
        .ping()
        .then(
          () => true,
          () => false,
        ),
    );
    assert.ok(performance.now() - resumedAt < 1_000, 'it answers again at once');
  });
});
