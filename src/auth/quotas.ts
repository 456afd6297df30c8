import { ServiceError } from '../errors.ts';
import type { Store, WindowLimit, WindowState } from '../store/store.ts';
import { type Caller, subjectOf } from './caller.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** What a call draws on (decisions.md section 5): limits of a Pro key, and how many times that a Team key gets. */
const BUDGETS = {
  'start-scan': [
    { windowMs: MINUTE_MS, max: 10 },
    { windowMs: DAY_MS, max: 200 },
  ],
  'read-scan': [{ windowMs: MINUTE_MS, max: 120 }],
  'scan-mcp': [
    { windowMs: MINUTE_MS, max: 10 },
    { windowMs: DAY_MS, max: 100 },
  ],
  ask: [{ windowMs: MINUTE_MS, max: 60 }],
  other: [{ windowMs: MINUTE_MS, max: 600 }],
  'failed-authentication': [{ windowMs: MINUTE_MS, max: 60 }],
  'fair-use': [{ windowMs: MINUTE_MS, max: 1200 }],
} as const satisfies Record<string, readonly WindowLimit[]>;
export type Budget = keyof typeof BUDGETS;

const TEAM_FACTOR = 6;

/** A window that a call drew on, under the name that headers give it. */
export interface DrawnWindow extends WindowState {
  readonly name: string;
}

export interface Quotas {
  /**
   * Draws once on a budget and answers the state of its windows.
   * @throws ServiceError rate_limited; nothing was counted
   */
  draw(caller: Caller, budget: Budget): Promise<readonly DrawnWindow[]>;
  /** The state of a budget, without drawing on it. */
  peek(caller: Caller, budget: Budget): Promise<readonly DrawnWindow[]>;
}

/** A refusal that remembers the windows it came from, so that doors can say them. */
export class RateLimitedError extends ServiceError {
  readonly states: readonly DrawnWindow[];
  constructor(message: string, retryAfterSeconds: number, states: readonly DrawnWindow[]) {
    super('rate_limited', message, { retryAfterSeconds });
    this.states = states;
  }
}

export function createQuotas(store: Store): Quotas {
  return {
    async draw(caller, budget) {
      const subject = subjectOf(caller);
      if (subject === undefined) return [];
      const limits = limitsOf(caller, budget);
      const { allowed, retryMs, states } = await store.windows.draw(`${budget}:${subject}`, limits);
      const windows = named(budget, states);
      if (allowed) return windows;
      const seconds = Math.max(1, Math.ceil(retryMs / 1000));
      const spent = states.filter(({ remaining }) => remaining === 0).sort((a, b) => b.resetMs - a.resetMs)[0];
      throw new RateLimitedError(
        `Too many calls: at most ${spent?.max} in ${windowName(spent?.windowMs ?? 0)}. Try again in ${seconds} s.`,
        seconds,
        windows,
      );
    },
    async peek(caller, budget) {
      const subject = subjectOf(caller);
      if (subject === undefined) return [];
      const { states } = await store.windows.peek(`${budget}:${subject}`, limitsOf(caller, budget));
      return named(budget, states);
    },
  };
}

function limitsOf(caller: Caller, budget: Budget): WindowLimit[] {
  const factor = caller.kind === 'key' && caller.plan === 'team' ? TEAM_FACTOR : 1;
  return BUDGETS[budget].map(({ windowMs, max }) => ({ windowMs, max: max * factor }));
}

const named = (budget: Budget, states: readonly WindowState[]): DrawnWindow[] =>
  states.map((state) => ({ ...state, name: `${budget}-${state.windowMs === DAY_MS ? 'day' : 'minute'}` }));

const windowName = (windowMs: number) =>
  windowMs === DAY_MS ? 'a day' : windowMs === MINUTE_MS ? 'a minute' : `${windowMs / 1000} s`;
