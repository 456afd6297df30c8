/**
 * A value as a cell of RFC 4180; '' for null. A text that begins with = + - @, a tab or a carriage return is a formula to
 * spreadsheets, so an apostrophe comes first.
 */
export function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
