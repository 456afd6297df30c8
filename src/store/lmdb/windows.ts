import type { WindowLimit, Windows } from '../store.ts';
import { assertLimits } from '../window-limits.ts';
import type { Deadlines } from './deadlines.ts';
import type { Environment } from './environment.ts';
import { textKey } from './keys.ts';
import { append, judge, readLog, type WindowLog, writeLog } from './window-log.ts';

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
      // What is spent now is refused now, whoever else draws: only a draw needs the writer, of which there is one.
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
