import type { JobTimings } from '../job-source.ts';
import type { Channel, Store } from '../store.ts';
import { requireKnownFormat, STORE_FORMAT } from '../store.ts';
import { openClaims } from './claims.ts';
import { type Calls, type Connection, openConnection } from './connection.ts';
import { openDocuments, openHistogram, openIndex } from './documents.ts';
import { openJobs } from './jobs.ts';
import { openPermits } from './permits.ts';
import { openWindows } from './windows.ts';

interface RedisStoreOptions {
  /** redis:// or rediss://, with the password and the number of the database if there are any. */
  readonly url: string;
  /** What every key begins with. */
  readonly prefix?: string;
  /** Shorter times for tests. */
  readonly jobTimings?: Partial<JobTimings>;
}

/** How long the value of a ping is kept. */
const PING_KEPT_MS = 60_000;

/**
 * The store of any number of processes on any number of machines. Rejects when Redis cannot be reached.
 * @throws UnusableStoreError for data of a newer version
 */
export async function openRedisStore({ url, prefix = 'legible', jobTimings }: RedisStoreOptions): Promise<Store> {
  const connection = await openConnection(url);
  await settleFormat(connection, prefix).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  const channel = openChannel(connection, prefix);
  const jobs = await openJobs(connection, channel, `${prefix}:jobs`, jobTimings);
  const browserJobs = await openJobs(connection, channel, `${prefix}:browser-jobs`, jobTimings);
  let closing: Promise<void> | undefined;
  return {
    documents: openDocuments(connection, prefix),
    claims: openClaims(connection, prefix),
    windows: openWindows(connection, prefix),
    index: openIndex(connection, prefix),
    histogram: openHistogram(connection, prefix),
    jobs,
    browserJobs,
    channel,
    permits: openPermits(connection, prefix),
    ping: async () => {
      // A write: a Redis that is full, or a replica, answers every other question.
      await connection.run((redis) =>
        redis.set(`${prefix}-ping`, '1', { expiration: { type: 'PX', value: PING_KEPT_MS } }),
      );
    },
    // Redis forgets by itself what has a time to live, and everything that ends has one.
    sweep: async () => 0,
    close() {
      closing ??= Promise.all([jobs.close(), browserJobs.close()])
        .then(() => undefined)
        .finally(() => connection.close());
      return closing;
    },
  };
}

/** Pub/sub. A lost connection subscribes again by itself; messages published meanwhile are lost. */
function openChannel({ run, subscriber }: Connection, prefix: string): Channel {
  const nameOf = (topic: string) => `${prefix}:topic:${topic}`;
  return {
    async publish(topic, message) {
      await run((redis) => redis.publish(nameOf(topic), JSON.stringify({ message })));
    },
    subscribe: (topic, listener) =>
      run(async () => {
        const redis = await subscriber();
        const hear = (text: string) => {
          try {
            listener(JSON.parse(text).message);
          } catch (error) {
            process.emitWarning(`A listener of the store's channel threw: ${String(error)}`);
          }
        };
        await redis.subscribe(nameOf(topic), hear);
        return async () => {
          // While Redis is away, or the store is closed, there is nothing left to end.
          await redis.unsubscribe(nameOf(topic), hear).catch(() => undefined);
        };
      }),
  };
}

/**
 * Makes sure that this code can read what lies in Redis under a prefix, and writes down its format when it holds none.
 * @throws UnusableStoreError for data of a newer version
 */
export async function settleFormat({ run }: Calls, prefix: string): Promise<void> {
  // Not below the prefix: all that is there is data.
  const key = `${prefix}-format`;
  const stored = await run((redis) => redis.get(key));
  requireKnownFormat(stored ?? undefined);
  if (stored === null) await run((redis) => redis.set(key, String(STORE_FORMAT), { condition: 'NX' }));
}
