import type { Index, IndexEntry } from '../store.ts';
import { type Connection, script } from './connection.ts';
import { keyPart } from './keys.ts';

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
