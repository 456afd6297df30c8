import KeyvRedis from '@keyv/redis';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { assertBucket, BUCKETS, type Histogram, type Index, type IndexEntry, type Store } from '../store.ts';
import { type Connection, keyPart, script } from './connection.ts';

/** One string a document, which Redis forgets by itself when its time is over. */
export function openDocuments(connection: Connection, prefix: string): Store['documents'] {
  return <Value>(name: string) =>
    new Keyv<Value>({
      store: adapter(connection, `${prefix}:document:${keyPart(name)}`),
      useKeyPrefix: false,
      throwOnErrors: true,
    });
}

/** Keyv's own adapter, with a deadline on every call. */
function adapter({ client, run }: Connection, namespace: string): KeyvStoreAdapter {
  const redis = new KeyvRedis<string>(client, { namespace, keyPrefixSeparator: ':', throwOnErrors: true });
  // It reports what it also throws; without a listener that would be thrown twice.
  redis.on('error', () => undefined);
  return {
    // Keyv offers an iterator only for the dialects it knows.
    opts: { dialect: 'redis', url: '' },
    on() {
      return this;
    },
    get: <Value>(id: string) => run(() => redis.get<Value>(id)),
    getMany: <Value>(ids: string[]) => run(() => redis.getMany<Value>(ids)) as Promise<Array<Value | undefined>>,
    has: (id) => run(() => redis.has(id)),
    set: (id: string, text: string, ttlMs?: number) => run(() => redis.set(id, text, ttlMs)),
    delete: (id) => run(() => redis.delete(id)),
    clear: () => redis.clear(),
    async *iterator<Value>() {
      // SCAN may name a key more than once while others come and go.
      const seen = new Set<string>();
      for await (const [id, text] of redis.iterator<Value>(namespace)) {
        if (seen.has(id) || text === undefined || text === null) continue;
        seen.add(id);
        yield [id, text as Awaited<Value>];
      }
    },
  };
}

/** Looks for the first free score in strides, since many entries may follow one another without a gap. */
const ADD = script(`
local list, score, member = KEYS[1], tonumber(ARGV[1]), ARGV[2]
redis.call('ZREM', list, member)
local stride = 64
while true do
  local taken = redis.call('ZRANGEBYSCORE', list, score, '+inf', 'WITHSCORES', 'LIMIT', 0, stride)
  for at = 2, #taken, 2 do
    if tonumber(taken[at]) ~= score then break end
    score = score + 1
  end
  if #taken < 2 * stride or tonumber(taken[#taken]) ~= score - 1 then break end
end
redis.call('ZADD', list, score, member)
return score
`);

/** One sorted set a list. */
export function openIndex({ evaluate, run }: Connection, prefix: string): Index {
  const keyOf = (list: string) => `${prefix}:index:${keyPart(list)}`;
  const entry = ({ score, value }: { score: number; value: string }): IndexEntry => ({ score, member: value });
  return {
    async add(list, wished, member) {
      if (!Number.isSafeInteger(wished)) throw new RangeError('A score is an integer.');
      return Number(await evaluate(ADD, [keyOf(list)], [wished, member]));
    },
    remove: async (list, member) => (await run((redis) => redis.zRem(keyOf(list), member))) === 1,
    async newest(list, { limit, below }) {
      const start = below === undefined ? '+inf' : `(${below}`;
      const options = { BY: 'SCORE', REV: true, LIMIT: { offset: 0, count: limit } } as const;
      return (await run((redis) => redis.zRangeWithScores(keyOf(list), start, '-inf', options))).map(entry);
    },
    async oldest(list, { limit, below }) {
      const end = below === undefined ? '+inf' : `(${below}`;
      const options = { BY: 'SCORE', LIMIT: { offset: 0, count: limit } } as const;
      return (await run((redis) => redis.zRangeWithScores(keyOf(list), '-inf', end, options))).map(entry);
    },
    count: (list) => run((redis) => redis.zCard(keyOf(list))),
  };
}

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
