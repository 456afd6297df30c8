/** The table of a batch as files for other programs: pure. */
import type { ShownLine } from './batch-results.ts';

const COLUMNS: readonly [name: string, of: (line: ShownLine) => string | number | null][] = [
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

/** Text that a spreadsheet would run as a formula begins with an apostrophe. */
const cellOf = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value);
  const text = value ?? '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** As RFC 4180 has it, with a line of names. */
export const csvOfLines = (lines: readonly ShownLine[]): string =>
  [COLUMNS.map(([name]) => name), ...lines.map((line) => COLUMNS.map(([, of]) => cellOf(of(line))))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
