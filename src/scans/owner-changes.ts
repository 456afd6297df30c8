import { ServiceError } from '../errors.ts';
import { failedReport, failureRecord } from '../scanner/engine/scan-failure.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import { pluralize } from '../scanner/pluralize.ts';
import { forgetBrowserLook } from './browser-turns.ts';
import type { ScanEnd } from './scan-end.ts';
import { earlyFindings, type ScanRecord } from './scan-record.ts';
import { listOf, type StoredScans, UNOWNED } from './stored-scans.ts';

/** Changes of scans by their owners, and the deletion of scans without an owner. */
export interface OwnerChanges {
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
  /** Deletes scans without an account that were made before `before` (milliseconds); returns their number. */
  removeUnowned(before: number): Promise<number>;
}

const REMOVED_AT_ONCE = 1000;

export function createOwnerChanges(stored: StoredScans, ending: Pick<ScanEnd, 'end'>): OwnerChanges {
  const { store, records, pages, update } = stored;

  /** @throws ServiceError not_found for a scan that is not the account's */
  const ownScan = async (accountId: string, id: string): Promise<ScanRecord> => {
    const scan = await records.get(id);
    if (scan === undefined || scan.accountId !== accountId) {
      throw new ServiceError('not_found', 'There is no such scan, or it is not yours.');
    }
    return scan;
  };

  /** @throws ServiceError not_found for a scan that is not the account's, or that still runs */
  const onEnded = <Result>(accountId: string, id: string, work: () => Promise<Result>): Promise<Result> =>
    stored.inTurn(id, async () => {
      const scan = await ownScan(accountId, id);
      if (scan.status === 'running') {
        throw new ServiceError('not_found', 'This scan is still running. Try again once it has ended.');
      }
      return work();
    });

  return {
    remove: (accountId, id) => onEnded(accountId, id, () => forget(stored, listOf(accountId), id)),
    async cancel(accountId, id) {
      const scan = await ownScan(accountId, id);
      if (scan.status === 'running') {
        if (scan.chunkCount > 0) await pages.writeSummary(scan);
        await ending.end(id, undefined, failedReport(cancelledRecord(scan), scan), true);
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
    async removeUnowned(before) {
      let removed = 0;
      for (;;) {
        const entries = await store.index.oldest(UNOWNED, { limit: REMOVED_AT_ONCE, below: before });
        for (const { member } of entries) await forget(stored, UNOWNED, member);
        removed += entries.length;
        if (entries.length < REMOVED_AT_ONCE) return removed;
      }
    },
  };
}

/** The list comes last: what a crash leaves half removed can still be found in it. */
async function forget(stored: StoredScans, list: string, id: string): Promise<void> {
  const { store, records, endings, idsByToken, pages, observer } = stored;
  const scan = await records.get(id);
  if (scan?.browser === true) await forgetBrowserLook(stored, id);
  if (scan !== undefined) {
    await pages.remove(scan);
    await idsByToken.delete(scan.shareToken);
    await observer.onRemove?.(scan);
  }
  await endings.delete(id);
  await records.delete(id);
  await store.index.remove(list, id);
}

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
