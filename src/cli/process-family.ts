/** The processes that one server started, so that none outlives it: its group, those with its mark, and its descendants (Linux). */
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** How often descendants are looked for while the server runs, because one whose parent has ended belongs to no family. */
const LOOK_MS = 500;
/** A server may start others while it is ended. */
const MAX_ROUNDS = 5;

export interface ProcessFamily {
  /** Ends all of them at once. */
  end(): void;
  /** Looks for no more. */
  close(): void;
}

interface Entry {
  readonly pid: number;
  readonly parent: number;
  /** In clock ticks since the machine started: with the id it names one process. */
  readonly startedAt: string;
}

/**
 * Follows a process. @param mark text that its environment holds, for processes that left its group and its descent; those that
 * cleared their environment and lost their parent within half a second are not found
 */
export function followProcess(root: number, mark: string): ProcessFamily {
  if (process.platform !== 'linux') return { end: () => undefined, close: () => undefined };
  const members = new Map<number, string>();
  const look = (): void => {
    const all = processes();
    let count: number;
    do {
      count = members.size;
      for (const { pid, parent, startedAt } of all)
        if (parent === root || members.has(parent)) members.set(pid, startedAt);
    } while (members.size > count);
  };
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    close: () => clearInterval(timer),
    end: () => {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        look();
        const alive = processes().filter(
          ({ pid, startedAt }) => pid === root || members.get(pid) === startedAt || hasMark(pid, mark),
        );
        if (alive.length === 0) return;
        for (const { pid } of alive) endOne(pid);
      }
    },
  };
}

function endOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It belongs to another user, or has ended.
  }
}

function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
  } catch {
    return false;
  }
}

/** All that run; those that have ended and wait for their parent are left out. */
function processes(): Entry[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The name of the program, in brackets, may hold any character.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const [state, parent] = fields;
      return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), startedAt: fields[19] ?? '' }];
    } catch {
      return [];
    }
  });
}
