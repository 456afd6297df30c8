import { randomUUID } from 'node:crypto';
import type { PermitRules, Permits } from '../../scanner/permits.ts';
import { type Connection, keyPart, script } from './connection.ts';

/**
 * One JSON text a place, by the server's time in ms: holders of permits (holder, end of the lease, penalties at its
 * start), waiters (since when, last request), and the state of the pauses. Waiters with fewer permits go first, then
 * those who wait longer. A waiter that does not ask again within `patienceMs` loses its place.
 */
const STEP = script(`
local verb, input = ARGV[1], cjson.decode(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local text = redis.call('GET', KEYS[1])
local place = text and cjson.decode(text)
  or {held = {}, waiting = {}, pausedUntil = 0, pauseMs = input.firstPauseMs, penalties = 0, successes = 0, lastStart = 0}

local count, heldBy = 0, {}
for permit, lease in pairs(place.held) do
  if lease.till <= now then
    place.held[permit] = nil
  else
    count = count + 1
    heldBy[lease.holder] = (heldBy[lease.holder] or 0) + 1
  end
end

local function take()
  local limit = math.min(place.limit or input.limit, input.limit)
  local me = input.holder
  local since = place.waiting[me] and place.waiting[me].since or now
  local ahead = 0
  for other, wait in pairs(place.waiting) do
    if now - wait.seen > input.patienceMs then
      place.waiting[other] = nil
    elseif other ~= me then
      local mine, theirs = heldBy[me] or 0, heldBy[other] or 0
      if theirs < mine or (theirs == mine and wait.since < since) then ahead = ahead + 1 end
    end
  end
  local waitMs = math.max(place.pausedUntil - now, place.lastStart + input.gapMs - now)
  if waitMs <= 0 and limit - count > ahead then
    place.waiting[me] = nil
    place.held[input.permit] = {holder = me, till = now + input.leaseMs, penalties = place.penalties}
    place.lastStart = now
    return 0
  end
  place.waiting[me] = {since = since, seen = now}
  return math.max(1, waitMs)
end

local function renew()
  local lease = place.held[input.permit] or {holder = input.holder, penalties = place.penalties}
  lease.till = now + input.leaseMs
  place.held[input.permit] = lease
  return 0
end

local function release()
  local lease = place.held[input.permit]
  place.held[input.permit] = nil
  if not lease or lease.penalties ~= place.penalties then return 0 end
  place.successes = place.successes + 1
  if place.successes >= input.successesToRecover then
    place.limit, place.pauseMs = nil, input.firstPauseMs
  end
  return 0
end

local function penalise()
  local known = input.retryAfterMs ~= nil
  local sameBurst = now < place.pausedUntil
  local pause = math.min(known and input.retryAfterMs or place.pauseMs, input.maxPauseMs)
  if known or not sameBurst then place.pausedUntil = math.max(place.pausedUntil, now + pause) end
  place.penalties = place.penalties + 1
  place.successes = 0
  if not sameBurst then
    place.pauseMs = math.min(place.pauseMs * 2, input.maxPauseMs)
    place.limit = math.max(1, math.floor(math.min(place.limit or input.limit, input.limit) / 2))
  end
  return 0
end

local answer = ({take = take, renew = renew, release = release, penalise = penalise})[verb]()
redis.call('SET', KEYS[1], cjson.encode(place), 'PX', input.forgetMs)
return answer
`);

/** Longer than a waiting process takes to ask again, also on a busy machine. */
const PATIENCE_MS = 1_000;
const FORGET_MS = 60_000;

/** One key a place. It expires a minute after its last use, or after `leaseMs` when that is longer. */
export function openPermits({ evaluate }: Connection, prefix: string): Permits {
  const holder = randomUUID();
  const step = (verb: string, place: string, rules: PermitRules, input: Record<string, unknown> = {}) => {
    const forgetMs = Math.max(FORGET_MS, rules.leaseMs);
    const whole = { ...rules, ...input, holder, patienceMs: PATIENCE_MS, forgetMs };
    return evaluate(STEP, [`${prefix}:permits:${keyPart(place)}`], [verb, JSON.stringify(whole)]);
  };
  return {
    async take(place, rules) {
      const permit = randomUUID();
      const waitMs = Number(await step('take', place, rules, { permit }));
      return waitMs === 0 ? { taken: true, permit } : { taken: false, retryMs: waitMs };
    },
    async renew(place, permit, rules) {
      await step('renew', place, rules, { permit });
    },
    async release(place, permit, rules) {
      await step('release', place, rules, { permit });
    },
    async penalise(place, retryAfterMs, rules) {
      await step('penalise', place, rules, { retryAfterMs });
    },
  };
}
