import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { catalogueOrder } from '../scanner/catalogue.ts';
import type { PageRecord } from '../scanner/scan-types.ts';
import type { Store } from '../store/store.ts';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

export interface PageStore {
  write(
    scan: { id: string; run: number },
    part: 'early' | 'late',
    chunk: number,
    pages: readonly PageRecord[],
  ): Promise<void>;
  /** Chunk by chunk in scan order, each page with its early and late checks in catalogue order. */
  read(scan: { id: string; run: number; chunkCount: number }): AsyncGenerator<readonly PageRecord[]>;
  remove(scan: { id: string; run: number; chunkCount: number }): Promise<void>;
}

/** Page results in compressed chunks: checks repeat their words from page to page, so a chunk packs about ten to one. */
export function createPageStore(store: Store): PageStore {
  const documents = store.documents<string>('scan-pages');
  const keyOf = (id: string, run: number, part: string, chunk: number) => `${id}:${run}:${part}:${chunk}`;

  const readChunk = async (key: string): Promise<PageRecord[]> => {
    const packed = await documents.get(key);
    if (packed === undefined) return [];
    // Only `write` puts chunks there.
    return JSON.parse((await inflate(Buffer.from(packed, 'base64'))).toString()) as PageRecord[];
  };

  return {
    async write({ id, run }, part, chunk, pages) {
      await documents.set(keyOf(id, run, part, chunk), (await deflate(JSON.stringify(pages))).toString('base64'));
    },
    async *read({ id, run, chunkCount }) {
      for (let chunk = 0; chunk < chunkCount; chunk += 1) {
        const [early, late] = await Promise.all([
          readChunk(keyOf(id, run, 'early', chunk)),
          readChunk(keyOf(id, run, 'late', chunk)),
        ]);
        yield early.map(({ url, checks }, at) => ({
          url,
          checks: [...checks, ...(late[at]?.checks ?? [])].sort(catalogueOrder),
        }));
      }
    },
    async remove({ id, run, chunkCount }) {
      for (let chunk = 0; chunk < chunkCount; chunk += 1) {
        await documents.delete(keyOf(id, run, 'early', chunk));
        await documents.delete(keyOf(id, run, 'late', chunk));
      }
    },
  };
}
