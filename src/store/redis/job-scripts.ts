import { script } from './connection.ts';

/**
 * BullMQ runs the lowest of 2^21 - 1 priorities first, and within one the oldest job. Each of the 32 priorities of the
 * store is a band of them. A job's place in its band is the round of its owner (start-time fair queueing): the current
 * round, or the one after the owner's last.
 */
const BANDS = 32;
const ROUNDS = 65_535;
/** BullMQ's score of a priority: the priority in the higher bits, a sequence number in the lower ones. */
const SCORE_BITS = 2 ** 32;

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
 * KEYS: BullMQ's sorted set of waiting jobs, the owners of this band by their last rounds, the job, the jobs passed over. ARGV: the lowest
 * priority of the band, the owner. Answers the priority for BullMQ, or 0 when the job is there already. An owner more
 * than 65,534 rounds ahead stays in the last: from there on it is first come, first served until the band is empty.
 * Owners whose last round is over are deleted: they start like a new owner.
 */
export const TAKE_ROUND = script(`
local waiting, rounds, job, passed = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
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
for _, field in ipairs(redis.call('HKEYS', passed)) do
  if string.sub(field, -#owner - 1) ~= ' ' .. owner then redis.call('HDEL', passed, field) end
end
return lowest + round
`);

/**
 * In addition to BullMQ's fields, a job has `attempts`, `runs` and, while a worker runs it, `worker`. A job without a
 * lock that still has a `worker` was interrupted: its worker died, and it joins the set of suspects when it is taken
 * again. `held-by-` and the worker's name is the set of jobs that this worker runs; it outlives the worker for
 * KEEP_SECONDS.
 */
const KEEP_SECONDS = 7 * 24 * 3600;

/**
 * How long it is known which jobs were passed over. Jobs that come back to the queue by BullMQ's own ways may wait this
 * long for a place that is kept from an owner.
 */
const PASSED_SECONDS = 60;

/**
 * Puts the first wanted job where BullMQ looks first. An owner to pass over may have a hundred thousand jobs in front:
 * each look goes on behind those of the looks before, until another owner adds a job. KEYS: BullMQ's lists of handed-over jobs, of waiting ones and of
 * delayed ones, the suspects, and a hash of the jobs passed over: the score of the last job by priority and owner. ARGV: the owner to pass over (empty for none), the prefix of job keys, now in ms, how many
 * to look at, the highest of BullMQ's priorities, 1 for suspects and 0 for all others. Answers 1 when there is one.
 */
export const NOMINATE = script(`
local wait, waiting, delayed, suspects, passed = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local except, prefix, now, most = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local highest, wantsSuspects = tonumber(ARGV[5]), ARGV[6] == '1'
local latestDue = string.format('%.0f', (now + 1) * 4096 - 1)
local function isWanted(id)
  local job = redis.call('HMGET', prefix .. id, 'name', 'priority', 'worker')
  local isSuspect = (job[3] and true or false) or redis.call('SISMEMBER', suspects, id) == 1
  if wantsSuspects or isSuspect then return wantsSuspects and isSuspect end
  return job[1] ~= except and tonumber(job[2] or 0) <= highest
end
local function hasLeft(list, id, last)
  local score = redis.call('ZSCORE', list, id)
  if not score or (last and tonumber(score) > tonumber(last)) then return false end
  return redis.call('ZREM', list, id) == 1
end

local handedOver = redis.call('LRANGE', wait, -most, -1)
for at = #handedOver, 1, -1 do
  if isWanted(handedOver[at]) then
    redis.call('LREM', wait, -1, handedOver[at])
    redis.call('RPUSH', wait, handedOver[at])
    return 1
  end
end
if wantsSuspects then
  for _, id in ipairs(redis.call('SMEMBERS', suspects)) do
    if redis.call('EXISTS', prefix .. id) == 0 then redis.call('SREM', suspects, id) end
    if hasLeft(waiting, id) or hasLeft(delayed, id, latestDue) then
      redis.call('RPUSH', wait, id)
      return 1
    end
  end
  return 0
end
local due = redis.call('ZRANGEBYSCORE', delayed, 0, latestDue, 'LIMIT', 0, most)
local last = string.format('(%.0f', (highest + 1) * ${SCORE_BITS})
local field = highest .. ' ' .. except
local from = except ~= '' and redis.call('HGET', passed, field)
local first = redis.call('ZRANGEBYSCORE', waiting, from and '(' .. from or '-inf', last, 'LIMIT', 0, most)
for at, ids in ipairs({first, due}) do
  for _, id in ipairs(ids) do
    if isWanted(id) then
      redis.call('ZREM', at == 1 and waiting or delayed, id)
      redis.call('RPUSH', wait, id)
      return 1
    end
  end
end
if except ~= '' and #first > 0 then
  redis.call('HSET', passed, field, string.format('%.0f', redis.call('ZSCORE', waiting, first[#first])))
  if redis.call('TTL', passed) < 0 then redis.call('EXPIRE', passed, ${PASSED_SECONDS}) end
end
return 0
`);

/** What COUNT answers instead of an attempt. */
export const IS_LOST = -1;
export const IS_OTHER_KIND = -2;

/**
 * Counts an attempt of the job that the token `ARGV[1]` holds, unless all `ARGV[2]` are used, and records its worker.
 * BullMQ's own count also increases when the response came too late to reach a worker. When the job was interrupted
 * before, and its worker had others, that attempt is not counted. KEYS: the job, its lock, the suspects. ARGV further:
 * the worker, the prefix `held-by-` of keys, the id in BullMQ, 1 for a suspect and 0 for another. Returns the number of
 * the attempt (0 when all are used, IS_LOST, IS_OTHER_KIND) and that of the run.
 */
export const COUNT = script(`
local job, lock, suspects = KEYS[1], KEYS[2], KEYS[3]
local token, most, worker, heldBy, id = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5]
if redis.call('GET', lock) ~= token then return {${IS_LOST}, 0} end
local before = redis.call('HGET', job, 'worker')
if before then
  redis.call('HDEL', job, 'worker')
  redis.call('SADD', suspects, id)
  redis.call('EXPIRE', suspects, ${KEEP_SECONDS})
  if redis.call('SCARD', heldBy .. before) > 1 then redis.call('HINCRBY', job, 'attempts', -1) end
end
if redis.call('SISMEMBER', suspects, id) ~= tonumber(ARGV[6]) then return {${IS_OTHER_KIND}, 0} end
local run = redis.call('HINCRBY', job, 'runs', 1)
if tonumber(redis.call('HGET', job, 'attempts') or 0) >= most then return {0, run} end
redis.call('HSET', job, 'worker', worker)
redis.call('SADD', heldBy .. worker, id)
redis.call('EXPIRE', heldBy .. worker, ${KEEP_SECONDS})
return {redis.call('HINCRBY', job, 'attempts', 1), run}
`);

/**
 * Records that the job which the token `ARGV[1]` holds was not interrupted; runs before its worker releases it. KEYS:
 * the job, its lock, the suspects, the jobs of the worker, the jobs passed over. ARGV further: the id in BullMQ, 1 to take back the attempt
 * (only a counted one: COUNT set `worker`), 1 when the job is finished.
 */
export const RELEASE = script(`
if redis.call('GET', KEYS[2]) ~= ARGV[1] then return end
local wasCounted = redis.call('HDEL', KEYS[1], 'worker') == 1
redis.call('SREM', KEYS[4], ARGV[2])
if wasCounted and ARGV[3] == '1' then redis.call('HINCRBY', KEYS[1], 'attempts', -1) end
if ARGV[4] == '1' then redis.call('SREM', KEYS[3], ARGV[2]) else redis.call('DEL', KEYS[5]) end
`);
