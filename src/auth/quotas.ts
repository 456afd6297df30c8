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
  other: [{ windowMs: MINUTE_MS, max: 600 }],
} as const satisfies Record<string, readonly WindowLimit[]>;
export type Budget = keyof typeof BUDGETS;

const TEAM_FACTOR = 6;

export interface Quotas {
  /**
   * Draws once on a budget and answers the state of its windows.
   * @throws ServiceError rate_limited; nothing was counted
   */
  draw(caller: Caller, budget: Budget): Promise<readonly WindowState[]>;
}

/** A refusal that remembers the windows it came from, so that doors can say them. */
export class RateLimitedError extends ServiceError {
  readonly states: readonly WindowState[];
  constructor(message: string, retryAfterSeconds: number, states: readonly WindowState[]) {
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
      if (allowed) return states;
      const seconds = Math.max(1, Math.ceil(retryMs / 1000));
      const spent = states.filter(({ remaining }) => remaining === 0).sort((a, b) => b.resetMs - a.resetMs)[0];
      throw new RateLimitedError(
        `Too many calls: at most ${spent?.max} in ${windowName(spent?.windowMs ?? 0)}. Try again in ${seconds} s.`,
        seconds,
        states,
      );
    },
  };
}

function limitsOf(caller: Caller, budget: Budget): WindowLimit[] {
  const factor = caller.kind === 'key' && caller.plan === 'team' ? TEAM_FACTOR : 1;
  return BUDGETS[budget].map(({ windowMs, max }) => ({ windowMs, max: max * factor }));
}

/** X-RateLimit headers of the window that will refuse first; none when nothing was drawn. */
export function rateLimitHeaders(states: readonly WindowState[]): Record<string, string> {
  const [window] = [...states].sort((a, b) => a.remaining / a.max - b.remaining / b.max || a.remaining - b.remaining);
  if (window === undefined) return {};
  return { 'x-ratelimit-limit': String(window.max), 'x-ratelimit-remaining': String(window.remaining) };
}

const windowName = (windowMs: number) =>
  windowMs === DAY_MS ? 'a day' : windowMs === MINUTE_MS ? 'a minute' : `${windowMs / 1000} s`;
