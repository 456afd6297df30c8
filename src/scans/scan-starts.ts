import { BASE62, randomText } from '../auth/random-text.ts';
import { defined } from '../basics/defined.ts';
import { RUBRIC } from '../scanner/checks/rubric.ts';
import type { PrivateHostPermit } from '../scanner/model/http.ts';
import type { RunningScans } from './running-scans.ts';
import type { ScanChoices, ScanRecord, ScanTier } from './scan-record.ts';
import { jobOf, listOf, type StoredScans } from './stored-scans.ts';

/** A scan as a caller asks for it. */
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

interface ScanStarts {
  /**
   * Writes the scan down and queues it; when this resolves the scan survives its process. One whose id is known is
   * answered as it is.
   * @param onCreate called with a new scan once it is written down, before it is queued
   */
  start(scan: NewScan & { readonly id: string }, onCreate: (id: string) => void): Promise<ScanRecord>;
  /** Queues a scan again that the queue has lost. */
  requeue(scan: ScanRecord): Promise<void>;
}

export function createScanStarts(
  { store, records, idsByToken, observer, now }: StoredScans,
  running: Pick<RunningScans, 'enter'>,
): ScanStarts {
  const queue = (scan: ScanRecord) => store.jobs.add(jobOf(scan));
  return {
    requeue: queue,
    async start(asked, onCreate) {
      const { id } = asked;
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
      const createdMs = await store.index.add(listOf(asked.accountId), now(), id);
      const scan = newRecord(asked, createdMs);
      // Before the record: from the moment a scan can be seen, the watchdog must be able to find it.
      await running.enter(scan);
      await idsByToken.set(scan.shareToken, id);
      await records.set(id, scan);
      onCreate(id);
      await observer.onStart?.(scan);
      await queue(scan);
      return scan;
    },
  };
}

function newRecord(
  {
    id,
    accountId,
    tier = 'keyed',
    queueOwner,
    rootUrl,
    pageLimit,
    permit,
    ...choices
  }: NewScan & { readonly id: string },
  createdMs: number,
): ScanRecord {
  return {
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
}
