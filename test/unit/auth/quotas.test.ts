import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Caller, Plan } from '../../../src/auth/caller.ts';
import { type Budget, createQuotas, RateLimitedError } from '../../../src/auth/quotas.ts';
import type { DrawAnswer, Store, WindowLimit, WindowState } from '../../../src/store/store.ts';
import { openLmdbUnderTest } from '../../support/store-drivers.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const caller = (plan: Plan, keyPrefix = 'Ab3dE6gH'): Caller => ({ kind: 'key', accountId: 'acc_a', plan, keyPrefix });
const address: Caller = { kind: 'address', address: '203.0.113.7' };
const state = (max: number, remaining: number, windowMs = MINUTE, resetMs = 1000): WindowState => ({
  max,
  remaining,
  windowMs,
  resetMs,
});

/** Quotas over windows with prepared results that record their calls. */
function withWindows(answer?: DrawAnswer) {
  const asked: { subject: string; limits: readonly WindowLimit[] }[] = [];
  const draw: Store['windows']['draw'] = async (subject, limits) => {
    asked.push({ subject, limits });
    return (
      answer ?? { allowed: true, retryMs: 0, states: limits.map(({ max, windowMs }) => state(max, max - 1, windowMs)) }
    );
  };
  // Quotas use nothing of a store but its windows.
  return { asked, quotas: createQuotas({ windows: { draw, peek: draw } } as unknown as Store) };
}

describe('what a call draws on', () => {
  const limits: [Budget, Plan | 'address', [number, number][]][] = [
    [
      'start-scan',
      'pro',
      [
        [10, MINUTE],
        [200, DAY],
      ],
    ],
    [
      'start-scan',
      'team',
      [
        [60, MINUTE],
        [1200, DAY],
      ],
    ],
    ['read-scan', 'pro', [[120, MINUTE]]],
    ['read-scan', 'team', [[720, MINUTE]]],
    ['other', 'pro', [[600, MINUTE]]],
    ['other', 'team', [[3600, MINUTE]]],
    ['other', 'address', [[600, MINUTE]]],
    [
      'scan-mcp',
      'address',
      [
        [10, MINUTE],
        [100, DAY],
      ],
    ],
    ['ask', 'address', [[60, MINUTE]]],
    ['anonymous-scan', 'address', [[3, DAY]]],
    ['payment', 'address', [[60, MINUTE]]],
    ['failed-authentication', 'address', [[60, MINUTE]]],
    ['fair-use', 'address', [[1200, MINUTE]]],
  ];
  for (const [budget, who, expected] of limits) {
    it(`${budget} by ${who}: ${expected.map(([max, ms]) => `${max} in ${ms / 1000} s`).join(', ')}`, async () => {
      const { asked, quotas } = withWindows();
      await quotas.draw(who === 'address' ? address : caller(who), budget);
      assert.deepEqual(asked, [
        {
          subject: `${budget}:${who === 'address' ? 'address:203.0.113.7' : 'key:Ab3dE6gH'}`,
          limits: expected.map(([max, windowMs]) => ({ max, windowMs })),
        },
      ]);
    });
  }

  it('is reported to the caller that consumed it', async () => {
    const { quotas } = withWindows();
    assert.deepEqual(await quotas.draw(caller('pro'), 'read-scan'), [{ ...state(120, 119), name: 'read-scan-minute' }]);
  });
});

describe('a refusal', () => {
  const refuse = async (retryMs: number, ...states: WindowState[]): Promise<RateLimitedError> => {
    try {
      await withWindows({ allowed: false, retryMs, states }).quotas.draw(caller('pro'), 'start-scan');
    } catch (error) {
      assert.ok(error instanceof RateLimitedError);
      return error;
    }
    assert.fail('allowed');
  };
  for (const [retryMs, seconds] of [
    [0, 1],
    [1, 1],
    [1000, 1],
    [1001, 2],
    [59_999.5, 60],
    [86_400_000, 86_400],
  ] as const) {
    it(`says ${seconds} s for a wait of ${retryMs} ms`, async () => {
      const error = await refuse(retryMs, state(10, 0));
      assert.deepEqual([error.code, error.status, error.retryAfterSeconds], ['rate_limited', 429, seconds]);
      assert.match(error.message, new RegExp(`Try again in ${seconds} s\\.`));
    });
  }

  it('names the window that has to be waited for', async () => {
    const [minute, day] = [state(10, 0, MINUTE, 20_000), state(200, 0, DAY, 40_000_000)];
    assert.match((await refuse(20_000, minute, state(200, 7, DAY))).message, /at most 10 in a minute/);
    assert.match((await refuse(40_000_000, state(10, 7), day)).message, /at most 200 in a day/);
    assert.match((await refuse(40_000_000, minute, day)).message, /at most 200 in a day/);
    assert.deepEqual((await refuse(40_000_000, minute, day)).states, [
      { ...minute, name: 'start-scan-minute' },
      { ...day, name: 'start-scan-day' },
    ]);
  });
});

describe('on a store', () => {
  it('ten scans a minute start, the eleventh does not and costs nothing', async (t) => {
    const { store, destroy } = await openLmdbUnderTest();
    t.after(destroy);
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-01-01T00:00:00Z') });
    const quotas = createQuotas(store);
    const start = () => quotas.draw(caller('pro'), 'start-scan');
    for (let left = 9; left >= 0; left -= 1) {
      assert.deepEqual(
        (await start()).map(({ remaining }) => remaining),
        [left, 190 + left],
      );
      t.mock.timers.tick(100);
    }
    await assert.rejects(start(), (error) => error instanceof RateLimitedError && error.retryAfterSeconds === 59);
    await assert.rejects(start(), RateLimitedError);

    assert.equal((await quotas.draw(caller('pro', 'another0'), 'start-scan'))[0]?.remaining, 9, 'another key');
    assert.equal((await quotas.draw(caller('pro'), 'read-scan'))[0]?.remaining, 119, 'another budget');

    t.mock.timers.tick(MINUTE - 1000);
    assert.deepEqual(
      (await start()).map(({ remaining }) => remaining),
      [0, 189],
    );
  });
});
