import { setTimeout as delay } from 'node:timers/promises';
import { defined } from '../defined.ts';
import { ServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { scannedPage } from '../scanner/browser/choose-pages.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import type { FirstPages, RunScan, ScanProgress, ScanReport, ScanRequest } from '../scanner/model/scan.ts';
import { type AllowedPrivateHost, privateHostPermit } from '../scanner/net/submitted-url.ts';
import type { Job, JobHandlers } from '../store/store.ts';
import type { ScanRecord, ScanTier } from './scan-record.ts';
import type { Scans } from './scans.ts';

/** How often progress is written, and how soon a cancelled scan is seen. */
const PROGRESS_EVERY_MS = 400;
type Write = <Result>(action: () => Promise<Result>) => Promise<Result>;

interface ScanHandlerParts {
  readonly scans: Scans;
  readonly runScan: RunScan;
  /** What the operator of this process lets be scanned although it is private. */
  readonly allowed: readonly AllowedPrivateHost[];
  readonly log: Log;
}

/** What the queue does with a scan: run it and write down what it finds. While the store is away the scan waits. */
export function createScanHandlers({ scans, runScan, allowed, log }: ScanHandlerParts): JobHandlers {
  return {
    async run(job, signal) {
      const onWait = () => log.warn({ scan: job.id }, 'the store is unavailable, the scan waits');
      const write: Write = (action) => retryWhileUnavailable(action, { signal, onWait });
      const scan = await write(() => scans.beginRun(job.id, job.run));
      if (scan === undefined) return;
      const startedMs = performance.now();
      log.info({ scan: scan.id, attempt: job.attempt, pageLimit: scan.pageLimit }, 'scan begins');
      const cancelled = new AbortController();
      const stop = () => cancelled.abort(new Error('The scan was cancelled.'));
      const either = AbortSignal.any([signal, cancelled.signal]);
      const running = runAndRecord(scan, job, { signal: either, write, stop });
      // The rest of a cancelled scan ends without its place: a page that is being judged takes seconds.
      const report = await Promise.race([running, rejectOnAbort(cancelled.signal)]).catch(async (error: unknown) => {
        const about = { scan: scan.id, attempt: job.attempt };
        if (cancelled.signal.aborted) {
          log.info({ ...about, ms: Math.round(performance.now() - startedMs) }, 'scan cancelled');
          return undefined;
        }
        // The queue retries without logging a reason.
        if (signal.aborted) log.info({ ...about, reason: String(signal.reason) }, 'scan handed back');
        else log.error({ ...about, err: error }, 'a scan attempt failed');
        await scans.relist(scan.id).catch(() => undefined);
        throw error;
      });
      if (report === undefined) return;
      await write(() => scans.end(scan.id, job.run, report));
      log.info(
        {
          scan: scan.id,
          status: report.status,
          pages: report.pagesScanned,
          score: report.score?.score,
          ms: Math.round(performance.now() - startedMs),
        },
        'scan ends',
      );
    },
    async exhausted({ id }) {
      log.error({ scan: id }, 'scan failed: every attempt failed');
      await scans.end(id, undefined, givenUp);
    },
  };

  async function runAndRecord(
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
    // At its end the scan is queued for a browser, whatever comes of this.
    const offer = ({ id: ofScan }: ScanRecord, { pages, publicOrigin }: FirstPages) => {
      if (pages.length === 0) return;
      const early = { pages: pages.map(scannedPage), ...defined({ publicOrigin }) };
      void scans
        .offerToBrowser(ofScan, early)
        .catch((error: unknown) => log.warn({ scan: ofScan, err: error }, 'no browser was told of the first pages'));
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
          ...(scan.browser === true ? { onFirstPages: (first) => offer(scan, first) } : {}),
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
}

const givenUp = failedReport(
  failureRecord(
    "The scan was begun three times and broke off each time. This is our fault, not the site's.",
    'Start the scan again; if it breaks off once more, report it with the scan id.',
  ),
);

/** Never resolves. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

const LOOK_AGAIN_MS = 500;

/**
 * Retries idempotent work while the store is unavailable. Rejects with the last refusal when the signal is aborted.
 * @param onWait called once, before the first wait
 */
async function retryWhileUnavailable<Result>(
  action: () => Promise<Result>,
  { signal, onWait }: { signal: AbortSignal; onWait(): void },
): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await action();
    } catch (error) {
      const isAway = error instanceof ServiceError && error.code === 'unavailable';
      if (!isAway || signal.aborted) throw error;
    }
    if (tries === 0) onWait();
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The payer waits for the answer, so the time in the queue counts too. */
const PAID_MS = 180_000;
/** What a paid scan gets at least, however long it waited: it may be a second attempt. */
const PAID_AT_LEAST_MS = 10_000;
const ANONYMOUS_MS = 90_000;

/** Of any scan: its sitemaps, files and probes. */
const BASE_BYTES = 100_000_000;
/** For each page: twenty times what an honest page takes, with its Markdown. */
const PAGE_BYTES: Record<ScanTier, number> = { keyed: 4_000_000, paid: 4_000_000, anonymous: 2_000_000 };

/** What a scan of this class may use, counted from when a worker begins it. */
export function scanLimits(
  scan: Pick<ScanRecord, 'tier' | 'pageLimit' | 'createdAt'>,
  nowMs = Date.now(),
): Pick<ScanRequest, 'deadlineMs' | 'maxBytes'> {
  return { deadlineMs: deadlineMs(scan, nowMs), maxBytes: BASE_BYTES + PAGE_BYTES[scan.tier] * scan.pageLimit };
}

function deadlineMs(
  { tier, pageLimit, createdAt }: Pick<ScanRecord, 'tier' | 'pageLimit' | 'createdAt'>,
  nowMs: number,
) {
  if (tier === 'anonymous') return ANONYMOUS_MS;
  if (tier === 'keyed') return 600_000 + 500 * pageLimit;
  return Math.max(PAID_AT_LEAST_MS, PAID_MS - (nowMs - Date.parse(createdAt)));
}

/** Of the places of a process, `SCAN_CONCURRENCY`. */
export const anonymousPlaces = (concurrency: number): number => Math.max(1, Math.floor(concurrency / 2));
