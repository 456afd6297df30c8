import { createHash } from 'node:crypto';

export const CADENCES = ['hourly', 'daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof CADENCES)[number];

/** Of a site that is scanned every hour. */
export const HOURLY_PAGE_LIMIT = 25;

const HOUR_MS = 3_600_000;
const HOURS: Record<Exclude<Cadence, 'monthly'>, number> = { hourly: 1, daily: 24, weekly: 168 };
const HOURS_A_MONTH = 730;
/** Every month has this day. */
const LAST_SHARED_DAY = 28;

/** Pages that runs of a cadence read on an average day. */
export const pagesPerDay = (cadence: Cadence, pageLimit: number): number =>
  (24 / (cadence === 'monthly' ? HOURS_A_MONTH : HOURS[cadence])) * pageLimit;

/**
 * When the run after one that was due at `lastMs` is due: whole periods later and after `nowMs`, so missed runs are not
 * made up for. The minute within the hour comes from the id, which spreads the runs of all watches.
 * @returns milliseconds since the epoch
 */
export function nextRunAt(
  { id, cadence }: { readonly id: string; readonly cadence: Cadence },
  lastMs: number,
  nowMs: number,
): number {
  const begin = Math.floor(lastMs / HOUR_MS) * HOUR_MS + withinHour(id);
  if (cadence === 'monthly') {
    for (let months = 1; ; months += 1) {
      const due = monthsLater(begin, months);
      if (due > nowMs) return due;
    }
  }
  const periodMs = HOURS[cadence] * HOUR_MS;
  return begin + periodMs * Math.max(1, Math.floor((nowMs - begin) / periodMs) + 1);
}

/** Milliseconds. */
const withinHour = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE(0) % HOUR_MS;

function monthsLater(ms: number, months: number): number {
  const date = new Date(ms);
  const day = Math.min(date.getUTCDate(), LAST_SHARED_DAY);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, day) + (ms % (24 * HOUR_MS));
}
