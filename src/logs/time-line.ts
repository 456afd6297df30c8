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
