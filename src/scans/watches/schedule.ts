/** When watches run, and how many pages those of one account may read. */
import { createHash } from 'node:crypto';
import type { Plan } from '../../auth/caller.ts';
import { ServiceError } from '../../errors.ts';

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

/** What the watches of an account may add up to. */
export interface WatchBudget {
  readonly watches: number;
  /** On an average day. */
  readonly pagesPerDay: number;
}

const TEAM_FACTOR = 6;

const PRO: WatchBudget = { watches: 20, pagesPerDay: 5_000 };

const BUDGETS: Readonly<Record<Plan, WatchBudget>> = {
  free: { watches: 0, pagesPerDay: 0 },
  pro: PRO,
  team: { watches: 1000, pagesPerDay: PRO.pagesPerDay * TEAM_FACTOR },
};

export const watchBudgetOf = (plan: Plan): WatchBudget => BUDGETS[plan];

/** As much of a watch as its cost depends on. */
interface Sized {
  readonly cadence: Cadence;
  readonly pageLimit: number;
  readonly pausedBecause?: string;
}

/** Paused watches read nothing. */
const pagesOf = (watches: readonly Sized[]): number =>
  watches
    .filter(({ pausedBecause }) => pausedBecause === undefined)
    .reduce((sum, { cadence, pageLimit }) => sum + pagesPerDay(cadence, pageLimit), 0);

/**
 * Whether the watches of an account are within a budget: after a change to a smaller plan they may not be.
 * @returns why not, in trusted text; undefined where they are
 */
export function excessOf(watches: readonly Sized[], budget: WatchBudget): string | undefined {
  if (budget.watches === 0) return 'The plan of the account has no scheduled scans.';
  const running = watches.filter(({ pausedBecause }) => pausedBecause === undefined).length;
  if (running > budget.watches) {
    return `The plan of the account has ${budget.watches} watches, and this was one more. End another one first.`;
  }
  if (pagesOf(watches) > budget.pagesPerDay) {
    return `The plan of the account has ${budget.pagesPerDay} pages a day for all watches, and this one went beyond. Resume it with a lower pageLimit or a rarer cadence.`;
  }
  return undefined;
}

/** @throws ServiceError invalid_request, naming the member and the remedy */
export function assertFits({ cadence, pageLimit }: Sized, others: readonly Sized[], budget: WatchBudget): void {
  if (cadence === 'hourly' && pageLimit > HOURLY_PAGE_LIMIT) {
    throw new ServiceError('invalid_request', `pageLimit: at most ${HOURLY_PAGE_LIMIT} pages with cadence hourly.`);
  }
  if (others.length >= budget.watches) {
    throw new ServiceError(
      'invalid_request',
      `url: the account has ${others.length} other watches, and its plan allows ${budget.watches} in all.`,
      { hint: { tool: 'watch_site', does: 'ends one with cadence off' } },
    );
  }
  const left = budget.pagesPerDay - pagesOf(others);
  if (pagesPerDay(cadence, pageLimit) > left) {
    throw new ServiceError(
      'invalid_request',
      `pageLimit: the watches of an account may read ${budget.pagesPerDay} pages a day, and ${Math.max(0, Math.floor(left))} are left. Lower pageLimit, or choose a rarer cadence.`,
    );
  }
}
