const MAX_LENGTH = 40;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A day, with or without a time; HTML allows a space for the T, and generators leave out the colon of a zone. */
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([0-2]\d):([0-5]\d)(?::([0-6]\d)(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/**
 * The day of an ISO 8601 date, in days since 1970-01-01; undefined for what is no such date, or less precise. The day is
 * taken as written, whatever its zone: days of two zones may differ by one.
 */
export function isoDay(text: string): number | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const [, year, month, day] = (ISO.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.getTime() / DAY_MS : undefined;
}
