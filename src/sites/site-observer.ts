/** Keeps the sites of accounts up to date with their scans. */
import type { Ending, ScanObserver } from '../scans/scan-end.ts';
import type { ScanRecord } from '../scans/scan-record.ts';
import { withLock } from '../store/claims.ts';
import { endedOutcome, type Outcome, runningOutcome } from './outcome.ts';
import type { StoredSites } from './stored-sites.ts';

/** Of a spark line. */
const MOST_RUNS = 20;

interface Owned {
  readonly accountId: string;
  readonly rootUrl: string;
}

export function createSiteObserver(stored: StoredSites, now: () => number): ScanObserver {
  const { store, records, outcomesById, covers, rows, listOf, scansOf, siteIdOf, outcomes } = stored;

  /** Makes the record of a site from its scans, under the site's lock. */
  async function rebuild(id: string, { accountId, rootUrl }: Owned, isNew: boolean): Promise<void> {
    const entries = await store.index.newest(scansOf(id), { limit: MOST_RUNS });
    if (entries.length === 0) {
      await records.delete(id);
      await covers.delete(id);
      await store.index.remove(listOf(accountId), id);
      await rows.noteRemoval(accountId, id);
      return;
    }
    const known = await records.get(id);
    const runs = (await outcomes(entries.map(({ member }) => member))).filter((run) => run !== undefined);
    const scored = runs.find(({ score }) => score !== undefined);
    const changedAt =
      known === undefined || isNew ? await store.index.add(listOf(accountId), now(), id) : known.changedAt;
    await records.set(id, {
      id,
      accountId,
      rootUrl,
      labels: known?.labels ?? [],
      scans: await store.index.count(scansOf(id)),
      runs: runs.map((run) => (run === scored ? run : withoutDetails(run))),
      changedAt,
    });
    await rows.noteWrite(accountId, id);
  }

  const note = async ({ accountId, rootUrl, id: scanId, createdAt }: ScanRecord, outcome: Outcome) => {
    if (accountId === undefined) return;
    const id = siteIdOf(accountId, rootUrl);
    await withLock(store, `site:${id}`, async () => {
      // A start that is repeated after a crash may come after the end.
      if (outcome.status === 'running' && (await outcomesById.has(scanId))) return;
      await outcomesById.set(scanId, outcome);
      await store.index.add(scansOf(id), Date.parse(createdAt), scanId);
      await rebuild(id, { accountId, rootUrl }, true);
    });
  };

  return {
    onStart: (scan) => note(scan, runningOutcome(scan)),
    onEnd: (scan, ending: Ending) => note(scan, endedOutcome(scan, ending, new Date(now()).toISOString())),
    async onRemove({ accountId, rootUrl, id: scanId }) {
      if (accountId === undefined) return;
      const id = siteIdOf(accountId, rootUrl);
      await withLock(store, `site:${id}`, async () => {
        await store.index.remove(scansOf(id), scanId);
        await rebuild(id, { accountId, rootUrl }, false);
        await outcomesById.delete(scanId);
      });
    },
  };
}

/** Of an earlier run only the score is shown. */
function withoutDetails({ fixes: _, losses: __, ...run }: Outcome): Outcome {
  return run;
}
