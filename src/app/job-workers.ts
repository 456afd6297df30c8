import { ConfigError } from '../errors.ts';
import type { Log } from '../log.ts';
import { whyNoBrowser } from '../scanner/browser/find-browser.ts';
import type { LookAtSite } from '../scanner/model/browser.ts';
import type { RunScan } from '../scanner/model/scan.ts';
import type { AllowedPrivateHost } from '../scanner/net/submitted-url.ts';
import { ABSENCE_WORDS } from '../scanner/scoring/browser-report.ts';
import { type BrowserPresence, createBrowserHandlers } from '../scans/browser-worker.ts';
import { anonymousPlaces } from '../scans/scan-limits.ts';
import { createScanHandlers } from '../scans/scan-worker.ts';
import type { Scans } from '../scans/scans.ts';
import { PRIORITY } from '../scans/stored-scans.ts';
import { type BatchRunnerParts, startBatchRunner } from '../sites/run-batches.ts';
import type { Store } from '../store/store.ts';
import type { Config } from './config.ts';

/** Paid scans run first, because their caller waits and the authorization expires meanwhile. */
const PLACES_FOR_PAID = { places: 1, priority: PRIORITY.paid };

/** What a process works on: everything it can, or browser passes alone. */
export type WorkerRole = 'all' | 'browser';

interface WorkerParts extends Omit<BatchRunnerParts, 'store' | 'scans' | 'now'> {
  readonly store: Store;
  readonly config: Pick<Config, 'browser' | 'browserSandbox' | 'browserConcurrency' | 'scanConcurrency'>;
  readonly scans: Scans;
  readonly runScan: RunScan;
  readonly lookAtSite: LookAtSite;
  readonly allowed: readonly AllowedPrivateHost[];
  readonly presence: BrowserPresence;
  readonly log: Log;
}

interface Workers {
  /**
   * Begins to take scans from the queue, and browser passes where this process has a browser.
   * @throws ConfigError for the role `browser` where there is no browser
   */
  start(role: WorkerRole): Promise<void>;
  /** Hands running scans back to the queue. */
  close(): Promise<void>;
}

/** The workers of this process: each takes jobs from its queue until it is closed. */
export function createWorkers(parts: WorkerParts): Workers {
  const { store, config, scans, runScan, lookAtSite, allowed, presence, log } = parts;
  const workers: { close(): Promise<void> }[] = [];
  return {
    async start(role) {
      const missing = whyNoBrowser(config.browser);
      if (role === 'browser' && missing !== undefined)
        throw new ConfigError(`A browser worker needs a browser: ${ABSENCE_WORDS[missing]}.`);
      if (role === 'all') {
        const handlers = createScanHandlers({ scans, runScan, allowed, log });
        workers.push(
          await store.jobs.work(handlers, {
            concurrency: config.scanConcurrency,
            reserved: PLACES_FOR_PAID,
            limited: { places: anonymousPlaces(config.scanConcurrency), fromPriority: PRIORITY.anonymous },
          }),
        );
        workers.push(startBatchRunner(parts));
      }
      if (missing !== undefined) return;
      if (!config.browserSandbox)
        log.warn('BROWSER_SANDBOX is off: a page that breaks out of its browser process reaches this machine');
      const looking = createBrowserHandlers({ scans, lookAtSite, allowed, log });
      workers.push(await store.browserJobs.work(looking, { concurrency: config.browserConcurrency }));
      const leave = await presence.announce();
      workers.push({ close: async () => leave() });
    },
    async close() {
      for (const worker of workers) await worker.close();
    },
  };
}
