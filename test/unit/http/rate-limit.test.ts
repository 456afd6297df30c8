import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DrawnWindow } from '../../../src/auth/quotas.ts';
import { rateLimitHeaders } from '../../../src/http/rate-limit.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const minute = (max: number, remaining: number, resetMs = 30_000): DrawnWindow => ({
  name: 'start-scan-minute',
  windowMs: MINUTE,
  max,
  remaining,
  resetMs,
});
const day = (max: number, remaining: number, resetMs = 80_000_500): DrawnWindow => ({
  name: 'start-scan-day',
  windowMs: DAY,
  max,
  remaining,
  resetMs,
});

describe('the headers of an answer', () => {
  it('are none when nothing was drawn', () => assert.deepEqual(rateLimitHeaders([]), {}));

  const cases: [string, DrawnWindow[], [string, string]][] = [
    ['one window', [minute(120, 119)], ['120', '119']],
    ['the tighter of two', [minute(10, 3), day(200, 193)], ['10', '3']],
    ['the tighter of two, in their other order', [day(200, 193), minute(10, 3)], ['10', '3']],
    ['a day that is nearly spent', [minute(10, 9), day(200, 1)], ['200', '1']],
    ['the same share, fewer left', [day(200, 100), minute(10, 5)], ['10', '5']],
    ['a spent minute', [minute(10, 0), day(200, 150)], ['10', '0']],
    ['a spent day', [minute(10, 4), day(200, 0)], ['200', '0']],
    ['both spent: the longer wait', [minute(10, 0), day(200, 0)], ['200', '0']],
    ['a batch that drew twice: its later state', [minute(10, 9), minute(10, 8)], ['10', '8']],
  ];
  for (const [what, windows, [limit, remaining]] of cases) {
    it(what, () => {
      const headers = rateLimitHeaders(windows);
      assert.deepEqual([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']], [limit, remaining]);
    });
  }

  it('name every window in the policy and the first to refuse in the state, in whole seconds', () => {
    const headers = rateLimitHeaders([minute(10, 9), day(200, 1)]);
    assert.equal(headers['ratelimit-policy'], '"start-scan-minute";q=10;w=60, "start-scan-day";q=200;w=86400');
    assert.equal(headers.ratelimit, '"start-scan-day";r=1;t=80001');
  });
});
