import { createHash } from 'node:crypto';
import { withLock } from '../store/claims.ts';
import type { Store } from '../store/store.ts';
import type { ScanRecord } from './scan-record.ts';
import type { NewScan } from './scan-starts.ts';
import type { Scans } from './scans.ts';

/** How long callers without a key share a scan, from its start. */
const SHARED_MS = 600_000;

/** Scans without an account, which callers that ask for the same root URL share. */
export interface SharedScans {
  /** The scan of a normalised root URL that began within ten minutes, unless it failed. */
  of(rootUrl: string): Promise<ScanRecord | undefined>;
  /**
   * Starts a scan, or answers the shared one. Of concurrent callers in any process, one starts it.
   * @param fresh starts one in any case, which is shared from then on
   */
  start(scan: NewScan, fresh: boolean): Promise<{ readonly scan: ScanRecord; readonly isShared: boolean }>;
}

export function createSharedScans(scans: Pick<Scans, 'byId' | 'start'>, store: Store): SharedScans {
  const latest = store.documents<string>('shared-scan-of-root');
  async function of(rootUrl: string): Promise<ScanRecord | undefined> {
    const id = await latest.get(keyOf(rootUrl));
    const scan = id === undefined ? undefined : await scans.byId(id);
    return scan?.status === 'failed' ? undefined : scan;
  }
  return {
    of,
    start: (scan, fresh) =>
      withLock(store, `shared-scan:${keyOf(scan.rootUrl)}`, async () => {
        const known = fresh ? undefined : await of(scan.rootUrl);
        if (known !== undefined) return { scan: known, isShared: true };
        const started = await scans.start(scan);
        await latest.set(keyOf(scan.rootUrl), started.id, SHARED_MS);
        return { scan: started, isShared: false };
      }),
  };
}

/** Keys of the store are shorter than URLs may be. */
const keyOf = (rootUrl: string): string => createHash('sha256').update(rootUrl).digest('hex');
