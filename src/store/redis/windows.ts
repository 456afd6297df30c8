import type { DrawAnswer, WindowLimit, Windows } from '../store.ts';
import { assertLimits } from '../store.ts';
import { type Connection, keyPart, script } from './connection.ts';

/**
 * One sorted set a subject: its draws by the server's time in ms, named by a running number, and before them the
 * member `horizon` with the longest window ever asked, negated. A clock set back moves the log back with it, so that
 * the last draw was made just now: nothing is granted early.
 */
const DRAW = script(`
local log, wantsDraw = KEYS[1], ARGV[1] == 'draw'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local head = redis.call('ZRANGE', log, 0, 0, 'WITHSCORES')
local horizon = head[2] and -tonumber(head[2]) or 0
for at = 2, #ARGV, 2 do horizon = math.max(horizon, tonumber(ARGV[at])) end
local last = redis.call('ZRANGE', log, -1, -1, 'WITHSCORES')
if last[2] and tonumber(last[2]) > now then
  local ahead = tonumber(last[2]) - now
  for _, draw in ipairs(redis.call('ZRANGE', log, 1, -1)) do redis.call('ZINCRBY', log, -ahead, draw) end
end
redis.call('ZREMRANGEBYSCORE', log, 0, now - horizon)

local function timeAt(index) return tonumber(redis.call('ZRANGE', log, index + 1, index + 1, 'WITHSCORES')[2]) end
local function judge()
  local total = math.max(0, redis.call('ZCARD', log) - 1)
  local retry, states = 0, {}
  for at = 2, #ARGV, 2 do
    local window, max = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
    local inside = redis.call('ZCOUNT', log, string.format('(%.17g', math.max(0, now - window)), '+inf')
    if inside >= max then retry = math.max(retry, timeAt(total - max) + window - now) end
    states[#states + 1] = math.max(0, max - inside)
    states[#states + 1] = inside == 0 and 0 or timeAt(total - inside) + window - now
  end
  return retry, states
end

local retry, states = judge()
if wantsDraw and retry == 0 then
  local draws = redis.call('ZRANGE', log, -1, -1)
  local number = (tonumber(draws[1]) or 0) + 1
  redis.call('ZADD', log, -horizon, 'horizon', now, string.format('%016.0f', number))
  redis.call('PEXPIRE', log, math.ceil(horizon))
  local _, after = judge()
  states = after
end
return {retry, unpack(states)}
`);

export function openWindows({ evaluate }: Connection, prefix: string): Windows {
  const ask = async (verb: 'draw' | 'peek', subject: string, limits: readonly WindowLimit[]): Promise<DrawAnswer> => {
    assertLimits(limits);
    const parameters = [verb, ...limits.flatMap(({ windowMs, max }) => [windowMs, max])];
    // What the script returns: the wait, and two numbers for each limit.
    const [retryMs = 0, ...states] = (await evaluate(
      DRAW,
      [`${prefix}:window:${keyPart(subject)}`],
      parameters,
    )) as number[];
    return {
      allowed: retryMs === 0,
      retryMs,
      states: limits.map(({ windowMs, max }, at) => ({
        windowMs,
        max,
        remaining: states[2 * at] ?? 0,
        resetMs: states[2 * at + 1] ?? 0,
      })),
    };
  };
  return {
    draw: (subject, limits) => ask('draw', subject, limits),
    peek: (subject, limits) => ask('peek', subject, limits),
  };
}
