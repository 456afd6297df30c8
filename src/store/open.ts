import { openLmdbStore } from './lmdb/open.ts';
import { openRedisStore } from './redis/open.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Folder of the embedded store; created when it is missing. */
  readonly dataDir: string;
  /** The Redis to use instead of the embedded store. */
  readonly redisUrl?: string | undefined;
}

/** Opens the store that the options ask for. Rejects when it cannot be read or created. */
export function openStore({ dataDir, redisUrl }: StoreOptions): Promise<Store> {
  return redisUrl === undefined ? openLmdbStore({ dataDir }) : openRedisStore({ url: redisUrl });
}
