import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import type { JobHandlers } from '../store/store.ts';
import { type RunParts, runAndRecord, type Write } from './record-run.ts';

/** What the queue does with a scan: run it and write down what it finds. While the store is away the scan waits. */
export function createScanHandlers(parts: RunParts): JobHandlers {
  const { scans, log } = parts;
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
      const running = runAndRecord(parts, scan, job, { signal: either, write, stop });
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
