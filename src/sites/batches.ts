/** Batches: lists of sites that are scanned for an account, as its limits allow. */
import { BASE32, derivedText, randomText } from '../auth/random-text.ts';
import { defined } from '../basics/defined.ts';
import { groupedBy } from '../basics/grouped-by.ts';
import { ServiceError } from '../errors.ts';
import type { Scans } from '../scans/scans.ts';
import type { Cadence } from '../scans/watches/schedule.ts';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import { type BatchLine, countsOf, linesOf } from './batch-list.ts';
import { cancelBatch } from './cancel-batch.ts';
import {
  ACTIVE,
  type Batch,
  createStoredBatches,
  isOpen,
  type StoredBatches,
  type WholeBatch,
} from './stored-batches.ts';

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

/** Of one account; above it the oldest that have ended go. Their scans stay. */
const MOST_KEPT = 200;
/** Of one account at a time. */
const MOST_ACTIVE = 20;

const batchIdFor = (workName: string): string => `bat_${derivedText('batch', workName)}`;

/** Ids or records that are read from the store at once. */
const READ_AT_ONCE = 500;

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
  const stored = createStoredBatches(store, now);
  const { records, listOf, byId, list, write } = stored;

  /** Forgets the oldest that have ended, above as many as are kept. */
  async function tidy(accountId: string): Promise<void> {
    const surplus = (await store.index.count(listOf(accountId))) - MOST_KEPT;
    if (surplus <= 0) return;
    for (const { member: id } of await store.index.oldest(listOf(accountId), { limit: surplus })) {
      const batch = await records.get(id);
      if (batch !== undefined && batch.endedAt === undefined) continue;
      await stored.remove(id);
      await store.index.remove(listOf(accountId), id);
    }
  }

  return {
    byId,
    list,
    due: () => dueBatches(stored, now()),
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
        if (lines.size === 0 && waitsUntil === before && whole.lines.some(isOpen)) return;
        await write({ ...batch, ...(waitsUntil === undefined ? {} : { waitsUntil }) }, whole.lines, lines);
      }),
    cancel: (accountId, id) => cancelBatch(stored, scans, { accountId, id, now }),
  };
}

/** Ids of batches that have something to do now. */
async function dueBatches({ store, records }: StoredBatches, now: number): Promise<string[]> {
  const owners = new Map<string, string>();
  for (let below: number | undefined, isLast = false; !isLast; ) {
    const options = { limit: READ_AT_ONCE, ...defined({ below }) };
    const entries = await store.index.newest(ACTIVE, options);
    const ids = entries.map(({ member }) => member);
    const found = ids.length === 0 ? [] : await records.getMany<Batch>(ids);
    // One whose record is gone is due too: its turn takes it off the list.
    for (const [at, id] of ids.entries()) if (!isResting(found[at], now)) owners.set(id, found[at]?.accountId ?? '');
    below = entries.at(-1)?.score;
    isLast = entries.length < READ_AT_ONCE;
  }
  return inTurns([...owners].reverse());
}
