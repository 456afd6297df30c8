import type { Histogram } from '../store.ts';
import { assertBucket, BUCKETS } from '../store.ts';
import { type Connection, keyPart, script } from './connection.ts';

/** KEYS: bucket by member, count by bucket. ARGV: member, and the bucket it goes to; an empty one takes it out. */
const MOVE = script(`
local members, counts, member, to = KEYS[1], KEYS[2], ARGV[1], ARGV[2]
local from = redis.call('HGET', members, member)
if from == to then return end
if from then redis.call('HINCRBY', counts, from, -1) end
if to == '' then
  redis.call('HDEL', members, member)
else
  redis.call('HSET', members, member, to)
  redis.call('HINCRBY', counts, to, 1)
end
`);

/** Two hashes a histogram, in one slot. */
export function openHistogram({ evaluate, run }: Connection, prefix: string): Histogram {
  const keysOf = (name: string) => {
    const tagged = `${prefix}:histogram:{${keyPart(name)}}`;
    return [`${tagged}:members`, `${tagged}:counts`] as const;
  };
  return {
    async set(name, member, bucket) {
      assertBucket(bucket);
      await evaluate(MOVE, keysOf(name), [member, bucket]);
    },
    async remove(name, member) {
      await evaluate(MOVE, keysOf(name), [member, '']);
    },
    async bucketOf(name, member) {
      const bucket = await run((redis) => redis.hGet(keysOf(name)[0], member));
      return bucket === null ? undefined : Number(bucket);
    },
    async counts(name) {
      const counts = await run((redis) => redis.hGetAll(keysOf(name)[1]));
      return Array.from({ length: BUCKETS }, (_, bucket) => Number(counts[bucket] ?? 0));
    },
  };
}
