import type { Log } from '../log.ts';
import { scannedPage } from '../scanner/browser/choose-pages.ts';
import type { LookAtSite, ScannedPage, SiteLook } from '../scanner/model/browser.ts';
import { type AllowedPrivateHost, privateHostPermit } from '../scanner/net/submitted-url.ts';
import { ABSENCE_WORDS, absentReport } from '../scanner/scoring/browser-report.ts';
import type { JobHandlers, Store } from '../store/store.ts';
import type { EarlyPages } from './browser-looks.ts';
import type { ScanRecord } from './scan-record.ts';
import type { Scans } from './scans.ts';

/** The time for one scan, including the requests besides the pictures. */
const LOOK_MS = 240_000;

interface BrowserHandlerParts {
  readonly scans: Scans;
  readonly lookAtSite: LookAtSite;
  /** What the operator of this process lets be scanned although it is private. */
  readonly allowed: readonly AllowedPrivateHost[];
  readonly log: Log;
}

/** What the queue of browser passes does with a scan that has ended: look at its pages and write down what they show. */
export function createBrowserHandlers({ scans, lookAtSite, allowed, log }: BrowserHandlerParts): JobHandlers {
  // While the store is away the scan may still be there.
  const endIfGone = async (id: string, gone: AbortController): Promise<void> => {
    const scan = await scans.waitingForBrowser(id).catch(() => 'unknown' as const);
    if (scan === undefined) gone.abort(new Error('The scan is gone.'));
  };
  return {
    async run({ id, attempt }, signal) {
      const scan = await scans.waitingForBrowser(id);
      if (scan === undefined) return;
      const startedMs = performance.now();
      const { pages: toSee, publicOrigin } = (await scans.offeredToBrowser(id)) ?? (await afterwards(scan, scans));
      const gone = new AbortController();
      const timer = setInterval(() => void endIfGone(id, gone), LOOKED_AFTER_MS);
      const look = await lookAtSite({
        pages: toSee,
        permit: scan.permit === undefined ? undefined : privateHostPermit(new URL(scan.rootUrl), allowed),
        publicOrigin,
        signal: AbortSignal.any([signal, gone.signal, AbortSignal.timeout(LOOK_MS)]),
      })
        .catch((error: unknown) => {
          log.error({ scan: id, attempt, err: error }, 'a browser pass failed');
          throw error;
        })
        .finally(() => clearInterval(timer));
      // Handed back: another process looks.
      signal.throwIfAborted();
      if (gone.signal.aborted) return;
      await scans.endBrowserLook(id, look);
      const { browserScore, reason, pages } = look.report;
      const ms = Math.round(performance.now() - startedMs);
      log.info({ scan: id, pages: pages.length, browserScore, reason, ms }, 'a browser looked at a scan');
    },
    async exhausted({ id }) {
      log.error({ scan: id }, 'no browser looked at a scan: every attempt failed');
      await scans.endBrowserLook(id, GIVEN_UP);
    },
  };
}

/** How soon a browser leaves a scan that was cancelled, failed or deleted. */
const LOOKED_AFTER_MS = 2_000;

const GIVEN_UP: SiteLook = { report: absentReport(ABSENCE_WORDS['gave-up']), screens: [] };

/** What a scan has that was not offered while it ran. */
async function afterwards(scan: ScanRecord, scans: Pick<Scans, 'checks' | 'pages'>): Promise<EarlyPages> {
  const { basis } = await scans.checks(scan.id);
  return { pages: await pagesOf(scan, scans), publicOrigin: basis?.publicOrigin };
}

async function pagesOf(scan: ScanRecord, scans: Pick<Scans, 'pages'>): Promise<ScannedPage[]> {
  const pages: ScannedPage[] = [];
  for await (const chunk of scans.pages(scan)) {
    pages.push(...chunk.map(scannedPage));
  }
  return pages;
}

const PRESENT = 'any';
/** A process that died is missed after this. */
const PRESENT_MS = 60_000;
const RENEWED_MS = 20_000;

/** Whether some process on the store lets browsers look at pages. */
export interface BrowserPresence {
  isThere(): Promise<boolean>;
  /** Says so for this process, until the function that it answers is called. */
  announce(): Promise<() => void>;
}

export function createBrowserPresence(store: Pick<Store, 'documents'>): BrowserPresence {
  const present = store.documents<true>('browser-workers');
  return {
    isThere: async () => (await present.get(PRESENT)) === true,
    async announce() {
      const say = () => present.set(PRESENT, true, PRESENT_MS);
      await say();
      // While the store is away no scan can be started either.
      const timer = setInterval(() => void say().catch(() => undefined), RENEWED_MS);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
