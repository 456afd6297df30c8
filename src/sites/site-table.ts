/** The table of an account's sites as CSV: pure. */
import { type CsvColumn, csvHead, csvRows } from '../basics/csv-cell.ts';
import type { ListedSite } from '../schema/site.ts';

/** Of losses, in the order in which they are put down to causes. */
const CAUSES = ['robots', 'refused', 'noWay', 'noAnswer', 'noText', 'cutOff'] as const;

const COLUMNS: readonly CsvColumn<ListedSite>[] = [
  ['site', ({ url }) => url],
  ['labels', ({ labels }) => labels.join('; ')],
  ['score', ({ score }) => score],
  ['change', ({ change }) => change],
  ['llmstxt_score', ({ llmstxtScore }) => llmstxtScore],
  ['earlier_scores', ({ earlier }) => earlier.map(({ score }) => score).join('; ')],
  ['first_fix', ({ firstFix }) => firstFix?.name ?? null],
  ['gain', ({ firstFix }) => firstFix?.gain ?? null],
  ...CAUSES.map(
    (cause): CsvColumn<ListedSite> => [
      `lost_${cause.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      ({ losses }) => losses?.[cause] ?? null,
    ],
  ),
  ['watch', ({ watch }) => (watch === null ? null : watch.pausedBecause === null ? watch.cadence : 'paused')],
  ['next_run', ({ watch }) => watch?.nextRunAt ?? null],
  ['last_scan', ({ lastScan }) => lastScan?.status ?? null],
  ['problem', ({ lastScan }) => lastScan?.problem ?? null],
  ['changed_at', ({ changedAt }) => changedAt],
  ['scan_id', ({ lastScan }) => lastScan?.scanId ?? null],
];

/** The line of names. */
export const siteTableHead = csvHead(COLUMNS);

/** As RFC 4180 has it. */
export const siteTableRows = (sites: readonly ListedSite[]): string => csvRows(COLUMNS, sites);
