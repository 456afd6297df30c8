import { assertLimits, type DrawAnswer, type WindowLimit, type Windows } from '../store.ts';
import type { Deadlines } from './environment.ts';
import { type Environment, textKey } from './environment.ts';

/** One row a subject: its horizon and the times of its draws, as 64-bit floats. */
export function openWindows(environment: Environment, deadlines: Deadlines): Windows {
  const logs = environment.table<string, Uint8Array>('windows', 'binary');
  const endOf = ({ horizonMs, times }: WindowLog): number => (times.at(-1) ?? 0) + horizonMs;
  const schedule = deadlines.of('window', {
    endOf([key = '']) {
      const stored = logs.get(key);
      return stored && endOf(readLog(stored, [], Date.now()));
    },
    remove: ([key = '']) => logs.remove(key),
  });

  /** The log of a subject and what it says, without a transaction. */
  const look = (key: string, limits: readonly WindowLimit[]) => {
    const stored = logs.get(key);
    // After the read: a draw that another process commits in between must not look like a clock set back.
    const now = Date.now();
    const log = readLog(stored, limits, now);
    return { log, answer: judge(log, limits, now) };
  };

  return {
    draw: async (subject, limits) => {
      assertLimits(limits);
      const key = textKey(subject);
      // Refuses without a write when the limit is spent, because only consumption needs the single writer.
      const seen = look(key, limits);
      if (!seen.answer.allowed && !seen.log.moved) return seen.answer;
      return environment.write(() => {
        const now = Date.now();
        const stored = logs.get(key);
        const log = readLog(stored, limits, now);
        const answer = judge(log, limits, now);
        if (!answer.allowed) {
          if (log.moved) logs.put(key, writeLog(log));
          return answer;
        }
        const drawn = append(log, now);
        logs.put(key, writeLog(drawn));
        if (stored === undefined) schedule(endOf(drawn), key);
        return { allowed: true, retryMs: 0, states: judge(drawn, limits, now).states };
      });
    },
    peek: async (subject, limits) => {
      assertLimits(limits);
      const key = textKey(subject);
      const { log, answer } = look(key, limits);
      if (!log.moved) return answer;
      return environment.write(() => {
        const again = look(key, limits);
        if (again.log.moved) logs.put(key, writeLog(again.log));
        return again.answer;
      });
    },
  };
}

/** The draws of one subject that can still matter. */
export interface WindowLog {
  /** The longest window ever requested for this subject: how long its draws are kept. */
  readonly horizonMs: number;
  /** When each draw was made, oldest first, ms since the epoch. */
  readonly times: Float64Array;
  /** The log was moved back because the clock was: it has to be stored again. */
  readonly moved: boolean;
}

/**
 * Reads a stored log as of `now`, for these limits. When the clock was set back, the log moves with it, as if the last
 * use were just now. Ages can only come out too low: no use is granted early, and no wait exceeds one window.
 */
export function readLog(stored: Uint8Array | undefined, limits: readonly WindowLimit[], now: number): WindowLog {
  // A copy, because LMDB's bytes may not be aligned for a Float64Array.
  const numbers = stored === undefined ? new Float64Array() : new Float64Array(new Uint8Array(stored).buffer);
  const horizonMs = limits.reduce((longest, { windowMs }) => Math.max(longest, windowMs), numbers[0] ?? 0);
  const kept = numbers.subarray(1);
  const aheadMs = (kept.at(-1) ?? now) - now;
  const moved = aheadMs > 0;
  const times = moved ? kept.map((time) => time - aheadMs) : kept;
  return { horizonMs, times: times.subarray(firstAfter(times, now - horizonMs)), moved };
}

export function writeLog({ horizonMs, times }: WindowLog): Uint8Array {
  const numbers = new Float64Array(times.length + 1);
  numbers[0] = horizonMs;
  numbers.set(times, 1);
  return new Uint8Array(numbers.buffer);
}

export function append(log: WindowLog, time: number): WindowLog {
  const times = new Float64Array(log.times.length + 1);
  times.set(log.times);
  times[log.times.length] = time;
  return { ...log, times };
}

/** What a draw at `now` would meet. A draw leaves a window of w ms when it is w ms old. */
export function judge({ times }: WindowLog, limits: readonly WindowLimit[], now: number): DrawAnswer {
  let retryMs = 0;
  const states = limits.map(({ windowMs, max }) => {
    const first = firstAfter(times, now - windowMs);
    const leavesMs = (index: number) => (times[index] ?? now) + windowMs - now;
    const inside = times.length - first;
    if (inside >= max) retryMs = Math.max(retryMs, leavesMs(times.length - max));
    return {
      windowMs,
      max,
      remaining: Math.max(0, max - inside),
      resetMs: inside === 0 ? 0 : leavesMs(first),
    };
  });
  return { allowed: retryMs === 0, retryMs, states };
}

/** Index of the first time later than `after`; the length when there is none. */
function firstAfter(times: Float64Array, after: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) > after) high = middle;
    else low = middle + 1;
  }
  return low;
}
