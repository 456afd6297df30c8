import { copyOf } from './copy-of.ts';
import type { LogEntry } from './entry.ts';

/** The visits of agents as paths: pages that one agent read from one address without a long pause. */
export interface Sessions {
  /** Adds a page to the open session, or begins another. @returns whether it began one */
  add(agent: string, entry: LogEntry, path: string): boolean;
  /** Closes all open sessions. */
  end(): void;
}

/** A request later than this after the last one begins another session. */
const SESSION_GAP_MS = 5 * 60_000;
/** Beyond this many the sessions that are silent longest go first. */
const MAX_OPEN = 1000;
const MAX_STEPS = 8;
/** Characters of a step. */
const MAX_STEP = 120;
const MAX_ADDRESS = 64;

interface Session {
  readonly agent: string;
  lastMs: number;
  steps: string[];
}

/**
 * Open sessions in two generations, of which the older closes when the younger is full. One map from which each old session
 * is deleted would leave its dead tables to the slowest collector of V8.
 * @param onClose gets the agent and at most eight pages of a session
 */
export function createSessions(onClose: (agent: string, steps: readonly string[]) => void): Sessions {
  let younger = new Map<string, Session>();
  let older = new Map<string, Session>();

  const close = ({ agent, steps }: Session): void => onClose(agent, steps);
  const find = (key: string): Session | undefined => {
    const known = younger.get(key);
    if (known !== undefined) return known;
    const aged = older.get(key);
    // It is in both from now on, and closes with the younger.
    if (aged !== undefined) keep(key, aged);
    return aged;
  };
  const keep = (key: string, session: Session): void => {
    if (younger.size >= MAX_OPEN) {
      for (const [name, each] of older) if (each !== session && younger.get(name) !== each) close(each);
      older = younger;
      younger = new Map();
    }
    younger.set(key, session);
  };

  return {
    add(agent, { address, timeMs }, path) {
      const key = `${agent} ${address.slice(0, MAX_ADDRESS)}`;
      const step = path.slice(0, MAX_STEP);
      const open = find(key);
      // A clock that jumps, in either direction, begins another one.
      if (open !== undefined && Math.abs(timeMs - open.lastMs) <= SESSION_GAP_MS) {
        open.lastMs = timeMs;
        if (open.steps.length < MAX_STEPS && open.steps.at(-1) !== step) open.steps.push(copyOf(step));
        return false;
      }
      if (open === undefined) keep(copyOf(key), { agent, lastMs: timeMs, steps: [copyOf(step)] });
      else {
        close(open);
        open.lastMs = timeMs;
        open.steps = [copyOf(step)];
      }
      return true;
    },
    end() {
      for (const session of new Set([...older.values(), ...younger.values()])) close(session);
      older = new Map();
      younger = new Map();
    },
  };
}
