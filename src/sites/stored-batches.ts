/** Where batches and their lines are kept. */
import { defined } from '../basics/defined.ts';
import type { Cadence } from '../scans/watches/schedule.ts';
import type { Documents, Store } from '../store/store.ts';
import { type BatchLine, countsOf, type LineCounts } from './batch-list.ts';

/** A list of sites under way or done. Its lines are stored apart. */
export interface Batch {
  readonly id: string;
  readonly accountId: string;
  /** Whose limits its scans count on; undefined for the operator of the process, who has none. */
  readonly keyPrefix: string | undefined;
  readonly createdAt: string;
  /** When the last line came to its end. */
  readonly endedAt?: string;
  readonly cancelledAt?: string;
  readonly pageLimit: number;
  readonly labels: readonly string[];
  readonly watch?: Cadence;
  readonly lines: number;
  readonly counts: LineCounts;
  /** Until when the limits of the account allow no further scan, milliseconds since the epoch. */
  readonly waitsUntil?: number;
}

/** A batch with its lines, in the order of the list. */
export interface WholeBatch {
  readonly batch: Batch;
  readonly lines: readonly BatchLine[];
}

/** The list of batches that have not ended. */
export const ACTIVE = 'batches-active';
const CHUNK_LINES = 100;

export const isOpen = ({ state }: BatchLine): boolean => state === 'waiting' || state === 'running';

export interface StoredBatches {
  readonly store: Pick<Store, 'index' | 'claims'>;
  readonly records: Documents<Batch>;
  /** The list of an account's batches. */
  listOf(accountId: string): string;
  byId(id: string): Promise<WholeBatch | undefined>;
  /** Newest first. */
  list(accountId: string, page: { limit: number }): Promise<Batch[]>;
  /**
   * Writes the lines of changed chunks, then the batch with its counts. Once no line is open, the batch has ended.
   * @param changed lines by their places
   */
  write(batch: Batch, before: readonly BatchLine[], changed: ReadonlyMap<number, BatchLine>): Promise<Batch>;
  remove(id: string): Promise<void>;
}

export function createStoredBatches(
  store: Pick<Store, 'documents' | 'index' | 'claims'>,
  now: () => number,
): StoredBatches {
  const records = store.documents<Batch>('batches');
  const chunks = store.documents<readonly BatchLine[]>('batch-lines');
  const listOf = (accountId: string) => `batches:${accountId}`;
  const chunkIds = ({ id, lines }: Batch) =>
    Array.from({ length: Math.ceil(lines / CHUNK_LINES) }, (_, at) => `${id}:${at}`);

  const byId: StoredBatches['byId'] = async (id) => {
    const batch = await records.get(id);
    if (batch === undefined) return undefined;
    const read = await chunks.getMany<readonly BatchLine[]>(chunkIds(batch));
    return { batch, lines: read.flatMap((chunk) => chunk ?? []) };
  };

  const write: StoredBatches['write'] = async (batch, before, changed) => {
    const lines = before.map((line, at) => changed.get(at) ?? line);
    for (const chunk of new Set([...changed.keys()].map((at) => Math.floor(at / CHUNK_LINES))))
      await chunks.set(`${batch.id}:${chunk}`, lines.slice(chunk * CHUNK_LINES, (chunk + 1) * CHUNK_LINES));
    const isDone = !lines.some(isOpen);
    const written: Batch = {
      ...batch,
      counts: countsOf(lines),
      ...defined({ endedAt: isDone ? (batch.endedAt ?? new Date(now()).toISOString()) : undefined }),
    };
    await records.set(batch.id, written);
    if (isDone) await store.index.remove(ACTIVE, batch.id);
    return written;
  };

  const list: StoredBatches['list'] = async (accountId, { limit }) => {
    const entries = await store.index.newest(listOf(accountId), { limit });
    if (entries.length === 0) return [];
    return (await records.getMany<Batch>(entries.map(({ member }) => member))).filter((batch) => batch !== undefined);
  };

  return {
    store,
    records,
    listOf,
    byId,
    list,
    write,
    async remove(id) {
      const batch = await records.get(id);
      if (batch !== undefined) for (const chunk of chunkIds(batch)) await chunks.delete(chunk);
      await records.delete(id);
    },
  };
}
