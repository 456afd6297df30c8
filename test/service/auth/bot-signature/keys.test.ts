import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { readDirectoryKeys } from '../../../../src/auth/bot-signature/directory.ts';
import { type BotKeys, createBotKeys } from '../../../../src/auth/bot-signature/keys.ts';
import { DIRECTORY_PATH, DIRECTORY_TYPE } from '../../../../src/auth/bot-signature/profile.ts';
import { ServiceError } from '../../../../src/errors.ts';
import type { Store } from '../../../../src/store/store.ts';
import { startRedisServer } from '../../../support/redis-server.ts';
import { newDataDir } from '../../../support/service.ts';
import { openRedisUnderTest, openStoreAt } from '../../../support/store-drivers.ts';

const DAY_MS = 86_400_000;
const START = 1_800_000_000_000;

/** Keys in a separate store, with a fixed clock. */
async function withKeys(work: (keys: BotKeys, clock: { now: number }, store: Store) => Promise<void>): Promise<void> {
  const dataDir = await newDataDir();
  const store = await openStoreAt(`lmdb:${dataDir}`);
  const clock = { now: START };
  try {
    await work(
      createBotKeys(store, () => clock.now),
      clock,
      store,
    );
  } finally {
    await store.close();
    await rm(dataDir, { recursive: true });
  }
}

const statesOf = async (keys: BotKeys) => (await keys.published()).map(({ state }) => state);
const signerOf = async (keys: BotKeys) => (await keys.published()).find(({ state }) => state === 'signing')?.keyId;

describe('bot keys', () => {
  it('creates exactly one key at first use, also for concurrent callers', () =>
    withKeys(async (keys, { now }, store) => {
      const other = createBotKeys(store, () => now);
      const seen = await Promise.all([keys, other, keys, other].map((one) => one.published()));
      assert.deepEqual(new Set(seen.flat().map(({ keyId }) => keyId)).size, 1);
      assert.deepEqual(await statesOf(keys), ['signing']);
    }));

  it('one key signs although the clock goes back, or another machine is behind', () =>
    withKeys(async (_, clock, store) => {
      const keys = createBotKeys(store, () => clock.now--);
      const first = await signerOf(keys);
      assert.notEqual(first, undefined);
      clock.now -= 1000;
      assert.equal(await signerOf(keys), first);
      assert.deepEqual(await statesOf(keys), ['signing']);
    }));

  it('a next key is published for a day before it signs, and the old one for a day after', () =>
    withKeys(async (keys, clock) => {
      const old = await signerOf(keys);
      const next = await keys.rotate();
      assert.deepEqual(await statesOf(keys), ['next', 'signing']);
      assert.equal(await signerOf(keys), old);
      assert.equal((await keys.rotate()).keyId, next.keyId, 'a rotation under way is not begun again');
      clock.now += DAY_MS;
      assert.equal(await signerOf(keys), next.keyId);
      assert.deepEqual(await statesOf(keys), ['signing', 'retiring']);
      clock.now += DAY_MS;
      assert.deepEqual(await statesOf(keys), ['signing']);
    }));

  it('the schedule rotates every 90 days and deletes unpublished keys', () =>
    withKeys(async (keys, clock, store) => {
      const first = await signerOf(keys);
      clock.now += 89 * DAY_MS;
      await keys.tend();
      assert.deepEqual(await statesOf(keys), ['signing']);
      clock.now += DAY_MS;
      await keys.tend();
      assert.deepEqual(await statesOf(keys), ['next', 'signing']);
      clock.now += 2 * DAY_MS;
      assert.ok(await store.documents('bot-keys').get(String(first)));
      await keys.tend();
      assert.equal(await store.documents('bot-keys').get(String(first)), undefined);
      assert.deepEqual(await statesOf(keys), ['signing']);
    }));

  it('a key that may be known to others is replaced at once when it is revoked', () =>
    withKeys(async (keys, _clock, store) => {
      const bad = String(await signerOf(keys));
      await keys.revoke(bad);
      const now = await signerOf(keys);
      assert.ok(now !== undefined && now !== bad);
      assert.equal(await store.documents('bot-keys').get(bad), undefined, 'its private half is gone');
      await assert.rejects(keys.revoke(bad), ServiceError);
    }));

  it('a next key takes over when the signing one is revoked', () =>
    withKeys(async (keys) => {
      const bad = String(await signerOf(keys));
      const next = await keys.rotate();
      await keys.revoke(bad);
      assert.equal(await signerOf(keys), next.keyId);
      assert.deepEqual(await statesOf(keys), ['signing']);
    }));

  it('a rotation can be immediate', () =>
    withKeys(async (keys, clock) => {
      await keys.published();
      clock.now += 1;
      const { keyId } = await keys.rotate(true);
      assert.equal(await signerOf(keys), keyId);
      assert.deepEqual(await statesOf(keys), ['signing', 'retiring']);
    }));

  it('are no more than verifiers read, however often they are rotated', () =>
    withKeys(async (keys, clock) => {
      await keys.published();
      for (let count = 0; count < 25; count += 1) {
        clock.now += 1;
        await keys.rotate(true);
      }
      await keys.rotate();
      const published = await keys.published();
      const answer = {
        status: 200,
        contentType: DIRECTORY_TYPE,
        cacheControl: undefined,
        body: Buffer.from(JSON.stringify({ keys: published.map(({ jwk }) => jwk) })),
      };
      const read = readDirectoryKeys(new URL(DIRECTORY_PATH, 'https://bot.example'), answer);
      assert.ok(read?.has(String(await signerOf(keys))));
      assert.deepEqual((await statesOf(keys)).slice(0, 3), ['next', 'signing', 'retiring']);
    }));

  it('are one for all processes on a Redis: made once, rotated and revoked for all', async () => {
    const redis = await startRedisServer({ appendonly: 'no', appendfsync: 'no' });
    const { store, location, destroy } = await openRedisUnderTest(redis);
    const elsewhere = await openStoreAt(location);
    try {
      const [one, other] = [createBotKeys(store), createBotKeys(elsewhere)];
      const seen = await Promise.all([one, other, one, other].map((keys) => keys.published()));
      const [first, ...others] = new Set(seen.flat().map(({ keyId, secret }) => `${keyId} ${secret}`));
      assert.ok(first);
      assert.deepEqual(others, []);
      const next = await one.rotate();
      assert.equal((await other.rotate()).keyId, next.keyId);
      assert.deepEqual(await statesOf(other), ['next', 'signing']);
      await other.revoke(String(await signerOf(one)));
      assert.equal(await signerOf(one), next.keyId);
      assert.deepEqual(await one.published(), await other.published());
    } finally {
      await elsewhere.close();
      await destroy();
      await redis.destroy();
    }
  });
});
