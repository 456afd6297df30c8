import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Store } from '../store/store.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Documents that are kept compressed. */
export interface PackedDocuments<Value> {
  get(key: string): Promise<Value | undefined>;
  set(key: string, value: Value): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Results of checks repeat their words: they pack about five to one, many pages together about ten to one. */
export function packedDocuments<Value>(store: Store, name: string): PackedDocuments<Value> {
  const documents = store.documents<string | Value>(name);
  return {
    async get(key) {
      const stored = await documents.get(key);
      // Only `set` puts strings there; what is none was written before these documents were packed.
      return typeof stored === 'string' ? ((await unpack(stored)) as Value) : stored;
    },
    async set(key, value) {
      await documents.set(key, await pack(value));
    },
    async delete(key) {
      await documents.delete(key);
    },
  };
}

const pack = async (value: unknown): Promise<string> => (await deflate(JSON.stringify(value))).toString('base64');
const unpack = async (packed: string): Promise<unknown> =>
  JSON.parse((await inflate(Buffer.from(packed, 'base64'))).toString());
