import { withLock } from '../store/lock.ts';
import type { Store } from '../store/store.ts';
import type { ScanRecord } from './scan-record.ts';
import type { NewScan, Scans } from './scans.ts';

/** How long callers without a key share a scan of one host. */
const SHARED_MS = 600_000;

/**
 * Starts a scan without an account, or returns one of the same host that started within ten minutes. Of concurrent
 * callers in any process, one starts it.
 */
export type ShareHostScan = (scan: NewScan) => Promise<ScanRecord>;

export function createShareHostScan(scans: Scans, store: Store): ShareHostScan {
  const latest = store.documents<string>('anonymous-scan-of-host');
  return (scan) => {
    const { host } = new URL(scan.rootUrl);
    return withLock(store, `anonymous-scan:${host}`, async () => {
      const id = await latest.get(host);
      const known = id === undefined ? undefined : await scans.byId(id);
      if (known !== undefined) return known;
      const started = await scans.start(scan);
      await latest.set(host, started.id, SHARED_MS);
      return started;
    });
  };
}
