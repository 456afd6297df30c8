import type { Claims } from '../store.ts';
import { type Connection, keyPart, script } from './connection.ts';

/**
 * An expired lease still belongs to its holder until another caller takes it. A holder without renewals for that long
 * is considered dead.
 */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * One hash a claim: fence, first (fence), note, until (ms since the epoch), outcome (JSON, once it is finished). The fence is the
 * server's time in microseconds, or one more than the fence before: never given twice, also after a claim went back.
 */
const TAKE = script(`
local leaseMs, note, abandonedMs = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local claim = redis.call('HMGET', KEYS[1], 'fence', 'note', 'until', 'outcome', 'first')
if claim[3] and tonumber(claim[3]) > now then
  if claim[4] then return {'finished', claim[2], claim[4]} end
  return {'held', claim[2], tonumber(claim[3]) - now}
end
local fence = math.max(time[1] * 1000000 + time[2], tonumber(claim[1] or 0) + 1)
local first = claim[1] and not claim[4] and tonumber(claim[5]) or fence
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'fence', fence, 'first', first, 'note', note, 'until', now + leaseMs)
redis.call('PEXPIRE', KEYS[1], leaseMs + abandonedMs)
return {'won', first, fence}
`);

/** ARGV: the step, the fence, a time in ms, the outcome. Answers 1, or 0 when the claim is not the holder's any more. */
const STEP = script(`
local step, fence, ms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local claim = redis.call('HMGET', KEYS[1], 'fence', 'outcome')
if not claim[1] or tonumber(claim[1]) ~= fence or claim[2] then return 0 end
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if step == 'release' then
  redis.call('DEL', KEYS[1])
elseif step == 'renew' then
  redis.call('HSET', KEYS[1], 'until', now + ms)
  redis.call('PEXPIRE', KEYS[1], ms + tonumber(ARGV[4]))
else
  redis.call('HSET', KEYS[1], 'until', now + ms, 'outcome', ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ms)
end
return 1
`);

export function openClaims({ evaluate }: Connection, prefix: string): Claims {
  const keyOf = (name: string) => `${prefix}:claim:${keyPart(name)}`;
  const step = async (name: string, ...parameters: (string | number)[]) =>
    (await evaluate(STEP, [keyOf(name)], parameters)) === 1;

  return {
    async take(name, { leaseMs, note }) {
      // What the script returns.
      const answer = (await evaluate(TAKE, [keyOf(name)], [leaseMs, note, ABANDONED_MS])) as
        | ['won', number, number]
        | ['held', string, number]
        | ['finished', string, string];
      if (answer[0] === 'won') return { won: true, fence: answer[2], firstFence: answer[1] };
      const [state, heldNote, rest] = answer;
      if (state === 'held') return { won: false, state, note: heldNote, leaseLeftMs: rest };
      return { won: false, state, note: heldNote, value: JSON.parse(rest).value };
    },
    renew: (name, fence, leaseMs) => step(name, 'renew', fence, leaseMs, ABANDONED_MS),
    finish: (name, fence, value, keepMs) => step(name, 'finish', fence, keepMs, JSON.stringify({ value })),
    release: (name, fence) => step(name, 'release', fence, 0),
  };
}
