import { assertBucket, BUCKETS } from '../buckets.ts';
import type { Histogram } from '../store.ts';
import type { Environment } from './environment.ts';
import { textKey } from './keys.ts';

export function openHistogram(environment: Environment): Histogram {
  const buckets = environment.table<[name: string, member: string], number>('histogram-members');
  const counts = environment.table<string, number[]>('histogram-counts');
  const countsOf = (name: string): number[] => counts.get(name) ?? new Array<number>(BUCKETS).fill(0);

  /** Inside a write: takes the member from its bucket, if it has one, and puts it into another, if there is one. */
  const move = (histogram: string, of: string, to: number | undefined) => {
    const name = textKey(histogram);
    const member = textKey(of);
    const from = buckets.get([name, member]);
    if (from === to) return;
    const next = countsOf(name).map((count, bucket) => count + Number(bucket === to) - Number(bucket === from));
    counts.put(name, next);
    if (to === undefined) buckets.remove([name, member]);
    else buckets.put([name, member], to);
  };

  return {
    set: async (name, member, bucket) => {
      assertBucket(bucket);
      await environment.write(() => move(name, member, bucket));
    },
    remove: (name, member) => environment.write(() => move(name, member, undefined)),
    async bucketOf(name, member) {
      return buckets.get([textKey(name), textKey(member)]);
    },
    async counts(name) {
      return countsOf(textKey(name));
    },
  };
}
