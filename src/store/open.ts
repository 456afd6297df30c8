import { openLmdbStore } from './lmdb/open.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Folder of the embedded store; created when it is missing. */
  readonly dataDir: string;
  /** The Redis to use instead of the embedded store. */
  readonly redisUrl?: string | undefined;
}

/** Opens the store that the options ask for. Rejects when it cannot be read or created. */
export async function openStore({ dataDir, redisUrl }: StoreOptions): Promise<Store> {
  if (redisUrl === undefined) return openLmdbStore({ dataDir });
  // BullMQ and the Redis client are a sixth of the program, and most installations use neither.
  const { openRedisStore } = await import('./redis/open.ts');
  return openRedisStore({ url: redisUrl });
}
