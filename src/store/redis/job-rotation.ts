import { script } from './connection.ts';

/**
 * BullMQ runs the lowest of 2^21 - 1 priorities first, and within one whoever came first. Each of our 32 priorities is
 * a band of them, and a job's place in its band is the round in which its owner's turn comes (start-time fair queueing):
 * the round being served now, or the one after the owner's last.
 */
const BANDS = 32;
const ROUNDS = 65_535;
/** BullMQ's score of a priority: the higher bits; a running number stands in the lower ones. */
const SCORE_BITS = 2 ** 32;

export const lowestOfBand = (priority: number): number =>
  Math.min(Math.max(Math.trunc(priority), 0), BANDS - 1) * (ROUNDS + 1) + 1;

/** @param priority undefined for the last band */
export const highestOfBand = (priority: number = BANDS): number => lowestOfBand(priority) + ROUNDS;

/**
 * Owners whose last round is the one being served, beyond which newcomers come into the next: however many of them come,
 * a round ends, and with it the wait of those who have had a turn.
 */
export const OWNERS_OF_A_ROUND = 100;

/**
 * KEYS: BullMQ's sorted set of waiting jobs, the owners of this band by their last rounds, the job. ARGV: the lowest
 * priority of the band, the owner. Answers the priority for BullMQ, or 0 when the job is there already. An owner more
 * than 65,534 rounds ahead stays in the last: from there on it is first come, first served until the band is empty.
 * Owners whose last round is over are forgotten: they start where one who is not known does.
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

/**
 * Puts the first job that is not `ARGV[1]`'s and not beyond the priority `ARGV[5]` where BullMQ looks first. KEYS: BullMQ's
 * lists of handed-over jobs, of waiting ones and of delayed ones. ARGV: the owner to pass over (empty for none), the
 * prefix of job keys, now in ms, how many to look at, the highest of BullMQ's priorities. Answers 1 when there is one.
 */
export const NOMINATE = script(`
local wait, waiting, delayed = KEYS[1], KEYS[2], KEYS[3]
local except, prefix, now, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local highest = tonumber(ARGV[5])
local function isWanted(id)
  local job = redis.call('HMGET', prefix .. id, 'name', 'priority')
  return job[1] ~= except and tonumber(job[2] or 0) <= highest
end

local handedOver = redis.call('LRANGE', wait, -most, -1)
for at = #handedOver, 1, -1 do
  if isWanted(handedOver[at]) then
    redis.call('LREM', wait, -1, handedOver[at])
    redis.call('RPUSH', wait, handedOver[at])
    return 1
  end
end
local due = redis.call('ZRANGEBYSCORE', delayed, 0, string.format('%.0f', (now + 1) * 4096 - 1), 'LIMIT', 0, most)
local last = string.format('(%.0f', (highest + 1) * ${SCORE_BITS})
for at, ids in ipairs({redis.call('ZRANGEBYSCORE', waiting, '-inf', last, 'LIMIT', 0, most), due}) do
  for _, id in ipairs(ids) do
    if isWanted(id) then
      redis.call('ZREM', at == 1 and waiting or delayed, id)
      redis.call('RPUSH', wait, id)
      return 1
    end
  end
end
return 0
`);

/**
 * Counts an attempt of a job in the hands of the token `ARGV[1]`, unless all `ARGV[2]` are used. BullMQ's own count goes
 * up with every take, also with one whose answer came too late to reach anybody. KEYS: the job, its lock. Answers the
 * number of the attempt, 0 when all are used, -1 when the job went to somebody else.
 */
export const COUNT = script(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return -1 end
if tonumber(redis.call('HGET', KEYS[1], 'attempts') or 0) >= tonumber(ARGV[2]) then return 0 end
return redis.call('HINCRBY', KEYS[1], 'attempts', 1)
`);

/** Takes back the attempt of a job that is still in the hands of the token `ARGV[1]`. KEYS: the job, its lock. */
export const UNCOUNT = script(`
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('HINCRBY', KEYS[1], 'attempts', -1) end
`);
