/** The rows of an account's sites, kept in memory and brought up to date by what changed since. */
import type { Documents, Index } from '../store/store.ts';
import type { Site } from './site.ts';
import { rowOf, type SiteRow } from './site-list.ts';

/** Of all accounts together: about 40 MB. The accounts that were not asked for the longest go first. */
const MOST_ROWS = 100_000;
const READ_AT_ONCE = 500;
const CHANGES_AT_ONCE = 1000;
/** Clocks of processes differ by less: a change since the last look may have a time of this long before it. */
const CLOCKS_DIFFER_MS = 60_000;
/** In the list of writes: that a site was deleted. No id of a site. */
const REMOVED = 'removed';

export interface SiteRows {
  /** Every site of an account, in no order. */
  of(accountId: string): Promise<readonly SiteRow[]>;
  /** To be called once the record of a site is written. */
  noteWrite(accountId: string, siteId: string): Promise<void>;
  /** To be called once the record of a site is deleted. */
  noteRemoval(accountId: string, siteId: string): Promise<void>;
}

interface Held {
  readonly rows: Map<string, SiteRow>;
  /** The same as a list; undefined before the first refresh. */
  all: readonly SiteRow[] | undefined;
  /** The score under which the last write of a site is in the index, by its id. */
  readonly writes: Map<string, number>;
  /** When the last look at the writes began, milliseconds since the epoch; 0 before the first. */
  lookedAt: number;
  /** The last refresh, under way or done. */
  refreshed: Promise<void>;
}

interface Parts {
  readonly records: Pick<Documents<Site>, 'getMany'>;
  readonly index: Index;
  /** The list of the ids of an account's sites. */
  listOf(accountId: string): string;
  readonly mostSites: number;
  now(): number;
}

export function createSiteRows({ records, index, listOf, mostSites, now }: Parts): SiteRows {
  const accounts = new Map<string, Held>();
  const writesOf = (accountId: string) => `site-writes:${accountId}`;

  const read = async (held: Held, ids: readonly string[]) => {
    for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
      const some = ids.slice(at, at + READ_AT_ONCE);
      for (const [place, site] of (await records.getMany<Site>(some)).entries()) {
        const id = some[place] ?? '';
        if (site === undefined) held.rows.delete(id);
        else held.rows.set(id, rowOf(site));
      }
    }
  };

  /** Ids of sites that were written since the last look, and REMOVED where one was deleted. */
  const changedSince = async (accountId: string, held: Held): Promise<string[]> => {
    const since = held.lookedAt - CLOCKS_DIFFER_MS;
    const lookedAt = now();
    const changed: string[] = [];
    /** Answers where the next part begins; undefined after the last. */
    const readBelow = async (below: number | undefined): Promise<number | undefined> => {
      const options = { limit: CHANGES_AT_ONCE, ...(below === undefined ? {} : { below }) };
      const entries = await index.newest(writesOf(accountId), options);
      for (const { member, score } of entries) {
        if (score < since) return undefined;
        if (held.writes.get(member) !== score) changed.push(member);
        held.writes.set(member, score);
      }
      return entries.length < CHANGES_AT_ONCE ? undefined : entries.at(-1)?.score;
    };
    let below = await readBelow(undefined);
    while (below !== undefined) below = await readBelow(below);
    held.lookedAt = lookedAt;
    return changed;
  };

  const refresh = async (accountId: string, held: Held): Promise<void> => {
    const isFirst = held.all === undefined;
    const changed = await changedSince(accountId, held);
    if (!isFirst && changed.length === 0) return;
    await read(
      held,
      changed.filter((id) => id !== REMOVED),
    );
    if (isFirst || changed.includes(REMOVED)) {
      const listed = (await index.newest(listOf(accountId), { limit: mostSites })).map(({ member }) => member);
      const ids = new Set(listed);
      for (const id of held.rows.keys()) if (!ids.has(id)) held.rows.delete(id);
      await read(
        held,
        listed.filter((id) => !held.rows.has(id)),
      );
    }
    held.all = [...held.rows.values()];
  };

  const forgetOldest = () => {
    let rows = 0;
    for (const held of accounts.values()) rows += held.rows.size;
    for (const [accountId, held] of accounts) {
      if (rows <= MOST_ROWS || accounts.size === 1) return;
      accounts.delete(accountId);
      rows -= held.rows.size;
    }
  };

  return {
    async of(accountId) {
      const held: Held = accounts.get(accountId) ?? {
        rows: new Map(),
        all: undefined,
        writes: new Map(),
        lookedAt: 0,
        refreshed: Promise.resolve(),
      };
      accounts.delete(accountId);
      accounts.set(accountId, held);
      // One after another: a refresh that is under way may have missed what its caller has just written.
      held.refreshed = held.refreshed.then(() => refresh(accountId, held));
      try {
        await held.refreshed;
      } catch (error) {
        // What it had noted as read may not be.
        if (accounts.get(accountId) === held) accounts.delete(accountId);
        throw error;
      }
      forgetOldest();
      return held.all ?? [];
    },
    async noteWrite(accountId, siteId) {
      await index.add(writesOf(accountId), now(), siteId);
    },
    async noteRemoval(accountId, siteId) {
      await index.remove(writesOf(accountId), siteId);
      await index.add(writesOf(accountId), now(), REMOVED);
    },
  };
}
