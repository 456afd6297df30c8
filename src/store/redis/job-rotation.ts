import { script } from './connection.ts';

/**
 * BullMQ runs the lowest of 2^21 - 1 priorities first, and within one the oldest job. Each of the 32 priorities of the
 * store is a band of them. A job's place in its band is the round of its owner (start-time fair queueing): the current
 * round, or the one after the owner's last.
 */
const BANDS = 32;
const ROUNDS = 65_535;
/** BullMQ's score of a priority: the priority in the higher bits, a sequence number in the lower ones. */
export const SCORE_BITS = 2 ** 32;

export const lowestOfBand = (priority: number): number =>
  Math.min(Math.max(Math.trunc(priority), 0), BANDS - 1) * (ROUNDS + 1) + 1;

/** @param priority undefined for the last band */
export const highestOfBand = (priority: number = BANDS): number => lowestOfBand(priority) + ROUNDS;

/**
 * Most owners whose last round is the current one: further newcomers start in the next. So a round always ends, and
 * owners with jobs of a later round wait a bounded time.
 */
export const OWNERS_OF_A_ROUND = 100;

/**
 * KEYS: BullMQ's sorted set of waiting jobs, the owners of this band by their last rounds, the job. ARGV: the lowest
 * priority of the band, the owner. Answers the priority for BullMQ, or 0 when the job is there already. An owner more
 * than 65,534 rounds ahead stays in the last: from there on it is first come, first served until the band is empty.
 * Owners whose last round is over are deleted: they start like a new owner.
 */
export const TAKE_ROUND = script(`
local waiting, rounds, job = KEYS[1], KEYS[2], KEYS[3]
local lowest, owner, bits, limit = tonumber(ARGV[1]), ARGV[2], ${SCORE_BITS}, ${ROUNDS - 1}
if redis.call('EXISTS', job) == 1 then return 0 end
local from, to = string.format('%.0f', lowest * bits), string.format('(%.0f', (lowest + limit + 1) * bits)
local head = redis.call('ZRANGEBYSCORE', waiting, from, to, 'WITHSCORES', 'LIMIT', 0, 1)
local round = 0
if head[2] then
  local current = math.floor(tonumber(head[2]) / bits) - lowest
  redis.call('ZREMRANGEBYSCORE', rounds, '-inf', current < limit and current - 1 or limit)
  local isFull = redis.call('ZCOUNT', rounds, current, current) >= ${OWNERS_OF_A_ROUND}
  round = math.max(isFull and current + 1 or current, tonumber(redis.call('ZSCORE', rounds, owner) or -1) + 1)
  round = math.min(round, limit)
else
  redis.call('DEL', rounds)
end
redis.call('ZADD', rounds, round, owner)
return lowest + round
`);
