import { append, judge, readLog, type WindowLog, writeLog } from './lmdb/windows.ts';
import type { DrawAnswer, WindowLimit, Windows } from './store.ts';
import { assertLimits } from './store.ts';

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
