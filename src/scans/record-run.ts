import { defined } from '../basics/defined.ts';
import type { Log } from '../log.ts';
import { scannedPage } from '../scanner/browser/choose-pages.ts';
import type { FirstPages, RunScan, ScanProgress, ScanReport } from '../scanner/model/scan.ts';
import { type AllowedPrivateHost, privateHostPermit } from '../scanner/net/submitted-url.ts';
import type { Job } from '../store/store.ts';
import { scanLimits } from './scan-limits.ts';
import type { ScanRecord } from './scan-record.ts';
import type { Scans } from './scans.ts';

/** How often progress is written, and how soon a cancelled scan is seen. */
const PROGRESS_EVERY_MS = 400;

/** Writes to the store, which may be away for a while. */
export type Write = <Result>(action: () => Promise<Result>) => Promise<Result>;

export interface RunParts {
  readonly scans: Scans;
  readonly runScan: RunScan;
  /** What the operator of this process lets be scanned although it is private. */
  readonly allowed: readonly AllowedPrivateHost[];
  readonly log: Log;
}

/**
 * Runs a scan, and writes down its progress and its pages.
 * @param stop called when the scan was cancelled
 */
export async function runAndRecord(
  { scans, runScan, allowed, log }: RunParts,
  scan: ScanRecord,
  { id, run }: Job,
  { signal, write, stop }: { signal: AbortSignal; write: Write; stop(): void },
): Promise<ScanReport> {
  // A stored permit is only what another process allowed, perhaps under other settings.
  const permit = scan.permit === undefined ? undefined : privateHostPermit(new URL(scan.rootUrl), allowed);
  let latest: ScanProgress | undefined;
  let writing = Promise.resolve();
  const note = () => {
    const progress = latest;
    latest = undefined;
    if (progress === undefined) return;
    writing = writing
      .then(() => scans.noteProgress(id, run, progress))
      .catch((error: unknown) => log.warn({ scan: id, err: error }, 'progress was not written'));
  };
  let isLooking = false;
  const stopIfCancelled = async () => {
    if (isLooking) return;
    isLooking = true;
    // An unavailable store answers later.
    const isRunning = await scans.isRunning(id).catch(() => true);
    isLooking = false;
    if (!isRunning) stop();
  };
  const timer = setInterval(() => {
    note();
    void stopIfCancelled();
  }, PROGRESS_EVERY_MS);
  try {
    return await runScan(
      {
        rootUrl: scan.rootUrl,
        pageLimit: scan.pageLimit,
        exclude: scan.exclude,
        canonicalOrigin: scan.canonicalOrigin,
        ...scans.localOptions(id),
        ...(scan.browser === true ? { onFirstPages: (first) => offerToBrowser({ scans, log }, id, first) } : {}),
        ...scanLimits(scan),
        ...defined({ permit }),
      },
      {
        progress: (progress) => {
          latest = progress;
        },
        // Chained to the progress writes: both update the same record.
        pages: (chunk, pages) => {
          writing = writing.then(() => write(() => scans.writePages(scan, 'early', chunk, pages)));
          return writing;
        },
        latePages: (chunk, pages) => write(() => scans.writePages(scan, 'late', chunk, pages)),
      },
      signal,
    );
  } finally {
    clearInterval(timer);
    await writing.catch(() => undefined);
  }
}

/** Queues the ended scan for a browser; a failure here does not fail the scan. */
function offerToBrowser(
  { scans, log }: Pick<RunParts, 'scans' | 'log'>,
  id: string,
  { pages, publicOrigin }: FirstPages,
): void {
  if (pages.length === 0) return;
  const early = { pages: pages.map(scannedPage), ...defined({ publicOrigin }) };
  void scans
    .offerToBrowser(id, early)
    .catch((error: unknown) => log.warn({ scan: id, err: error }, 'no browser was offered the first pages'));
}
