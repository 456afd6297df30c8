import { defined } from '../basics/defined.ts';
import { RUBRIC } from '../scanner/checks/rubric.ts';
import type { ScanReport } from '../scanner/model/scan.ts';
import type { Store } from '../store/store.ts';
import type { Corpus } from './corpus.ts';
import type { ScanChecks, ScanRecord } from './scan-record.ts';

/** How long a completed scan counts as recent. */
const RECENT_MS = 3_600_000;

/** The latest completed scan of each host, for an hour. */
export interface RecentScans {
  /** @param hosts as submitted and after redirects, with the port where it is not the default */
  note(hosts: readonly string[], id: string): Promise<void>;
  /** The id of the scan. */
  of(host: string): Promise<string | undefined>;
}

export function createRecentScans(store: Pick<Store, 'documents'>): RecentScans {
  const latest = store.documents<string>('recent-scan-of-host');
  return {
    async note(hosts, id) {
      await Promise.all([...new Set(hosts)].map((host) => latest.set(host, id, RECENT_MS)));
    },
    of: (host) => latest.get(host),
  };
}

/** The end of a scan as it is written down first, in one piece, so that nothing that follows can be lost. */
export interface Ending extends ScanChecks {
  /** The run that came to it. */
  readonly run: number;
  /** Of that run's pages; undefined in ends that older versions stored. */
  readonly chunkCount?: number;
  /** Of the code that graded; undefined in ends that older versions stored. */
  readonly rubricVersion?: string;
  readonly isCancelled?: true;
  readonly report: Omit<ScanReport, 'siteChecks' | 'llmsTxtChecks' | 'basis'>;
}

/**
 * Data that is updated with scans. After a crash a call is repeated, so each must be idempotent. One that rejects
 * fails the step of the scan.
 */
export interface ScanObserver {
  /** The scan is stored and not queued yet. */
  onStart(scan: ScanRecord): Promise<void>;
  /** The end is stored, and the scan still says that it runs. */
  onEnd(scan: ScanRecord, ending: Ending): Promise<void>;
  /** The scan is about to be deleted. */
  onRemove(scan: ScanRecord): Promise<void>;
}

export interface ScanEndParts {
  /** Runs an action while no other process ends the scan, begins a run of it, or runs another action. */
  inTurn<Result>(id: string, action: () => Promise<Result>): Promise<Result>;
  readonly endings: {
    get(id: string): Promise<Ending | undefined>;
    set(id: string, ending: Ending): Promise<unknown>;
  };
  readonly corpus: Pick<Corpus, 'place'>;
  readonly recent: Pick<RecentScans, 'note'>;
  find(id: string): Promise<ScanRecord | undefined>;
  /** Changes a scan that is running; does nothing to any other. */
  update(id: string, change: (before: ScanRecord) => ScanRecord): Promise<unknown>;
  /** Puts it into the queue of browser passes, which takes it once, unless a browser has looked while it ran. */
  queueForBrowser(scan: ScanRecord): Promise<NonNullable<ScanRecord['browserLook']>>;
  /** Takes it off that queue, with what a browser showed. */
  forgetBrowserLook(id: string): Promise<unknown>;
  /** Takes it off the list of running scans. */
  leaveRunning(id: string): Promise<unknown>;
  readonly onEnd: ScanObserver['onEnd'];
  now(): number;
}

export interface ScanEnd {
  /**
   * Ends a scan, once: terminal states never change.
   * @param run whose report it is; undefined when every run has broken off
   * @param isCancelled its owner ended it
   * @throws Error when another run has begun meanwhile
   */
  end(id: string, run: number | undefined, report: ScanReport, isCancelled?: boolean): Promise<void>;
  /**
   * Completes an `end` that a crash interrupted, then runs `begin` unless the scan has ended. Until then no other
   * caller ends the scan or begins a run of it.
   */
  unlessEnded<Result>(id: string, begin: (scan: ScanRecord) => Promise<Result>): Promise<Result | undefined>;
}

export function createScanEnd({
  inTurn,
  endings,
  corpus,
  recent,
  find,
  update,
  queueForBrowser,
  forgetBrowserLook,
  leaveRunning,
  onEnd,
  now,
}: ScanEndParts): ScanEnd {
  /** Carries out an ending that is written down. Every step may be done again. */
  async function settle(scan: ScanRecord): Promise<boolean> {
    const ending = await endings.get(scan.id);
    if (scan.status === 'running') {
      if (ending === undefined || ending.run < scan.run) return false;
      // Belongs to a later run: a suspended worker has overwritten the record since.
      const { run, chunkCount = scan.chunkCount } = ending;
      const { status, pagesDiscovered, pagesScanned, score, llmsTxtScore } = ending.report;
      const rubricVersion = ending.rubricVersion ?? scan.rubricVersion;
      const place = await corpus.place(ending.report, rubricVersion);
      if (status === 'completed') await recent.note([new URL(scan.rootUrl).host, ending.report.host], scan.id);
      await onEnd(scan, ending);
      const isForBrowser = status === 'completed' && scan.browser === true;
      // Before the record says so: what the queue holds is then never lost.
      const browserLook = isForBrowser ? await queueForBrowser(scan) : undefined;
      if (status !== 'completed' && scan.browser === true) await forgetBrowserLook(scan.id);
      await update(scan.id, (before) => ({
        ...before,
        ...place,
        rubricVersion,
        run,
        chunkCount,
        status,
        completedAt: new Date(now()).toISOString(),
        pagesDiscovered,
        pagesScanned,
        ...defined({ score, isCancelled: ending.isCancelled, browserLook }),
        llmsTxtScore,
      }));
    }
    await leaveRunning(scan.id);
    return true;
  }

  return {
    end: (id, run, { siteChecks, llmsTxtChecks, basis, ...report }, isCancelled = false) =>
      inTurn(id, async () => {
        const scan = await find(id);
        if (scan === undefined || (await settle(scan))) return;
        if (run !== undefined && run !== scan.run) throw new Error('another run of this scan has begun');
        await endings.set(id, {
          run: scan.run,
          chunkCount: scan.chunkCount,
          report,
          // A scan may have been started before the service was updated.
          rubricVersion: RUBRIC.version,
          site: siteChecks,
          llmsTxt: llmsTxtChecks,
          ...defined({ basis, isCancelled: isCancelled ? (true as const) : undefined }),
        });
        await settle(scan);
      }),
    unlessEnded: (id, begin) =>
      inTurn(id, async () => {
        const scan = await find(id);
        return scan === undefined || (await settle(scan)) ? undefined : begin(scan);
      }),
  };
}
