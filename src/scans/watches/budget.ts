import type { Plan } from '../../auth/caller.ts';
import { ServiceError } from '../../errors.ts';
import { type Cadence, HOURLY_PAGE_LIMIT, pagesPerDay } from './cadence.ts';

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
  team: { watches: PRO.watches * TEAM_FACTOR, pagesPerDay: PRO.pagesPerDay * TEAM_FACTOR },
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
