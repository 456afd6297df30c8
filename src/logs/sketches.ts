/** Counts of what may have any number of different values, in bounded memory. */
import { copyOf } from './copy-of.ts';

export interface TopList {
  add(key: string, by?: number): void;
  /** The largest counts first, equal ones by key. */
  top(limit: number): { readonly key: string; readonly count: number }[];
  /** No count is more than this too high, and no value left out has more. 0: all are exact. */
  readonly error: number;
}

/**
 * The most frequent values: the Space-Saving algorithm (Metwally, Agrawal, El Abbadi, 2005), which drops the smaller half
 * at once when twice the capacity is full. A value that is new after that starts at the largest count dropped plus one,
 * so counts are never too low.
 */
export function createTopList(capacity: number): TopList {
  let counts = new Map<string, number>();
  let floor = 0;
  return {
    get error() {
      return floor;
    },
    add(key, by = 1) {
      const count = counts.get(key);
      if (count !== undefined) {
        counts.set(key, count + by);
        return;
      }
      counts.set(copyOf(key), floor + by);
      if (counts.size < capacity * 2) return;
      // Numbers alone are sorted: a log in which every path is new comes here often.
      const sorted = Float64Array.from(counts.values()).sort();
      const [largestDropped = 0, smallestKept = 0] = sorted.subarray(counts.size - capacity - 1);
      floor = Math.max(floor, largestDropped);
      const kept = [...counts].filter(([, each]) => each > smallestKept);
      for (const each of counts) {
        if (kept.length >= capacity) break;
        if (each[1] === smallestKept) kept.push(each);
      }
      counts = new Map(kept);
    },
    top: (limit) => sortedOf(counts).slice(0, limit),
  };
}

const sortedOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([key, count]) => ({ key, count })).sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));

export interface DistinctCount {
  add(value: string): void;
  /** Exact while there are at most `kept` values. */
  count(): { readonly count: number; readonly isExact: boolean };
}

/** Hashes kept; the standard error above is 1 / sqrt(kept) = 1.6 %. */
const KEPT = 4096;
const HASH_RANGE = 2 ** 53;

/** Number of different values: the k smallest hashes (Bar-Yossef and others, 2002). */
export function createDistinctCount(kept = KEPT): DistinctCount {
  let hashes = new Set<number>();
  let limit = HASH_RANGE;
  const smallest = () => [...hashes].sort((a, b) => a - b).slice(0, kept);
  return {
    add(value) {
      const hash = hashOf(value);
      if (hash >= limit) return;
      hashes.add(hash);
      if (hashes.size < kept * 2) return;
      const left = smallest();
      hashes = new Set(left);
      limit = (left[kept - 1] ?? HASH_RANGE) + 1;
    },
    count() {
      if (limit === HASH_RANGE && hashes.size <= kept) return { count: hashes.size, isExact: true };
      const largest = smallest()[kept - 1] ?? 1;
      return { count: Math.round(((kept - 1) * HASH_RANGE) / largest), isExact: false };
    },
  };
}

/** 53 bits of two FNV-1a hashes with another start. */
function hashOf(text: string): number {
  let [one, two] = [0x811c9dc5, 0x1b873593];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b);
  }
  one = Math.imul(one ^ (one >>> 15), 0x2c1b3c6d);
  two = Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  return ((one ^ (one >>> 16)) >>> 0) * 2 ** 21 + ((two ^ (two >>> 16)) >>> 11);
}

export interface TimeLine {
  add(timeMs: number, series: string): void;
  /** All series over the same buckets, from the first to the last that has any. */
  read(): { readonly startMs: number; readonly bucketMs: number; readonly series: ReadonlyMap<string, number[]> };
}

const HOUR_MS = 3_600_000;
const MAX_BUCKETS = 400;

/** Counts by time. Buckets are an hour wide, and twice as wide whenever there are too many. */
export function createTimeLine(): TimeLine {
  let bucketMs = HOUR_MS;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let series = new Map<string, Map<number, number>>();

  const widen = (): void => {
    bucketMs *= 2;
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
    series = new Map(
      [...series].map(([name, counts]) => {
        const wider = new Map<number, number>();
        for (const [at, count] of counts) {
          const to = Math.floor(at / 2);
          wider.set(to, (wider.get(to) ?? 0) + count);
        }
        return [name, wider];
      }),
    );
  };

  return {
    add(timeMs, name) {
      let bucket = Math.floor(timeMs / bucketMs);
      first = Math.min(first, bucket);
      last = Math.max(last, bucket);
      while (last - first >= MAX_BUCKETS) {
        widen();
        bucket = Math.floor(timeMs / bucketMs);
      }
      const counts = series.get(name) ?? new Map<number, number>();
      series.set(name, counts);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    },
    read() {
      const length = first > last ? 0 : last - first + 1;
      const dense = (counts: ReadonlyMap<number, number>) =>
        Array.from({ length }, (_, at) => counts.get(first + at) ?? 0);
      return {
        startMs: length === 0 ? 0 : first * bucketMs,
        bucketMs,
        series: new Map([...series].map(([name, counts]) => [name, dense(counts)])),
      };
    },
  };
}
