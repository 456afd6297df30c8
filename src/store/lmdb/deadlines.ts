import { setImmediate } from 'node:timers/promises';
import type { Environment } from './environment.ts';

type RowKey = readonly string[];

/** How rows of one kind end. Both are called inside a write. */
interface Mortal {
  /** When the row may go, in ms since the epoch; undefined when it is gone or lasts. */
  endOf(row: RowKey): number | undefined;
  remove(row: RowKey): void;
}

/**
 * Finds rows that have outlived their time without walking those that have not: every mortal row has an entry here at
 * or before its end. An entry that comes due early moves to the end that its row has by then.
 */
export interface Deadlines {
  /** Names a kind of row; answers the function that, inside a write, enters one. */
  of(kind: string, mortal: Mortal): (at: number, ...row: RowKey) => void;
  /** Removes expired rows, and answers how many there were. */
  sweep(): Promise<number>;
}

/** Rows looked at in one write, which keeps other writers and the event loop waiting for a few milliseconds at most. */
const BATCH = 200;

export function openDeadlines(environment: Environment): Deadlines {
  const entries = environment.table<[number, string, ...RowKey], true>('deadlines');
  const mortals = new Map<string, Mortal>();

  const sweepBatch = () =>
    environment.write(() => {
      const now = Date.now();
      const due = [...entries.keys({ end: [now + 1], limit: BATCH })];
      let removed = 0;
      for (const entry of due) {
        const [, kind, ...row] = entry;
        const mortal = mortals.get(kind);
        const end = mortal?.endOf(row);
        entries.remove(entry);
        if (end === undefined) continue;
        if (end > now) entries.put([end, kind, ...row], true);
        else {
          mortal?.remove(row);
          removed += 1;
        }
      }
      return { removed, more: due.length === BATCH };
    });

  return {
    of(kind, mortal) {
      mortals.set(kind, mortal);
      return (at, ...row) => entries.put([at, kind, ...row], true);
    },
    async sweep() {
      let total = 0;
      for (;;) {
        const { removed, more } = await sweepBatch();
        total += removed;
        if (!more) return total;
        await setImmediate();
      }
    },
  };
}
