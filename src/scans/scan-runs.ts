import { quote } from '../scanner/checks/evidence.ts';
import type { CheckRecord } from '../scanner/model/result.ts';
import type { PageRecord, ScanProgress, ScanReport } from '../scanner/model/scan.ts';
import type { ScanEnd } from './scan-end.ts';
import type { ScanChoices, ScanRecord } from './scan-record.ts';
import type { StoredScans } from './stored-scans.ts';

/** For workers: what a run writes of its scan. */
export interface ScanRuns {
  /**
   * Begins a run and forgets what an earlier one wrote. Undefined when the scan has ended, or was about to when its
   * process died; then that is carried out.
   */
  beginRun(id: string, run: number): Promise<ScanRecord | undefined>;
  noteProgress(id: string, run: number, progress: ScanProgress): Promise<void>;
  writePages(scan: ScanRecord, part: 'early' | 'late', chunk: number, pages: readonly PageRecord[]): Promise<void>;
  readonly end: ScanEnd['end'];
}

export function createScanRuns({ records, endings, pages, update, inTurn }: StoredScans, ending: ScanEnd): ScanRuns {
  /** In turn with the end of the scan: a change that was read before a cancellation would undo it. */
  const updateRun = (id: string, run: number, change: (before: ScanRecord) => ScanRecord) =>
    inTurn(id, () => update(id, (scan) => (scan.status === 'running' && scan.run === run ? change(scan) : undefined)));
  return {
    beginRun: (id, run) =>
      ending.unlessEnded(id, async (before) => {
        await pages.remove(before);
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
      await updateRun(id, run, (scan) => ({
        ...scan,
        pagesDiscovered,
        pagesScanned,
        currentUrl: quote(currentUrl),
        phase,
        fails: chosenOf(scan, fails),
      }));
    },
    async writePages(scan, part, chunk, read) {
      // Of a cancelled or deleted scan, the last pages come too late.
      if ((await records.get(scan.id))?.status !== 'running') return;
      const kept = read.map(({ url, checks }) => ({ url, checks: selected(scan, checks) }));
      await pages.write(scan, part, chunk, kept);
      if (part === 'late') return;
      await updateRun(scan.id, scan.run, (before) => ({
        ...before,
        chunkCount: Math.max(before.chunkCount, chunk + 1),
      }));
    },
    async end(id, run, report) {
      // Before the end is visible, because waiting callers request the report at once.
      const scan = await records.get(id);
      const isItsEnd = scan?.status === 'running' && (run === undefined || run === scan.run);
      if (isItsEnd && scan.chunkCount > 0) await pages.writeSummary(scan);
      await ending.end(id, run, scan === undefined ? report : keptOf(scan, report));
    },
  };
}

const selected = ({ checks: ids }: ScanChoices, records: readonly CheckRecord[]): readonly CheckRecord[] =>
  ids === undefined ? records : records.filter(({ id }) => ids.includes(id));

/** The fails of the checks that the caller chose. */
const chosenOf = ({ checks: ids }: ScanChoices, fails: Readonly<Record<string, number>>) =>
  ids === undefined ? fails : Object.fromEntries(Object.entries(fails).filter(([id]) => ids.includes(id)));

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
