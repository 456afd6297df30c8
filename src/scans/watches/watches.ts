import { BASE62, derivedText, randomText } from '../../auth/random-text.ts';
import { defined } from '../../basics/defined.ts';
import { ServiceError } from '../../errors.ts';
import type { LockedServer } from '../../scanner/mcp/across-servers/lock.ts';
import type { PrivateHostPermit } from '../../scanner/model/http.ts';
import type { RunState } from '../../scanner/scoring/compare.ts';
import { withLock } from '../../store/claims.ts';
import type { Store } from '../../store/store.ts';
import { assertFits, type Cadence, nextRunAt, type WatchBudget } from './schedule.ts';

/** A run that made something worse. */
export interface WatchEntry {
  readonly scanId: string;
  readonly shareToken: string;
  /** Share token of the run that it was compared with. */
  readonly comparedWith: string;
  /** When the run ended. */
  readonly at: string;
  /** What got worse, a sentence each, in trusted text. */
  readonly lines: readonly string[];
  /** Of an MCP server: whether what changed gives orders to the model. */
  readonly level?: 'poisoned' | 'changed';
  /** Lines with quoted text of an MCP server: for people, and never instructions. */
  readonly differences?: readonly string[];
}

const MAX_ENTRIES = 50;

/** The entries of a watch with new ones, the newest first; the oldest go. */
export const withEntries = ({ entries }: Pick<Watch, 'entries'>, added: readonly WatchEntry[]): WatchEntry[] =>
  [...added, ...entries].slice(0, MAX_ENTRIES);

/** `mcp`: an MCP server, whose lists are held against those of the run before. */
export type WatchKind = 'site' | 'mcp';

/** A site or an MCP server that is scanned on a schedule for an account. */
export interface Watch {
  readonly id: string;
  /** Absent for a site. */
  readonly kind?: 'mcp';
  readonly accountId: string;
  readonly rootUrl: string;
  readonly permit?: PrivateHostPermit;
  readonly cadence: Cadence;
  readonly pageLimit: number;
  /** Anyone who has it can read the feeds. */
  readonly feedToken: string;
  readonly createdAt: string;
  /** When the next run is due, milliseconds since the epoch. A paused watch has none. */
  readonly nextAt: number | undefined;
  /** Until when a run of an MCP server that has begun may take, milliseconds since the epoch; later its process has died. */
  readonly mcpRunUntil?: number;
  /** The run that has begun and whose end is still to be read. */
  readonly runningScanId?: string;
  readonly last?: WatchedRun;
  /** The last run with a grade: what the next one is compared with. */
  readonly graded?: GradedRun;
  /** Why the last run failed; absent once a run has ended well. */
  readonly lastFailure?: WatchFailure;
  /** Failed runs in a row. */
  readonly failures: number;
  /** Why no more runs begin, in trusted text. */
  readonly pausedBecause?: string;
  /** When it was paused. */
  readonly pausedAt?: string;
  /** Newest first. */
  readonly entries: readonly WatchEntry[];
}

/** A run that came to no result. */
export interface WatchFailure {
  readonly at: string;
  /** In trusted text. */
  readonly reason: string;
}

interface GradedRun {
  readonly shareToken: string;
  /** Runs of different size are not compared. */
  readonly pageLimit: number;
  readonly state: RunState;
}

export interface WatchedRun {
  readonly scanId: string;
  readonly shareToken: string;
  readonly endedAt: string;
  /** Undefined for a failed run. */
  readonly score?: number;
}

export interface NewWatch {
  /** A site by default. */
  readonly kind?: WatchKind;
  readonly accountId: string;
  readonly rootUrl: string;
  readonly permit?: PrivateHostPermit;
  readonly cadence: Cadence;
  readonly pageLimit: number;
  /** A scan of it begins anyhow, so a new watch has its first run a period later. */
  readonly isScannedNow?: true;
}

/** The watches that are kept. One account watches a root URL once. */
export interface Watches {
  /**
   * Begins a watch, or changes and resumes the one of this root URL. Its first run is due at once.
   * @throws ServiceError invalid_request where it does not fit the budget
   */
  set(wanted: NewWatch, budget: WatchBudget): Promise<Watch>;
  /** @throws ServiceError not_found */
  remove(accountId: string, rootUrl: string, kind?: WatchKind): Promise<void>;
  find(accountId: string, rootUrl: string, kind?: WatchKind): Promise<Watch | undefined>;
  /** Of one account, newest first. */
  list(accountId: string): Promise<Watch[]>;
  byFeedToken(feedToken: string): Promise<Watch | undefined>;
  /** What a watched MCP server showed at its last run. */
  lockOf(id: string): Promise<LockedServer | undefined>;
  keepLock(id: string, lock: LockedServer): Promise<void>;
  /** Ids of watches with work to do at a time (milliseconds), the longest due first. */
  due(now: number, limit: number): Promise<string[]>;
  /**
   * Advances one watch, in no other process meanwhile. `step` answers the watch as it is then, with the time at which
   * to look again; undefined for never. A watch that ended meanwhile stays ended.
   */
  advance(id: string, step: (watch: Watch) => Promise<{ watch: Watch; lookAt: number | undefined }>): Promise<void>;
}

const DUE = 'watches-due';
const MOST_LISTED = 1000;

const watchIdOf = (accountId: string, rootUrl: string, kind: WatchKind = 'site'): string =>
  `wat_${derivedText(kind === 'mcp' ? 'watch-mcp' : 'watch', `${accountId}\0${rootUrl}`, 16)}`;

export function createWatches(store: Store, now: () => number = Date.now): Watches {
  const records = store.documents<Watch>('watches');
  const locks = store.documents<LockedServer>('watch-locks');
  const idsByToken = store.documents<string>('watch-feed-tokens');
  const listOf = (accountId: string) => `watches:${accountId}`;

  const find: Watches['find'] = (accountId, rootUrl, kind) => records.get(watchIdOf(accountId, rootUrl, kind));
  const list: Watches['list'] = async (accountId) => {
    const entries = await store.index.newest(listOf(accountId), { limit: MOST_LISTED });
    const found = await Promise.all(entries.map(({ member }) => records.get(member)));
    return found.filter((watch) => watch !== undefined);
  };

  return {
    find,
    list,
    set: ({ kind, accountId, rootUrl, permit, cadence, pageLimit, isScannedNow }, budget) =>
      withLock(store, `watches-of:${accountId}`, async () => {
        const id = watchIdOf(accountId, rootUrl, kind);
        assertFits(
          { cadence, pageLimit },
          (await list(accountId)).filter((other) => other.id !== id),
          budget,
        );
        return withLock(store, `watch:${id}`, async () => {
          const known = await records.get(id);
          const createdMs = known === undefined ? await store.index.add(listOf(accountId), now(), id) : 0;
          const {
            pausedBecause: _,
            pausedAt: __,
            // One that the operator has withdrawn since is not kept.
            permit: ___,
            ...before
          }: Omit<Watch, 'cadence' | 'pageLimit' | 'nextAt' | 'failures'> = known ?? {
            id,
            accountId,
            rootUrl,
            feedToken: randomText(22, BASE62),
            createdAt: new Date(createdMs).toISOString(),
            entries: [],
            ...(kind === 'mcp' ? { kind } : {}),
          };
          // A time beyond the next period comes from a clock that was wrong.
          const latest = nextRunAt({ id, cadence }, now(), now());
          const isKept = known?.cadence === cadence && known.nextAt !== undefined && known.nextAt <= latest;
          const watch: Watch = {
            ...before,
            ...defined({ permit }),
            cadence,
            pageLimit,
            failures: 0,
            nextAt: isKept ? known.nextAt : isScannedNow === true ? latest : now(),
          };
          await idsByToken.set(watch.feedToken, id);
          await records.set(id, watch);
          await store.index.add(DUE, now(), id);
          return watch;
        });
      }),
    async remove(accountId, rootUrl, kind) {
      const id = watchIdOf(accountId, rootUrl, kind);
      await withLock(store, `watch:${id}`, async () => {
        const watch = await records.get(id);
        if (watch === undefined) throw new ServiceError('not_found', 'url: your account does not watch this URL.');
        await idsByToken.delete(watch.feedToken);
        await records.delete(id);
        await locks.delete(id);
        await store.index.remove(DUE, id);
        await store.index.remove(listOf(accountId), id);
      });
    },
    async byFeedToken(feedToken) {
      const id = await idsByToken.get(feedToken);
      return id === undefined ? undefined : records.get(id);
    },
    lockOf: (id) => locks.get(id),
    keepLock: async (id, lock) => {
      await locks.set(id, lock);
    },
    async due(before, limit) {
      return (await store.index.oldest(DUE, { limit, below: before })).map(({ member }) => member);
    },
    advance: (id, step) =>
      withLock(store, `watch:${id}`, async () => {
        const before = await records.get(id);
        if (before === undefined) {
          await store.index.remove(DUE, id);
          return;
        }
        const { watch, lookAt } = await step(before);
        // The lock lapses while a store is slow.
        if ((await records.get(id)) === undefined) return;
        await records.set(id, watch);
        if (lookAt === undefined) await store.index.remove(DUE, id);
        else await store.index.add(DUE, lookAt, id);
      }),
  };
}
