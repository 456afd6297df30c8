import type { SiteLook } from '../scanner/model/browser.ts';
import type { EarlyPages } from './browser-looks.ts';
import type { ScanRecord } from './scan-record.ts';
import { jobOf, type StoredScans } from './stored-scans.ts';

/** When a browser looks at a scan: at its first pages while it runs, else at its end. */
export interface BrowserTurns {
  /** For workers: lets a browser begin with these pages while the scan runs; does nothing the second time. */
  offerToBrowser(id: string, early: EarlyPages): Promise<void>;
  /** The pages that were offered; undefined where none were. */
  offeredToBrowser(id: string): Promise<EarlyPages | undefined>;
  /** For workers: a scan at which a browser may look and none has yet. */
  waitingForBrowser(id: string): Promise<ScanRecord | undefined>;
  /** Writes down what a browser showed of a waiting scan; does nothing for one that was deleted meanwhile. */
  endBrowserLook(id: string, look: SiteLook): Promise<void>;
}

export function createBrowserTurns({
  store,
  records,
  browserLooks,
  update,
  inTurn,
}: Pick<StoredScans, 'store' | 'records' | 'browserLooks' | 'update' | 'inTurn'>): BrowserTurns {
  const waiting = async (id: string) => {
    const scan = await records.get(id);
    const isWaiting =
      scan?.status === 'running'
        ? scan.browser === true && (await browserLooks.read(id)) === undefined
        : scan?.browserLook?.state === 'waiting';
    return isWaiting ? scan : undefined;
  };
  return {
    offerToBrowser: (id, early) =>
      inTurn(id, async () => {
        const scan = await waiting(id);
        // A run before this one may have offered them.
        if (scan?.status !== 'running' || (await browserLooks.offered(id)) !== undefined) return;
        await browserLooks.offer(id, early);
        await store.browserJobs.add(jobOf(scan));
      }),
    offeredToBrowser: (id) => browserLooks.offered(id),
    // In turn, because its end queues it before the record says so.
    waitingForBrowser: (id) => inTurn(id, () => waiting(id)),
    endBrowserLook: (id, look) =>
      inTurn(id, async () => {
        const scan = await waiting(id);
        if (scan === undefined) return;
        await browserLooks.write(id, look);
        // The end of the scan finds it.
        if (scan.status === 'running') return;
        await update(id, (scan) => ({
          ...scan,
          browserLook: { state: 'done', score: look.report.browserScore },
        }));
      }),
  };
}

/** Puts a scan into the queue of browser passes, which takes it once, unless a browser has looked while it ran. */
export async function queueForBrowser(
  { store, browserLooks }: Pick<StoredScans, 'store' | 'browserLooks'>,
  scan: ScanRecord,
): Promise<NonNullable<ScanRecord['browserLook']>> {
  const look = await browserLooks.read(scan.id);
  if (look !== undefined) return { state: 'done', score: look.report.browserScore };
  await store.browserJobs.add(jobOf(scan));
  return { state: 'waiting', score: null };
}

/** Takes a scan off the queue of browser passes, with what a browser showed of it. */
export async function forgetBrowserLook(
  { store, browserLooks }: Pick<StoredScans, 'store' | 'browserLooks'>,
  id: string,
): Promise<void> {
  await store.browserJobs.remove(id);
  await browserLooks.remove(id);
}
