import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { rememberRefusals } from '../../../src/auth/quotas.ts';
import type { DrawAnswer } from '../../../src/store/store.ts';
import { openLmdbUnderTest } from '../../support/store-drivers.ts';

const MINUTE = 60_000;
const LIMITS = [
  { windowMs: MINUTE, max: 2 },
  { windowMs: 10 * MINUTE, max: 3 },
];

/** Windows on a store, the number of its calls, and a clock that only the test moves. */
async function remembered(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 });
  const { store, destroy } = await openLmdbUnderTest();
  t.after(destroy);
  let asked = 0;
  const count = (ask: typeof store.windows.draw): typeof ask => {
    return (...args) => {
      asked += 1;
      return ask(...args);
    };
  };
  const windows = rememberRefusals({ draw: count(store.windows.draw), peek: count(store.windows.peek) });
  return {
    store,
    draw: (subject = 'a', limits = LIMITS) => windows.draw(subject, limits),
    peek: () => windows.peek('a', LIMITS),
    tick: (ms: number) => t.mock.timers.tick(ms),
    setTime: (ms: number) => t.mock.timers.setTime(ms),
    asked: () => asked,
  };
}

const seen = ({ allowed, retryMs, states }: DrawAnswer) => [
  allowed,
  retryMs,
  ...states.map(({ remaining, resetMs }) => [remaining, resetMs]),
];

describe('a refusal', () => {
  it('is remembered, with the time that is left, until a draw leaves a window', async (t) => {
    const { draw, peek, tick, asked, store } = await remembered(t);
    await draw();
    tick(10_000);
    await draw();
    assert.deepEqual(seen(await draw()), [false, 50_000, [0, 50_000], [1, 590_000]]);
    assert.equal(asked(), 3);
    tick(49_999);
    for (const answer of [await draw(), await peek()]) {
      assert.deepEqual(seen(answer), seen(await store.windows.peek('a', LIMITS)));
    }
    assert.equal(asked(), 3);
    tick(1);
    assert.equal((await draw()).allowed, true);
    assert.equal(asked(), 4);
  });

  it('is not outlived by an answer that would be another: when a draw leaves one of two spent windows', async (t) => {
    const { draw, tick, store } = await remembered(t);
    await draw();
    await draw();
    tick(MINUTE);
    await draw();
    tick(1000);
    assert.deepEqual(seen(await draw()), [false, 539_000, [1, 59_000], [0, 539_000]]);
    tick(59_000);
    assert.deepEqual(seen(await draw()), seen(await store.windows.peek('a', LIMITS)));
  });

  it('is of one subject and its limits', async (t) => {
    const { draw } = await remembered(t);
    for (let at = 0; at < 3; at += 1) await draw();
    assert.equal((await draw('b')).allowed, true);
    assert.equal((await draw('a', [{ windowMs: MINUTE, max: 5 }])).allowed, true);
  });

  it('is forgotten when the clock is set back', async (t) => {
    const { draw, setTime, asked } = await remembered(t);
    for (let at = 0; at < 3; at += 1) await draw();
    setTime(1_800_000_000_000 - MINUTE);
    await draw();
    assert.equal(asked(), 4);
  });

  it('is kept of the last 10,000 subjects only', async (t) => {
    t.mock.timers.enable({ apis: ['Date'] });
    const refused: DrawAnswer = { allowed: false, retryMs: 1000, states: [] };
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return refused;
    };
    const windows = rememberRefusals({ draw: ask, peek: ask });
    for (let at = 0; at <= 10_000; at += 1) await windows.draw(`${at}`, LIMITS);
    await windows.draw('1', LIMITS);
    assert.equal(asked, 10_001);
    await windows.draw('0', LIMITS);
    assert.equal(asked, 10_002);
  });
});
