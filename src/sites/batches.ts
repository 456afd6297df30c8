/** Batches: lists of sites that are scanned for an account, as its limits allow. */
import { BASE32, derivedText, randomText } from '../auth/random-text.ts';
import { defined } from '../basics/defined.ts';
import { groupedBy } from '../basics/grouped-by.ts';
import { ServiceError } from '../errors.ts';
import type { Scans } from '../scans/scans.ts';
import { scanIdFor } from '../scans/scans.ts';
import type { Cadence } from '../scans/watches/schedule.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import { type BatchLine, countsOf, type LineCounts, linesOf } from './batch-list.ts';

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

export interface NewBatch {
  readonly accountId: string;
  readonly keyPrefix: string | undefined;
  /** As they were written. */
  readonly listed: readonly string[];
  readonly pageLimit: number;
  readonly labels: readonly string[];
  readonly watch?: Cadence | undefined;
  /** The same name makes the same batch. */
  readonly workName?: string | undefined;
}

/** A batch with its lines, in the order of the list. */
export interface WholeBatch {
  readonly batch: Batch;
  readonly lines: readonly BatchLine[];
}

/** The batches that are kept. */
export interface Batches {
  /** @throws ServiceError invalid_request for one batch too many at a time */
  create(wanted: NewBatch): Promise<Batch>;
  find(accountId: string, id: string): Promise<WholeBatch | undefined>;
  /** Newest first. */
  list(accountId: string, page: { limit: number }): Promise<Batch[]>;
  /**
   * Cancels what waits and what runs. Lines that have ended stay.
   * @throws ServiceError not_found; already_ended
   */
  cancel(accountId: string, id: string): Promise<Batch>;
  /**
   * For the runner: ids of batches that have something to do now. Accounts take turns, each with its oldest batch first.
   */
  due(): Promise<string[]>;
  /** For the runner: whatever account has it. */
  byId(id: string): Promise<WholeBatch | undefined>;
  /**
   * For the runner: changes a batch that has not ended, in no other process meanwhile.
   * @param change answers the lines by their places, and until when nothing more can begin
   */
  change(
    id: string,
    change: (whole: WholeBatch) => Promise<{
      readonly lines: ReadonlyMap<number, BatchLine>;
      readonly waitsUntil?: number | undefined;
    }>,
  ): Promise<void>;
}

const ACTIVE = 'batches-active';
const CHUNK_LINES = 100;
/** Of one account; above it the oldest that have ended go. Their scans stay. */
const MOST_KEPT = 200;
/** Of one account at a time. */
const MOST_ACTIVE = 20;

/** The id of the scan of a line, however often it is begun. */
export const scanOfLine = (batchId: string, at: number): string => scanIdFor(`${batchId} ${at}`);

const batchIdFor = (workName: string): string => `bat_${derivedText('batch', workName)}`;

/** Lines whose scans one turn of the runner begins at most. */
export const MOST_BEGUN = 10;

/** Ids or records that are read from the store at once. */
const READ_AT_ONCE = 500;

const isWaiting = ({ state }: BatchLine) => state === 'waiting' || state === 'running';

/** Whether a batch can do nothing before its limits allow more: none of its scans runs, so none can end meanwhile. */
const isResting = (batch: Batch | undefined, now: number): boolean =>
  batch !== undefined && batch.counts.running === 0 && (batch.waitsUntil ?? 0) > now;

/** Ids in an order in which every owner has one before any has a second. */
function inTurns(owned: readonly (readonly [id: string, owner: string])[]): string[] {
  const groups = [...groupedBy(owned, ([, owner]) => owner).values()];
  const placed = groups.flatMap((ids) => ids.map(([id], round) => ({ id, round })));
  return placed.sort((a, b) => a.round - b.round).map(({ id }) => id);
}

interface Parts {
  readonly store: Pick<Store, 'documents' | 'index' | 'claims'>;
  readonly scans: Pick<Scans, 'byId' | 'cancel'>;
  now?(): number;
}

export function createBatches({ store, scans, now = Date.now }: Parts): Batches {
  const records = store.documents<Batch>('batches');
  const chunks = store.documents<readonly BatchLine[]>('batch-lines');
  const listOf = (accountId: string) => `batches:${accountId}`;
  const chunkIds = ({ id, lines }: Batch) =>
    Array.from({ length: Math.ceil(lines / CHUNK_LINES) }, (_, at) => `${id}:${at}`);

  const byId: Batches['byId'] = async (id) => {
    const batch = await records.get(id);
    if (batch === undefined) return undefined;
    const read = await chunks.getMany<readonly BatchLine[]>(chunkIds(batch));
    return { batch, lines: read.flatMap((chunk) => chunk ?? []) };
  };

  /** Writes the lines of changed chunks, then the batch with its counts. */
  async function write(batch: Batch, before: readonly BatchLine[], changed: ReadonlyMap<number, BatchLine>) {
    const lines = before.map((line, at) => changed.get(at) ?? line);
    for (const chunk of new Set([...changed.keys()].map((at) => Math.floor(at / CHUNK_LINES))))
      await chunks.set(`${batch.id}:${chunk}`, lines.slice(chunk * CHUNK_LINES, (chunk + 1) * CHUNK_LINES));
    const isDone = !lines.some(isWaiting);
    const written: Batch = {
      ...batch,
      counts: countsOf(lines),
      ...(isDone && batch.endedAt === undefined ? { endedAt: new Date(now()).toISOString() } : {}),
    };
    await records.set(batch.id, written);
    if (isDone) await store.index.remove(ACTIVE, batch.id);
    return written;
  }

  const list: Batches['list'] = async (accountId, { limit }) => {
    const entries = await store.index.newest(listOf(accountId), { limit });
    if (entries.length === 0) return [];
    return (await records.getMany<Batch>(entries.map(({ member }) => member))).filter((batch) => batch !== undefined);
  };

  /** Forgets the oldest that have ended, above as many as are kept. */
  async function tidy(accountId: string): Promise<void> {
    const surplus = (await store.index.count(listOf(accountId))) - MOST_KEPT;
    if (surplus <= 0) return;
    for (const { member: id } of await store.index.oldest(listOf(accountId), { limit: surplus })) {
      const batch = await records.get(id);
      if (batch !== undefined && batch.endedAt === undefined) continue;
      if (batch !== undefined) for (const chunk of chunkIds(batch)) await chunks.delete(chunk);
      await records.delete(id);
      await store.index.remove(listOf(accountId), id);
    }
  }

  return {
    byId,
    list,
    async due() {
      const owners = new Map<string, string>();
      for (let below: number | undefined, isLast = false; !isLast; ) {
        const options = { limit: READ_AT_ONCE, ...defined({ below }) };
        const entries = await store.index.newest(ACTIVE, options);
        const ids = entries.map(({ member }) => member);
        const found = ids.length === 0 ? [] : await records.getMany<Batch>(ids);
        // One whose record is gone is due too: its turn takes it off the list.
        for (const [at, id] of ids.entries())
          if (!isResting(found[at], now())) owners.set(id, found[at]?.accountId ?? '');
        below = entries.at(-1)?.score;
        isLast = entries.length < READ_AT_ONCE;
      }
      return inTurns([...owners].reverse());
    },
    async find(accountId, id) {
      const whole = await byId(id);
      return whole?.batch.accountId === accountId ? whole : undefined;
    },
    create: ({ accountId, keyPrefix, listed, pageLimit, labels, watch, workName }) =>
      withLock(store, `batches-of:${accountId}`, async () => {
        const id = workName === undefined ? `bat_${randomText(20, BASE32)}` : batchIdFor(workName);
        const known = await records.get(id);
        if (known !== undefined) {
          if (known.endedAt === undefined) await store.index.add(ACTIVE, Date.parse(known.createdAt), id);
          return known;
        }
        const active = (await list(accountId, { limit: MOST_KEPT })).filter(({ endedAt }) => endedAt === undefined);
        if (active.length >= MOST_ACTIVE)
          throw new ServiceError(
            'invalid_request',
            `urls: ${MOST_ACTIVE} batches of the account are under way. Wait for one, or cancel one.`,
          );
        const lines = linesOf(listed);
        const createdMs = await store.index.add(listOf(accountId), now(), id);
        const batch: Batch = {
          id,
          accountId,
          keyPrefix,
          createdAt: new Date(createdMs).toISOString(),
          pageLimit,
          labels,
          ...(watch === undefined ? {} : { watch }),
          lines: lines.length,
          counts: countsOf(lines),
        };
        // Before the record, so that a batch that can be seen is always run.
        await store.index.add(ACTIVE, createdMs, id);
        const written = await write(batch, lines, new Map(lines.entries()));
        await tidy(accountId);
        return written;
      }),
    change: (id, change) =>
      withLock(store, `batch:${id}`, async () => {
        const whole = await byId(id);
        if (whole === undefined || whole.batch.endedAt !== undefined) {
          await store.index.remove(ACTIVE, id);
          return;
        }
        const { lines, waitsUntil } = await change(whole);
        const { waitsUntil: before, ...batch } = whole.batch;
        if (lines.size === 0 && waitsUntil === before && whole.lines.some(isWaiting)) return;
        await write({ ...batch, ...(waitsUntil === undefined ? {} : { waitsUntil }) }, whole.lines, lines);
      }),
    async cancel(accountId, id) {
      const batch = await withLock(store, `batch:${id}`, async () => {
        const whole = await byId(id);
        if (whole?.batch.accountId !== accountId)
          throw new ServiceError('not_found', 'id: your account has no such batch.', {
            hint: { tool: 'get_batch', does: 'lists those it has' },
          });
        if (whole.batch.endedAt !== undefined)
          throw new ServiceError('already_ended', 'id: this batch has ended, so there is nothing to cancel.', {
            hint: { tool: 'get_batch', does: 'reads its results' },
          });
        const changed = new Map<number, BatchLine>();
        for (const [at, line] of whole.lines.entries()) {
          if (line.state === 'waiting') changed.set(at, { ...line, state: 'cancelled' });
        }
        // Of a process that died, the scans of the next lines may have begun.
        const next = [...changed.keys()].slice(0, MOST_BEGUN);
        for (const [at, line] of whole.lines.entries()) {
          if (line.state !== 'running' && !next.includes(at)) continue;
          const scan = await scans.byId(scanOfLine(id, at));
          if (scan === undefined) continue;
          if (scan.status === 'running') await cancelScan(accountId, scan.id);
          const ended = await scans.byId(scan.id);
          const isCompleted = ended?.status === 'completed';
          changed.set(at, { ...line, scanId: scan.id, state: isCompleted ? 'completed' : 'cancelled' });
        }
        return write({ ...whole.batch, cancelledAt: new Date(now()).toISOString() }, whole.lines, changed);
      });
      return batch;
    },
  };

  /** It may have come to its own end first. */
  async function cancelScan(accountId: string, scanId: string): Promise<void> {
    await scans.cancel(accountId, scanId).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    });
  }
}
