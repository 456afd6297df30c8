import { withLock } from '../store/claims.ts';
import type { Documents, JobRequest, Store } from '../store/store.ts';
import { type BrowserLooks, createBrowserLooks } from './browser-looks.ts';
import { createPageStore, type PackedDocuments, type PageStore, packedDocuments } from './page-store.ts';
import { createRecentScans, type Ending, type RecentScans, type ScanObserver } from './scan-end.ts';
import type { ScanRecord, ScanTier } from './scan-record.ts';

/** The stored data of scans, which the parts of `Scans` share. */
export interface StoredScans {
  readonly store: Store;
  readonly records: Documents<ScanRecord>;
  readonly endings: PackedDocuments<Ending>;
  readonly idsByToken: Documents<string>;
  readonly pages: PageStore;
  readonly browserLooks: BrowserLooks;
  readonly recent: RecentScans;
  readonly observer: Partial<ScanObserver>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Writes a changed record and notifies its watchers; undefined when there is no scan, or `change` answers undefined. */
  update(id: string, change: (before: ScanRecord) => ScanRecord | undefined): Promise<ScanRecord | undefined>;
  /** Runs an action while no other process ends the scan, begins a run of it, or runs another action. */
  inTurn<Result>(id: string, action: () => Promise<Result>): Promise<Result>;
}

/** @param observer notified of every scan in any state */
export function openStoredScans(store: Store, now: () => number, observer: Partial<ScanObserver>): StoredScans {
  const records = store.documents<ScanRecord>('scans');
  return {
    store,
    records,
    endings: packedDocuments<Ending>(store, 'scan-checks'),
    idsByToken: store.documents<string>('scan-tokens'),
    pages: createPageStore(store),
    browserLooks: createBrowserLooks(store),
    recent: createRecentScans(store),
    observer,
    now,
    async update(id, change) {
      const before = await records.get(id);
      const after = before === undefined ? undefined : change(before);
      if (after === undefined) return undefined;
      const written = { ...after, revision: after.revision + 1 };
      await records.set(id, written);
      await store.channel.publish(`scan:${id}`, {
        status: written.status,
        pagesDiscovered: written.pagesDiscovered,
        pagesScanned: written.pagesScanned,
      });
      return written;
    },
    inTurn: (id, action) => withLock(store, `scan-end:${id}`, action),
  };
}

/** The list of scans without an account. */
export const UNOWNED = 'scans-unowned';

/** The list that holds the scans of an account, by the time at which they were created. */
export const listOf = (accountId: string | undefined): string =>
  accountId === undefined ? UNOWNED : `scans:${accountId}`;

/** Lower is served first. */
export const PRIORITY: Record<ScanTier, number> = { paid: 0, keyed: 10, anonymous: 20 };

/** How a scan waits in the queue of scans, and in that of browser passes. */
export const jobOf = (scan: ScanRecord): JobRequest => ({
  id: scan.id,
  priority: PRIORITY[scan.tier],
  owner: scan.queueOwner,
});
