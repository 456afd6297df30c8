import { BASE32, BASE62, derivedText, randomText } from '../auth/random-text.ts';
import { defined } from '../defined.ts';
import { ServiceError } from '../errors.ts';
import { quote } from '../scanner/checks/evidence.ts';
import { RUBRIC } from '../scanner/checks/rubric.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import type { SiteLook } from '../scanner/model/browser.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import type { LocalScanOptions, PageRecord, ScanProgress, ScanReport } from '../scanner/model/scan.ts';
import { pluralize } from '../scanner/pluralize.ts';
import type { Store } from '../store/store.ts';
import { createBrowserLooks, type EarlyPages, type StoredLook } from './browser-looks.ts';
import { createCorpus } from './corpus.ts';
import { createPageStore, type PageSummary, packedDocuments } from './page-store.ts';
import { createRecentScans, createScanEnd, type Ending, type ScanEnd, type ScanObserver } from './scan-end.ts';
import { earlyFindings, type ScanChecks, type ScanChoices, type ScanRecord, type ScanTier } from './scan-record.ts';

export interface NewScan extends ScanChoices {
  /** As `newScanId` or `scanIdFor` made it, when the caller has to know it before the scan is there. */
  readonly id?: string;
  /** Undefined for a scan without an account. */
  readonly accountId: string | undefined;
  /** Default `keyed`. */
  readonly tier?: ScanTier;
  /** Whose turn it takes in the queue; default the account. */
  readonly queueOwner?: string;
  readonly rootUrl: string;
  readonly pageLimit: number;
  readonly permit?: PrivateHostPermit;
}

/** The scans that are kept: started, listed and read by callers, written by workers. */
export interface Scans {
  /** Writes the scan down and queues it; when this resolves the scan survives its process. One whose id is known is answered as it is. */
  start(scan: NewScan, local?: LocalScanOptions): Promise<ScanRecord>;
  /** What the command line of this process asked for; never stored, and forgotten when the scan ends. */
  localOptions(id: string): LocalScanOptions | undefined;
  /** Undefined when there is none or it belongs to another account. */
  find(accountId: string, id: string): Promise<ScanRecord | undefined>;
  /** A bearer of the token may read. */
  byShareToken(shareToken: string): Promise<ScanRecord | undefined>;
  /** The latest completed scan of a host within the hour, for any owner. */
  recentOf(host: string): Promise<ScanRecord | undefined>;
  /** For any owner. */
  byId(id: string): Promise<ScanRecord | undefined>;
  checks(id: string): Promise<ScanChecks>;
  pages(scan: ScanRecord): AsyncGenerator<readonly PageRecord[]>;
  /** The page at a place of the scan, from 0; undefined when there is none. */
  page(scan: ScanRecord, at: number): Promise<PageRecord | undefined>;
  /** What a report shows of all pages: cheap once the scan has ended. */
  pageSummary(scan: ScanRecord): Promise<PageSummary>;
  /** What a browser showed of it; undefined until it has. */
  browserLook(scan: ScanRecord): Promise<StoredLook | undefined>;
  /** The JPEG of one of its screens, by its place from 0. */
  picture(scan: ScanRecord, at: number): Promise<Uint8Array | undefined>;
  /**
   * Forgets a scan of the account for good; what its score counts in the percentiles of others stays.
   * @throws ServiceError not_found, also for one that still runs: a worker is writing it
   */
  remove(accountId: string, id: string): Promise<void>;
  /**
   * Ends a running scan of the account as failed. The process that runs it stops within half a second.
   * @throws ServiceError not_found; already_ended
   */
  cancel(accountId: string, id: string): Promise<ScanRecord>;
  /**
   * Changes members of a scan of the account that has ended; other writes are in turn, so none is lost.
   * @throws ServiceError not_found, also for one that still runs: only its worker writes it until then
   */
  changeEnded(
    accountId: string,
    id: string,
    members: Partial<Omit<ScanRecord, 'id' | 'accountId' | 'status'>>,
  ): Promise<void>;
  /** Newest first; only scans created strictly before `before` (milliseconds) when it is given. */
  list(accountId: string, page: { limit: number; before?: number }): Promise<ScanRecord[]>;

  /**
   * For workers: begins a run and forgets what an earlier one wrote. Undefined when the scan has ended, or was about to
   * when its process died; then that is carried out.
   */
  beginRun(id: string, run: number): Promise<ScanRecord | undefined>;
  noteProgress(id: string, run: number, progress: ScanProgress): Promise<void>;
  writePages(scan: ScanRecord, part: 'early' | 'late', chunk: number, pages: readonly PageRecord[]): Promise<void>;
  readonly end: ScanEnd['end'];
  /** For workers: lets a browser begin with these pages while the scan runs; does nothing the second time. */
  offerToBrowser(id: string, early: EarlyPages): Promise<void>;
  /** The pages that were offered; undefined where none were. */
  offeredToBrowser(id: string): Promise<EarlyPages | undefined>;
  /** For workers: a scan at which a browser may look and none has yet. */
  waitingForBrowser(id: string): Promise<ScanRecord | undefined>;
  /** Writes down what a browser showed of a waiting scan; does nothing for one that was deleted meanwhile. */
  endBrowserLook(id: string, look: SiteLook): Promise<void>;
  /** When the oldest of those was created whose first run is still to begin (ms since the epoch). */
  oldestWaitingAt(): Promise<number | undefined>;
  /** Whether a scan still runs: its worker stops when it was cancelled. */
  isRunning(id: string): Promise<boolean>;
  /** Scans that are not ended, oldest first. */
  running(): Promise<ScanRecord[]>;
  /** Deletes scans without an account that were made before `before` (milliseconds); returns their number. */
  removeUnowned(before: number): Promise<number>;
  /**
   * For a stopped worker: after a long suspension its last write may overwrite the end that another worker wrote. Puts
   * a scan whose record says running back onto the list of running ones.
   */
  relist(id: string): Promise<void>;
  /** Queues a scan again that the queue has lost. */
  requeue(scan: ScanRecord): Promise<void>;
}

const RUNNING = 'scans-running';
const MAX_RUNNING_LISTED = 10_000;
/** Those that run come first: more than all workers together are likely to run. */
const MAX_LOOKED_AT = 500;
const START_TAKES_AT_MOST_MS = 60_000;
const REMOVED_AT_ONCE = 1000;
const UNOWNED = 'scans-unowned';
/** Lower is served first. */
export const PRIORITY: Record<ScanTier, number> = { paid: 0, keyed: 10, anonymous: 20 };

export const newScanId = (): string => `scn_${randomText(20, BASE32)}`;

/** The id of the scan that a piece of work starts, however often it is begun. */
export const scanIdFor = (workName: string): string => `scn_${derivedText('scan', workName)}`;

/** Says what a cancelled scan had found. */
function cancelledRecord(scan: ScanRecord): CheckRecord {
  const findings = earlyFindings(scan).map(({ checkId, name, pages }) => ({
    at: checkId,
    found: `${name} (${pluralize(pages, 'page')})`,
  }));
  return failureRecord(
    `The scan was cancelled by its owner after ${pluralize(scan.pagesScanned, 'page')}.`,
    'Start the scan again to get a result.',
    { measured: 'cancelled', findings },
  );
}

/** The fails of the checks that the caller chose. */
const chosenOf = ({ checks: ids }: ScanChoices, fails: Readonly<Record<string, number>>) =>
  ids === undefined ? fails : Object.fromEntries(Object.entries(fails).filter(([id]) => ids.includes(id)));

const selected = ({ checks: ids }: ScanChoices, records: readonly CheckRecord[]): readonly CheckRecord[] =>
  ids === undefined ? records : records.filter(({ id }) => ids.includes(id));

/** Of a failed scan all results are kept, because one of them says why it failed. */
function keptOf(scan: ScanRecord, report: ScanReport): ScanReport {
  if (report.status === 'failed') return report;
  return {
    ...report,
    siteChecks: selected(scan, report.siteChecks),
    llmsTxtChecks: selected(scan, report.llmsTxtChecks),
    // The caller decided what the score is made from, so no other site is measured by it.
    entersCorpus: report.entersCorpus && scan.exclude === undefined && scan.canonicalOrigin === undefined,
  };
}

/** @param observer notified of every scan in any state */
export function createScans(store: Store, now: () => number = Date.now, observer: Partial<ScanObserver> = {}): Scans {
  const records = store.documents<ScanRecord>('scans');
  const endings = packedDocuments<Ending>(store, 'scan-checks');
  const idsByToken = store.documents<string>('scan-tokens');
  const pageStore = createPageStore(store);
  const browserLooks = createBrowserLooks(store);
  const recent = createRecentScans(store);
  const localOptions = new Map<string, LocalScanOptions>();
  const listOf = (accountId: string | undefined) => (accountId === undefined ? UNOWNED : `scans:${accountId}`);

  const jobOf = (scan: ScanRecord) => ({ id: scan.id, priority: PRIORITY[scan.tier], owner: scan.queueOwner });
  const queue = (scan: ScanRecord) => store.jobs.add(jobOf(scan));

  const update = async (id: string, change: (before: ScanRecord) => ScanRecord | undefined) => {
    const before = await records.get(id);
    const after = before === undefined ? undefined : change(before);
    if (after === undefined) return undefined;
    const written = { ...after, revision: after.revision + 1 };
    await records.set(id, written);
    await store.channel.publish(`scan:${id}`, {
      status: written.status,
      pagesDiscovered: written.pagesDiscovered,
      pagesScanned: written.pagesScanned,
    });
    return written;
  };

  const ending = createScanEnd({
    store,
    endings,
    corpus: createCorpus(store),
    recent,
    find: (id) => records.get(id),
    update: (id, change) => update(id, (scan) => (scan.status === 'running' ? change(scan) : undefined)),
    async queueForBrowser(scan) {
      const look = await browserLooks.read(scan.id);
      if (look !== undefined) return { state: 'done', score: look.report.browserScore };
      await store.browserJobs.add(jobOf(scan));
      return { state: 'waiting', score: null };
    },
    forgetBrowserLook: (id) => forgetBrowserLook(id),
    leaveRunning: (id) => store.index.remove(RUNNING, id),
    onEnd: async (scan, ending) => observer.onEnd?.(scan, ending),
    now,
  });

  /** @throws ServiceError not_found for a scan that is not the account's, or that still runs */
  const onEnded = <Result>(accountId: string, id: string, work: () => Promise<Result>): Promise<Result> =>
    ending.inTurn(id, async () => {
      const scan = await records.get(id);
      if (scan === undefined || scan.accountId !== accountId) {
        throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
      }
      if (scan.status === 'running') {
        throw new ServiceError('not_found', 'This scan is still running. Try again once it has ended.');
      }
      return work();
    });

  const forgetBrowserLook = async (id: string) => {
    await store.browserJobs.remove(id);
    await browserLooks.remove(id);
  };

  /** The list comes last: what a crash leaves half removed can still be found in it. */
  const forget = async (list: string, id: string) => {
    const scan = await records.get(id);
    if (scan?.browser === true) await forgetBrowserLook(id);
    if (scan !== undefined) {
      await pageStore.remove(scan);
      await idsByToken.delete(scan.shareToken);
    }
    if (scan !== undefined) await observer.onRemove?.(scan);
    await endings.delete(id);
    await records.delete(id);
    await store.index.remove(list, id);
  };

  const waiting = async (id: string) => {
    const scan = await records.get(id);
    const isWaiting =
      scan?.status === 'running'
        ? scan.browser === true && (await browserLooks.read(id)) === undefined
        : scan?.browserLook?.state === 'waiting';
    return isWaiting ? scan : undefined;
  };

  return {
    requeue: queue,
    localOptions: (id) => localOptions.get(id),
    async start(
      { id = newScanId(), accountId, tier = 'keyed', queueOwner, rootUrl, pageLimit, permit, ...choices },
      local,
    ) {
      const known = await records.get(id);
      if (known !== undefined) {
        // Its process may have died before it was in the queue, which takes it once.
        if (known.status === 'running') {
          await observer.onStart?.(known);
          await queue(known);
        }
        return known;
      }
      // The list decides the time of creation: two scans of one account never share it, so a cursor loses nothing.
      const createdMs = await store.index.add(listOf(accountId), now(), id);
      const scan: ScanRecord = {
        id,
        shareToken: randomText(22, BASE62),
        accountId,
        tier,
        queueOwner: queueOwner ?? accountId ?? tier,
        rootUrl,
        pageLimit,
        ...choices,
        ...defined({ permit }),
        status: 'running',
        createdAt: new Date(createdMs).toISOString(),
        completedAt: null,
        pagesDiscovered: 0,
        pagesScanned: 0,
        llmsTxtScore: 0,
        percentile: null,
        corpusTotal: null,
        rubricVersion: RUBRIC.version,
        run: 0,
        chunkCount: 0,
        revision: 0,
      };
      // Before the record: from the moment a scan can be seen, the watchdog must be able to find it.
      await store.index.add(RUNNING, createdMs, id);
      await idsByToken.set(scan.shareToken, id);
      await records.set(id, scan);
      if (local !== undefined) localOptions.set(id, local);
      await observer.onStart?.(scan);
      await queue(scan);
      return scan;
    },
    async find(accountId, id) {
      const scan = await records.get(id);
      return scan?.accountId === accountId ? scan : undefined;
    },
    async byShareToken(shareToken) {
      const id = await idsByToken.get(shareToken);
      return id === undefined ? undefined : records.get(id);
    },
    byId: (id) => records.get(id),
    async recentOf(host) {
      const id = await recent.of(host);
      return id === undefined ? undefined : records.get(id);
    },
    async checks(id) {
      return (await endings.get(id)) ?? { site: [], llmsTxt: [] };
    },
    pages: (scan) => pageStore.read(scan),
    page: (scan, at) => pageStore.page(scan, at),
    pageSummary: (scan) => pageStore.summary(scan),
    browserLook: async (scan) => (scan.browserLook?.state === 'done' ? browserLooks.read(scan.id) : undefined),
    picture: (scan, at) => browserLooks.picture(scan.id, at),
    offerToBrowser: (id, early) =>
      ending.inTurn(id, async () => {
        const scan = await waiting(id);
        // A run before this one may have offered them.
        if (scan?.status !== 'running' || (await browserLooks.offered(id)) !== undefined) return;
        await browserLooks.offer(id, early);
        await store.browserJobs.add(jobOf(scan));
      }),
    offeredToBrowser: (id) => browserLooks.offered(id),
    // In turn, because its end queues it before the record says so.
    waitingForBrowser: (id) => ending.inTurn(id, () => waiting(id)),
    endBrowserLook: (id, look) =>
      ending.inTurn(id, async () => {
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
    remove: (accountId, id) => onEnded(accountId, id, () => forget(listOf(accountId), id)),
    async cancel(accountId, id) {
      const scan = await records.get(id);
      if (scan === undefined || scan.accountId !== accountId) {
        throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
      }
      if (scan.status === 'running') {
        if (scan.chunkCount > 0) await pageStore.writeSummary(scan);
        await ending.end(id, undefined, failedReport(cancelledRecord(scan), scan), true);
        localOptions.delete(id);
        await store.jobs.remove(id);
      }
      const ended = await records.get(id);
      // It may have come to its own end first.
      if (ended === undefined || scan.status !== 'running' || ended.isCancelled !== true) {
        throw new ServiceError('already_ended', 'id: this scan has ended, so there is nothing to cancel.', {
          hint: { tool: 'get_scan', does: 'reads its result' },
        });
      }
      return ended;
    },
    changeEnded: (accountId, id, members) =>
      onEnded(accountId, id, async () => {
        await update(id, (scan) => ({ ...scan, ...members }));
      }),
    async list(accountId, { limit, before }) {
      const scans: ScanRecord[] = [];
      let below = before;
      // A crash between the list and the record leaves an entry without a scan; those are skipped.
      for (;;) {
        const wanted = limit - scans.length;
        const entries = await store.index.newest(listOf(accountId), {
          limit: wanted,
          ...defined({ below }),
        });
        const found = await Promise.all(entries.map(({ member }) => records.get(member)));
        scans.push(...found.filter((scan) => scan !== undefined));
        if (scans.length >= limit || entries.length < wanted) return scans;
        below = entries.at(-1)?.score;
      }
    },

    beginRun: (id, run) =>
      ending.unlessEnded(id, async (before) => {
        await pageStore.remove(before);
        await endings.delete(id);
        return update(id, (scan) => ({
          ...scan,
          run,
          chunkCount: 0,
          pagesDiscovered: 0,
          pagesScanned: 0,
          phase: { name: 'robots' },
          fails: {},
        }));
      }),
    async noteProgress(id, run, { pagesDiscovered, pagesScanned, currentUrl, phase, fails = {} }) {
      await update(id, (scan) =>
        scan.status === 'running' && scan.run === run
          ? {
              ...scan,
              pagesDiscovered,
              pagesScanned,
              currentUrl: quote(currentUrl),
              phase,
              fails: chosenOf(scan, fails),
            }
          : undefined,
      );
    },
    async writePages(scan, part, chunk, pages) {
      // Of a cancelled or deleted scan, the last pages come too late.
      if ((await records.get(scan.id))?.status !== 'running') return;
      const kept = pages.map(({ url, checks }) => ({ url, checks: selected(scan, checks) }));
      await pageStore.write(scan, part, chunk, kept);
      if (part === 'late') return;
      await update(scan.id, (before) =>
        before.status === 'running' && before.run === scan.run
          ? { ...before, chunkCount: Math.max(before.chunkCount, chunk + 1) }
          : undefined,
      );
    },
    async end(id, run, report) {
      // Before the end is visible, because waiting callers request the report at once.
      const scan = await records.get(id);
      const isItsEnd = scan?.status === 'running' && (run === undefined || run === scan.run);
      if (isItsEnd && scan.chunkCount > 0) await pageStore.writeSummary(scan);
      await ending.end(id, run, scan === undefined ? report : keptOf(scan, report));
      localOptions.delete(id);
    },
    async isRunning(id) {
      return (await records.get(id))?.status === 'running';
    },
    async relist(id) {
      const scan = await records.get(id);
      if (scan?.status === 'running') await store.index.add(RUNNING, Date.parse(scan.createdAt), id);
    },
    async removeUnowned(before) {
      let removed = 0;
      for (;;) {
        const entries = await store.index.oldest(UNOWNED, { limit: REMOVED_AT_ONCE, below: before });
        for (const { member } of entries) await forget(UNOWNED, member);
        removed += entries.length;
        if (entries.length < REMOVED_AT_ONCE) return removed;
      }
    },
    async oldestWaitingAt() {
      for (const { member, score } of await store.index.oldest(RUNNING, { limit: MAX_LOOKED_AT })) {
        const scan = await records.get(member);
        if (scan?.status === 'running' && scan.run === 0) return score;
      }
      return undefined;
    },
    async running() {
      const running: ScanRecord[] = [];
      for (const { member, score } of await store.index.oldest(RUNNING, { limit: MAX_RUNNING_LISTED })) {
        const scan = await records.get(member);
        if (scan?.status === 'running') running.push(scan);
        // One without a record may be just being started.
        else if (scan !== undefined || score < now() - START_TAKES_AT_MOST_MS)
          await store.index.remove(RUNNING, member);
      }
      return running;
    },
  };
}
