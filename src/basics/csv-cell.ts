/**
 * A value as a cell of RFC 4180; '' for null. A text that begins with = + - @, a tab or a carriage return is a formula to
 * spreadsheets, so an apostrophe comes first.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A column: its name, and its cell of a row. */
export type CsvColumn<Row> = readonly [name: string, of: (row: Row) => string | number | boolean | null];

/** A line of names. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string => csvLine(columns.map(([name]) => name));

/** A line a row. */
export const csvRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => csvLine(columns.map(([, of]) => csvCell(of(row))))).join('');

const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;
