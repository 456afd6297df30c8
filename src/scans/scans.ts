import { BASE32, derivedText, randomText } from '../auth/random-text.ts';
import type { LocalScanOptions } from '../scanner/model/scan.ts';
import type { Store } from '../store/store.ts';
import { type BrowserTurns, createBrowserTurns, forgetBrowserLook, queueForBrowser } from './browser-turns.ts';
import { createCorpus } from './corpus.ts';
import { createOwnerChanges, type OwnerChanges } from './owner-changes.ts';
import { createRunningScans, type RunningScans } from './running-scans.ts';
import { createScanEnd, type ScanObserver } from './scan-end.ts';
import { createScanReads, type ScanReads } from './scan-reads.ts';
import type { ScanRecord } from './scan-record.ts';
import { createScanRuns, type ScanRuns } from './scan-runs.ts';
import { createScanStarts, type NewScan } from './scan-starts.ts';
import { openStoredScans } from './stored-scans.ts';

/** The scans that are kept: started, listed and read by callers, written by workers. */
export interface Scans extends ScanReads, OwnerChanges, ScanRuns, BrowserTurns, Omit<RunningScans, 'enter' | 'leave'> {
  /** Writes the scan down and queues it; when this resolves the scan survives its process. One whose id is known is answered as it is. */
  start(scan: NewScan, local?: LocalScanOptions): Promise<ScanRecord>;
  /** What the command line of this process asked for; never stored, and forgotten when the scan ends. */
  localOptions(id: string): LocalScanOptions | undefined;
  /** Queues a scan again that the queue has lost. */
  requeue(scan: ScanRecord): Promise<void>;
}

/** An id for a scan that a caller asks for once. */
export const newScanId = (): string => `scn_${randomText(20, BASE32)}`;

/** The id of the scan that a piece of work starts, however often it is begun. */
export const scanIdFor = (workName: string): string => `scn_${derivedText('scan', workName)}`;

/** @param observer notified of every scan in any state */
export function createScans(store: Store, now: () => number = Date.now, observer: Partial<ScanObserver> = {}): Scans {
  const stored = openStoredScans(store, now, observer);
  const { enter, leave, ...running } = createRunningScans(stored);
  const { start, requeue } = createScanStarts(stored, { enter });
  const localOptions = new Map<string, LocalScanOptions>();
  const { end, unlessEnded } = createScanEnd({
    inTurn: stored.inTurn,
    endings: stored.endings,
    corpus: createCorpus(store),
    recent: stored.recent,
    find: (id) => stored.records.get(id),
    update: (id, change) => stored.update(id, (scan) => (scan.status === 'running' ? change(scan) : undefined)),
    queueForBrowser: (scan) => queueForBrowser(stored, scan),
    forgetBrowserLook: (id) => forgetBrowserLook(stored, id),
    leaveRunning: leave,
    onEnd: async (scan, ending) => observer.onEnd?.(scan, ending),
    now,
  });
  const ending: typeof end = async (id, ...how) => {
    await end(id, ...how);
    localOptions.delete(id);
  };
  return {
    ...running,
    ...createScanReads(stored),
    ...createOwnerChanges(stored, { end: ending }),
    ...createScanRuns(stored, { end: ending, unlessEnded }),
    ...createBrowserTurns(stored),
    requeue,
    localOptions: (id) => localOptions.get(id),
    start: ({ id = newScanId(), ...scan }, local) =>
      start({ id, ...scan }, () => {
        if (local !== undefined) localOptions.set(id, local);
      }),
  };
}
