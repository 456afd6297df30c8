import type { JobTimings } from '../job-worker.ts';
import type { Store } from '../store.ts';
import { openChannel } from './channel.ts';
import { openClaims } from './claims.ts';
import { openConnection } from './connection.ts';
import { openDocuments } from './documents.ts';
import { openHistogram } from './histogram.ts';
import { openIndex } from './index.ts';
import { openJobs } from './jobs.ts';
import { openTurns } from './turns.ts';
import { openWindows } from './windows.ts';

export interface RedisStoreOptions {
  /** redis:// or rediss://, with the password and the number of the database if there are any. */
  readonly url: string;
  /** What every key begins with. */
  readonly prefix?: string;
  /** Shorter times for tests. */
  readonly jobTimings?: Partial<JobTimings>;
}

/** The store of any number of processes on any number of machines. Rejects when Redis cannot be reached. */
export async function openRedisStore({ url, prefix = 'legible', jobTimings }: RedisStoreOptions): Promise<Store> {
  const connection = await openConnection(url);
  const channel = openChannel(connection, prefix);
  const jobs = await openJobs(connection, channel, prefix, jobTimings);
  let closing: Promise<void> | undefined;
  return {
    documents: openDocuments(connection, prefix),
    claims: openClaims(connection, prefix),
    windows: openWindows(connection, prefix),
    index: openIndex(connection, prefix),
    histogram: openHistogram(connection, prefix),
    jobs,
    channel,
    turns: openTurns(connection, prefix),
    ping: async () => {
      await connection.run((redis) => redis.ping());
    },
    // Redis forgets by itself what has a time to live, and everything that ends has one.
    sweep: async () => 0,
    close() {
      closing ??= jobs.close().finally(() => connection.close());
      return closing;
    },
  };
}
