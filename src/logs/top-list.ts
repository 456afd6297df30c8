import { copyOf } from './copy-of.ts';
import { hashOf } from './text-hash.ts';

export interface TopList {
  add(key: string): void;
  /** The largest counts first, equal ones by key. */
  top(limit: number): { readonly key: string; readonly count: number }[];
  /** No count is more than this too high, none is too low, and no value left out has more. 0: all are exact. */
  readonly error: number;
}

/** Lists that share a limit of memory, so that any number of them is bounded. */
export type CreateTopList = (capacity: number) => TopList;

const MIN_CAPACITY = 8;
/** Counters for each value of the capacity. More make the error smaller. */
const COUNTERS = 4;
/** How much a counter must be above the smallest count that was kept: values then take turns ever less often. */
const MARGIN = 1.25;

interface Held {
  readonly list: TopList;
  /** Halves the capacity, and drops the entries above it. */
  shrink(): void;
}

/** Bytes of an entry besides its characters. */
const ENTRY_BYTES = 48;

/**
 * @param maxBytes of all values in all lists, about: with characters above U+00FF twice as many. When there are more, every
 * list keeps half as many values, and its error says what that costs.
 */
export function createTopLists(maxBytes: number): CreateTopList {
  const held: Held[] = [];
  let bytes = 0;
  const room = {
    take(taken: number): void {
      bytes += taken;
      if (bytes <= maxBytes) return;
      const before = bytes;
      for (const each of held) each.shrink();
      // Lists at their smallest have no more to give.
      if (bytes > maxBytes && bytes < before) room.take(0);
    },
    give(given: number): void {
      bytes -= given;
    },
  };
  return (capacity) => {
    const one = createTopList(capacity, room);
    held.push(one);
    return one.list;
  };
}

interface Room {
  take(bytes: number): void;
  give(bytes: number): void;
}

/**
 * The most frequent values: Filtered Space-Saving (Homem and Carvalho, 2010). Values that have no place are counted by
 * their hash in a few counters, and get a place when their counter is well above the smallest count that was kept, so a
 * log in which every path is new makes few entries. All are exact until twice the capacity is full, when the smaller half goes.
 */
function createTopList(capacity: number, room: Room): Held {
  let counts = new Map<string, number>();
  let places = capacity;
  let counters: Uint32Array | undefined;
  /** A value without a place needs more than this for one. */
  let barrier = 0;

  const counterOf = (key: string, { length }: Uint32Array): number => hashOf(key).two & (length - 1);
  const drop = (): void => {
    counters ??= new Uint32Array(2 ** Math.ceil(Math.log2(capacity * COUNTERS)));
    const sorted = Float64Array.from(counts.values()).sort();
    const smallest = sorted[counts.size - places] ?? 0;
    let equal = places - sorted.filter((count) => count > smallest).length;
    const kept = new Map<string, number>();
    let dropped = 0;
    for (const [key, count] of counts) {
      if (count > smallest || (count === smallest && equal > 0)) {
        if (count === smallest) equal -= 1;
        kept.set(key, count);
        continue;
      }
      dropped += key.length + ENTRY_BYTES;
      const at = counterOf(key, counters);
      counters[at] = Math.max(counters[at] ?? 0, count);
    }
    counts = kept;
    barrier = smallest * MARGIN;
    room.give(dropped);
  };
  const list: TopList = {
    get error() {
      return counters === undefined ? 0 : counters.reduce((most, each) => Math.max(most, each), 0);
    },
    add(key) {
      const count = counts.get(key);
      if (count !== undefined) {
        counts.set(key, count + 1);
        return;
      }
      let first = 1;
      if (counters !== undefined) {
        const at = counterOf(key, counters);
        first = (counters[at] ?? 0) + 1;
        if (first <= barrier) {
          counters[at] = first;
          return;
        }
      }
      counts.set(copyOf(key), first);
      if (counts.size >= places * 2) drop();
      room.take(key.length + ENTRY_BYTES);
    },
    top: (limit) =>
      [...counts]
        .map(([key, count]) => ({ key, count }))
        .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1))
        .slice(0, limit),
  };
  return {
    list,
    shrink() {
      places = Math.max(MIN_CAPACITY, Math.floor(places / 2));
      if (counts.size > places) drop();
    },
  };
}
