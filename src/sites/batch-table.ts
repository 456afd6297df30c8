/** The table of a batch as files for other programs: pure. */
import { type CsvColumn, csvHead, csvRows } from '../basics/csv-cell.ts';
import type { ShownLine } from './batch-results.ts';

const COLUMNS: readonly CsvColumn<ShownLine>[] = [
  ['line', ({ line }) => line],
  ['site', ({ text }) => text],
  ['state', ({ state }) => state],
  ['score', ({ score }) => score],
  ['llmstxt_score', ({ llmstxtScore }) => llmstxtScore],
  ['pages', ({ pagesScanned }) => pagesScanned],
  ['first_fix', ({ firstFix }) => firstFix?.name ?? null],
  ['gain', ({ firstFix }) => firstFix?.gain ?? null],
  ['problem', ({ problem }) => problem],
  ['scan_id', ({ scanId }) => scanId],
];

/** As RFC 4180 has it, with a line of names. */
export const csvOfLines = (lines: readonly ShownLine[]): string => csvHead(COLUMNS) + csvRows(COLUMNS, lines);
