import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@keyv/redis';
import { openLmdbStore } from '../../src/store/lmdb/open.ts';
import { openRedisStore } from '../../src/store/redis/open.ts';
import type { Store } from '../../src/store/store.ts';
import type { RedisServer } from './redis-server.ts';

/** A store with nothing in it, on a driver that the suite does not know. */
export interface StoreUnderTest {
  readonly store: Store;
  /** What another process hands to `openStoreAt` to open the same data. */
  readonly location: string;
  /** Whether expired rows go by themselves, so that a sweep finds nothing. */
  readonly forgetsByItself: boolean;
  /** Closes `store` and opens the same data again. `destroy` closes that one too. */
  reopen(): Promise<Store>;
  destroy(): Promise<void>;
}

/** Leases short enough to wait for, and long enough for a busy machine. */
const JOB_TIMINGS = {
  leaseMs: 2_000,
  heartbeatMs: 400,
  pollMs: 100,
  retryMs: 50,
  closeMs: 1_000,
  lendAgainMs: 2_000,
  drainMs: 500,
};

/** A lease longer than any process, also on a slow machine: for tests in which none may expire. */
export const LASTING_MS = 600_000;

/**
 * Opens the store at a location (`lmdb:<directory>`, `redis:<prefix>@<url>`, each with `?<lease of jobs in ms>` if it is
 * another one), in this process or in a child.
 */
export async function openStoreAt(location: string): Promise<Store> {
  const [address = '', leaseMs = JOB_TIMINGS.leaseMs] = location.split('?');
  const jobTimings = { ...JOB_TIMINGS, leaseMs: Number(leaseMs) };
  const [driver, place] = splitOnce(address, ':');
  if (driver === 'lmdb') return openLmdbStore({ dataDir: place, jobTimings });
  if (driver === 'redis') {
    const [prefix, url] = splitOnce(place, '@');
    return openRedisStore({ url, prefix, jobTimings });
  }
  throw new Error(`There is no store driver named ${driver}.`);
}

export async function openLmdbUnderTest(leaseMs = JOB_TIMINGS.leaseMs): Promise<StoreUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), 'legible-store-'));
  return underTest(`lmdb:${dataDir}?${leaseMs}`, false, () => rm(dataDir, { recursive: true }));
}

/** A part of a running Redis that nothing else is in. */
export function openRedisUnderTest({ url }: RedisServer, leaseMs = JOB_TIMINGS.leaseMs): Promise<StoreUnderTest> {
  const prefix = `test-${randomUUID()}`;
  return underTest(`redis:${prefix}@${url}?${leaseMs}`, true, async () => {
    const client = await createClient({ url }).connect();
    for await (const keys of client.scanIterator({ MATCH: `*${prefix}*` })) {
      // One by one: a Redis in cluster mode takes no keys of several slots at once.
      await Promise.all(keys.map((key) => client.unlink(key)));
    }
    await client.close();
  });
}

async function underTest(
  location: string,
  forgetsByItself: boolean,
  erase: () => Promise<void>,
): Promise<StoreUnderTest> {
  const first = await openStoreAt(location);
  let latest = first;
  return {
    store: first,
    location,
    forgetsByItself,
    async reopen() {
      await latest.close();
      latest = await openStoreAt(location);
      return latest;
    },
    async destroy() {
      await latest.close();
      await erase();
    },
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
