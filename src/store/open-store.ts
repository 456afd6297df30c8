import { openLmdbStore } from './lmdb/open-lmdb-store.ts';
import type { Store } from './store.ts';

export interface StoreOptions {
  /** Where the embedded store keeps its files; created when it is not there. */
  readonly dataDir: string;
}

/** Opens the store that the options ask for. Rejects when it cannot be read or created. */
export function openStore({ dataDir }: StoreOptions): Promise<Store> {
  return openLmdbStore({ dataDir });
}
