import { ServiceError } from '../errors.ts';
import { append, judge, readLog, type WindowLog, writeLog } from '../store/lmdb/windows.ts';
import {
  assertLimits,
  type DrawAnswer,
  type Store,
  type WindowLimit,
  type WindowState,
  type Windows,
} from '../store/store.ts';
import { type Caller, subjectsOf } from './caller.ts';
import { outliveStore } from './in-time.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Rate limits that a call consumes: those of a Pro key, and the factor for a Team key. */
export const BUDGETS = {
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
  'view-page': [{ windowMs: MINUTE_MS, max: 30 }],
  'anonymous-scan': [{ windowMs: DAY_MS, max: 3 }],
  'anonymous-view': [{ windowMs: DAY_MS, max: 10 }],
  'read-log': [{ windowMs: DAY_MS, max: 10 }],
  'report-result': [{ windowMs: DAY_MS, max: 100 }],
  'anonymous-report': [{ windowMs: DAY_MS, max: 10 }],
  payment: [{ windowMs: MINUTE_MS, max: 60 }],
  // Names that are looked up in DNS before a scan is accepted; far above what the limits of scans allow.
  'look-up': [{ windowMs: MINUTE_MS, max: 60 }],
  other: [{ windowMs: MINUTE_MS, max: 600 }],
  'failed-authentication': [{ windowMs: MINUTE_MS, max: 60 }],
  'fair-use': [{ windowMs: MINUTE_MS, max: 1200 }],
} as const satisfies Record<string, readonly WindowLimit[]>;
export type Budget = keyof typeof BUDGETS;

/** Budgets of calls that work without the store: each process counts them alone while the store is unavailable. */
const OUTLIVING: ReadonlySet<Budget> = new Set(['ask', 'payment', 'other', 'fair-use']);

const TEAM_FACTOR = 6;

/** A rate-limit window that a call consumed, with its name in the headers. */
export interface DrawnWindow extends WindowState {
  readonly name: string;
}

export interface Quotas {
  /**
   * Draws once on a budget and answers the state of its windows.
   * @throws RateLimitedError; nothing was counted, unless a parallel call spent a later subject's limit in between
   */
  draw(caller: Caller, budget: Budget): Promise<readonly DrawnWindow[]>;
  /** The state of a budget, without drawing on it. */
  peek(caller: Caller, budget: Budget): Promise<readonly DrawnWindow[]>;
}

/** Quotas that also count without the store. */
export interface LocalQuotas extends Quotas {
  /** As `draw`, counted by this process alone: for a call that has waited for the store already. */
  drawHere(caller: Caller, budget: Budget): Promise<readonly DrawnWindow[]>;
}

/** A refusal with the windows that caused it, so that transports can report them. */
export class RateLimitedError extends ServiceError {
  readonly states: readonly DrawnWindow[];
  constructor(message: string, retryAfterSeconds: number, states: readonly DrawnWindow[]) {
    super('rate_limited', message, { retryAfterSeconds });
    this.states = states;
  }
}

/**
 * @param anonymousScansPerDay the operator's limit for each client address
 * @param onRefusal called for every refused call
 */
export function createQuotas(
  store: Pick<Store, 'windows'>,
  { anonymousScansPerDay, onRefusal }: { anonymousScansPerDay?: number; onRefusal?: (budget: Budget) => void } = {},
): LocalQuotas {
  const shared = rememberRefusals(store.windows);
  const local = createMemoryWindows();
  const outliving = outliveStore(shared, local);
  const windowsOf = (budget: Budget): Windows => (OUTLIVING.has(budget) ? outliving : shared);
  const limitsOf = (caller: Caller, budget: Budget): WindowLimit[] => {
    const factor = caller.kind === 'key' && caller.plan === 'team' ? TEAM_FACTOR : 1;
    return BUDGETS[budget].map(({ windowMs, max }) => ({
      windowMs,
      max: budget === 'anonymous-scan' ? (anonymousScansPerDay ?? max) : max * factor,
    }));
  };
  const refusal = (budget: Budget, subject: string, { retryMs, states }: DrawAnswer): RateLimitedError => {
    onRefusal?.(budget);
    const seconds = Math.max(1, Math.ceil(retryMs / 1000));
    const spent = states.filter(({ remaining }) => remaining === 0).sort((a, b) => b.resetMs - a.resetMs)[0];
    return new RateLimitedError(
      `Too many calls: at most ${spent?.max} in ${windowName(spent?.windowMs ?? 0)}. Try again in ${seconds} s.`,
      seconds,
      named(budget, subject, states),
    );
  };

  async function drawOn(windows: Windows, caller: Caller, budget: Budget): Promise<readonly DrawnWindow[]> {
    const limits = limitsOf(caller, budget);
    const [first, ...others] = subjectsOf(caller);
    if (first === undefined) return [];
    // Peeks first, so that a call refused for one subject consumes nothing of the others.
    for (const subject of others) {
      const answer = await windows.peek(`${budget}:${subject}`, limits);
      if (!answer.allowed) throw refusal(budget, subject, answer);
    }
    const drawn: DrawnWindow[] = [];
    for (const subject of [first, ...others]) {
      const answer = await windows.draw(`${budget}:${subject}`, limits);
      if (!answer.allowed) throw refusal(budget, subject, answer);
      drawn.push(...named(budget, subject, answer.states));
    }
    return drawn;
  }

  return {
    draw: (caller, budget) => drawOn(windowsOf(budget), caller, budget),
    drawHere: (caller, budget) => drawOn(local, caller, budget),
    async peek(caller, budget) {
      const limits = limitsOf(caller, budget);
      const seen = subjectsOf(caller).map(async (subject) => {
        const { states } = await windowsOf(budget).peek(`${budget}:${subject}`, limits);
        return named(budget, subject, states);
      });
      return (await Promise.all(seen)).flat();
    },
  };
}

function named(budget: Budget, subject: string, states: readonly WindowState[]): DrawnWindow[] {
  const whose = subject.startsWith('agent:') ? 'agent-' : '';
  return states.map((state) => ({
    ...state,
    name: `${whose}${budget}-${state.windowMs === DAY_MS ? 'day' : 'minute'}`,
  }));
}

const windowName = (windowMs: number) =>
  windowMs === DAY_MS ? 'a day' : windowMs === MINUTE_MS ? 'a minute' : `${windowMs / 1000} s`;

/** Beyond this many spent subjects the oldest refusal is dropped, and the store judges that subject again. */
const MAX_REMEMBERED = 10_000;

interface Refusal {
  readonly limits: readonly WindowLimit[];
  readonly answer: DrawAnswer;
  /** When it was asked for, in milliseconds since the epoch; the store judged at this time or later. */
  readonly askedAt: number;
  /** For how long only the remaining times of the answer change. */
  readonly validMs: number;
}

/**
 * The same windows, but a spent subject is refused from memory until one of its windows has room again. No earlier
 * attempt can succeed, so a flood of refusals costs no store reads.
 */
export function rememberRefusals({ draw, peek }: Windows): Windows {
  const refusals = new Map<string, Refusal>();

  const recall = (subject: string, limits: readonly WindowLimit[]): DrawAnswer | undefined => {
    const refusal = refusals.get(subject);
    if (refusal === undefined) return undefined;
    const passedMs = Date.now() - refusal.askedAt;
    if (passedMs >= 0 && passedMs < refusal.validMs && isSame(refusal.limits, limits)) {
      return later(refusal.answer, passedMs);
    }
    refusals.delete(subject);
    return undefined;
  };
  const asking = (ask: Windows['draw']) => async (subject: string, limits: readonly WindowLimit[]) => {
    const recalled = recall(subject, limits);
    if (recalled !== undefined) return recalled;
    const askedAt = Date.now();
    const answer = await ask(subject, limits);
    if (!answer.allowed) {
      const leaving = answer.states.map(({ resetMs }) => resetMs).filter((resetMs) => resetMs > 0);
      const validMs = Math.min(answer.retryMs, ...leaving);
      refusals.set(subject, { limits, answer, askedAt, validMs });
      for (const oldest of refusals.keys()) {
        if (refusals.size <= MAX_REMEMBERED) break;
        refusals.delete(oldest);
      }
    }
    return answer;
  };
  return { draw: asking(draw), peek: asking(peek) };
}

function isSame(one: readonly WindowLimit[], other: readonly WindowLimit[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ windowMs, max }, at) => windowMs === other[at]?.windowMs && max === other[at]?.max)
  );
}

const later = (answer: DrawAnswer, passedMs: number): DrawAnswer => ({
  allowed: false,
  retryMs: answer.retryMs - passedMs,
  states: answer.states.map((state) => ({ ...state, resetMs: state.resetMs - passedMs })),
});

/** More subjects than this are forgotten, the one that drew longest ago first. */
const MAX_SUBJECTS = 10_000;

/** Windows in the memory of this process alone, exact for it. */
export function createMemoryWindows(maxSubjects = MAX_SUBJECTS): Windows {
  const logs = new Map<string, Uint8Array>();

  const look = (subject: string, limits: readonly WindowLimit[]): { log: WindowLog; now: number } => {
    assertLimits(limits);
    const now = Date.now();
    return { log: readLog(logs.get(subject), limits, now), now };
  };
  const keep = (subject: string, log: WindowLog): void => {
    logs.delete(subject);
    logs.set(subject, writeLog(log));
    for (const oldest of logs.keys()) {
      if (logs.size <= maxSubjects) break;
      logs.delete(oldest);
    }
  };

  return {
    async draw(subject, limits): Promise<DrawAnswer> {
      const { log, now } = look(subject, limits);
      const answer = judge(log, limits, now);
      if (!answer.allowed) {
        if (log.moved) keep(subject, log);
        return answer;
      }
      const drawn = append(log, now);
      keep(subject, drawn);
      return { allowed: true, retryMs: 0, states: judge(drawn, limits, now).states };
    },
    async peek(subject, limits) {
      const { log, now } = look(subject, limits);
      return judge(log, limits, now);
    },
  };
}
