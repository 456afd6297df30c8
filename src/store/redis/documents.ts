import KeyvRedis from '@keyv/redis';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import type { Store } from '../store.ts';
import type { Connection } from './connection.ts';
import { keyPart } from './keys.ts';

/** One string a document, which Redis forgets by itself when its time is over. */
export function openDocuments(connection: Connection, prefix: string): Store['documents'] {
  return <Value>(name: string) =>
    new Keyv<Value>({
      store: adapter(connection, `${prefix}:document:${keyPart(name)}`),
      useKeyPrefix: false,
      throwOnErrors: true,
    });
}

/** Keyv's own adapter, with a deadline on every call. */
function adapter({ client, run }: Connection, namespace: string): KeyvStoreAdapter {
  const redis = new KeyvRedis<string>(client, { namespace, keyPrefixSeparator: ':', throwOnErrors: true });
  // It reports what it also throws; without a listener that would be thrown twice.
  redis.on('error', () => undefined);
  return {
    // Keyv offers an iterator only for the dialects it knows.
    opts: { dialect: 'redis', url: '' },
    on() {
      return this;
    },
    get: <Value>(id: string) => run(() => redis.get<Value>(id)),
    getMany: <Value>(ids: string[]) => run(() => redis.getMany<Value>(ids)) as Promise<Array<Value | undefined>>,
    has: (id) => run(() => redis.has(id)),
    set: (id: string, text: string, ttlMs?: number) => run(() => redis.set(id, text, ttlMs)),
    delete: (id) => run(() => redis.delete(id)),
    clear: () => redis.clear(),
    async *iterator<Value>() {
      // SCAN may name a key more than once while others come and go.
      const seen = new Set<string>();
      for await (const [id, text] of redis.iterator<Value>(namespace)) {
        if (seen.has(id) || text === undefined || text === null) continue;
        seen.add(id);
        yield [id, text as Awaited<Value>];
      }
    },
  };
}
