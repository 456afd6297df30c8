import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { settle, throttleBench } from '../../../support/throttle-bench.ts';

describe('penalise', () => {
  /** Milliseconds until the next run starts. */
  async function pause({ begin, end, clock, started }: ReturnType<typeof throttleBench>): Promise<number> {
    const name = `probe ${started.length}`;
    void begin(name);
    await settle();
    let waited = 0;
    for (; started.at(-1) !== name; waited += 250) {
      assert.ok(waited < 240_000);
      await clock.advance(250);
    }
    await end(name);
    return waited;
  }

  it('pauses for Retry-After, at most 120 s', async () => {
    for (const [retryAfterMs, expected] of [
      [5000, 5000],
      [30_000, 30_000],
      [3_600_000, 120_000],
      [Number.POSITIVE_INFINITY, 120_000],
      [0, 0],
      [Number.NaN, 1000],
      [-1, 1000],
      [undefined, 1000],
    ] as const) {
      const subject = throttleBench(4);
      subject.throttle.penalise('a.test', { retryAfterMs });
      assert.equal(await pause(subject), expected, String(retryAfterMs));
    }
  });

  it('pauses twice as long each time, up to 120 s', async () => {
    const subject = throttleBench(4);
    const pauses: number[] = [];
    for (let count = 0; count < 9; count += 1) {
      subject.throttle.penalise('a.test');
      pauses.push(await pause(subject));
    }
    assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 120_000, 120_000]);
  });

  it('halves the concurrency until 20 runs in a row went well', async () => {
    const { throttle, clock, begin, end, started, succeed } = throttleBench(8);
    const fit = async (): Promise<number> => {
      const before = started.length;
      const names = Array.from({ length: 10 }, (_, index) => `${before + index}`);
      const runs = names.map((name) => begin(name));
      await settle();
      const count = started.length - before;
      throttle.penalise('a.test', { retryAfterMs: 0 });
      for (const _ of names) await end(...names);
      await Promise.all(runs);
      return count;
    };
    assert.equal(await fit(), 8);
    assert.equal(await fit(), 4);
    assert.equal(await fit(), 2);
    assert.equal(await fit(), 1);
    assert.equal(await fit(), 1);
    throttle.penalise('a.test', { retryAfterMs: 0 });
    await succeed(19);
    throttle.penalise('a.test', { retryAfterMs: 0 });
    await succeed(19);
    assert.equal(await fit(), 1);
    throttle.penalise('a.test', { retryAfterMs: 0 });
    await succeed(20);
    assert.equal(await fit(), 8);
    await clock.advance(0);
  });

  it('forgets the doubling after 20 runs in a row, too', async () => {
    const subject = throttleBench(4);
    for (let count = 0; count < 3; count += 1) {
      subject.throttle.penalise('a.test');
      await pause(subject);
    }
    await subject.succeed(20);
    subject.throttle.penalise('a.test');
    assert.equal(await pause(subject), 1000);
  });

  it('keeps a gap between starts that doubles with each pause, and halves after 20 runs in a row', async () => {
    const { throttle, begin, end, clock, started } = throttleBench(8);
    const gapAfter = async (penalties: number): Promise<number> => {
      for (let count = 0; count < penalties; count += 1) {
        throttle.penalise('a.test', { retryAfterMs: 10 });
        await clock.advance(10_000);
      }
      const before = started.length;
      const names = [`one ${before}`, `two ${before}`];
      const runs = names.map((name) => begin(name));
      await settle();
      let waited = 0;
      for (; started.length < before + 2 && waited < 10_000; waited += 50) {
        await end(names[0] ?? '');
        await clock.advance(50);
      }
      await end(...names);
      await Promise.all(runs);
      return waited;
    };
    assert.equal(await gapAfter(1), 100);
    assert.equal(await gapAfter(1), 200);
    assert.equal(await gapAfter(6), 2000);
  });

  it('counts a burst of refusals once, but takes its longest Retry-After', async () => {
    const subject = throttleBench(8);
    for (let count = 0; count < 8; count += 1) subject.throttle.penalise('a.test');
    subject.throttle.penalise('a.test', { retryAfterMs: 3000 });
    assert.equal(await pause(subject), 3000);
    for (let count = 0; count < 6; count += 1) void subject.begin(`after ${count}`);
    await subject.clock.advance(400);
    assert.equal(subject.started.filter((name) => name.startsWith('after')).length, 4);
    subject.throttle.penalise('a.test');
    await subject.end('after 0', 'after 1', 'after 2', 'after 3');
    await subject.clock.advance(1999);
    assert.equal(subject.started.filter((name) => name.startsWith('after')).length, 4);
    await subject.clock.advance(400);
    assert.equal(subject.started.filter((name) => name.startsWith('after')).length, 6);
  });

  it('does not count runs as successes that it interrupted', async () => {
    const { throttle, begin, end, succeed, started } = throttleBench(2);
    void begin('a');
    await settle();
    throttle.penalise('a.test', { retryAfterMs: 0 });
    await end('a');
    await succeed(19);
    for (const name of ['b', 'c']) void begin(name);
    await settle();
    assert.deepEqual(started, ['a', 'b']);
  });

  it('concerns one host', async () => {
    const { throttle, begin, started } = throttleBench(2);
    throttle.penalise('a.test');
    void begin('other', { host: 'b.test' });
    await settle();
    assert.deepEqual(started, ['other']);
  });
});

describe('setCrawlDelay', () => {
  for (const [delayMs, gap] of [
    [500, 500],
    [2000, 2000],
    [60_000, 2000],
    [Number.POSITIVE_INFINITY, 2000],
    [0, 0],
    [-5, 0],
    [Number.NaN, 0],
  ] as const) {
    it(`of ${delayMs} ms keeps ${gap} ms between starts`, async () => {
      const { throttle, begin, clock, started } = throttleBench(8);
      throttle.setCrawlDelay('a.test', delayMs);
      for (const name of ['a', 'b', 'c']) void begin(name);
      await settle();
      assert.equal(started.length, gap === 0 ? 3 : 1);
      if (gap === 0) return;
      await clock.advance(gap - 1);
      assert.equal(started.length, 1);
      await clock.advance(1);
      assert.equal(started.length, 2);
      await clock.advance(gap);
      assert.equal(started.length, 3);
    });
  }

  it('counts from the last start, also one before it was known', async () => {
    const { throttle, begin, clock, started } = throttleBench(8);
    void begin('a');
    await clock.advance(600);
    throttle.setCrawlDelay('a.test', 1000);
    void begin('b');
    await clock.advance(399);
    assert.deepEqual(started, ['a']);
    await clock.advance(1);
    assert.deepEqual(started, ['a', 'b']);
  });
});

describe('a gap of the operator', () => {
  for (const [what, crawlDelayMs, gap] of [
    ['holds without a crawl delay', undefined, 500],
    ['holds against a shorter crawl delay', 100, 500],
    ['gives way to a longer one', 900, 900],
  ] as const) {
    it(what, async () => {
      const { throttle, begin, clock, started } = throttleBench(8, 500);
      if (crawlDelayMs !== undefined) throttle.setCrawlDelay('a.test', crawlDelayMs);
      for (const name of ['a', 'b']) void begin(name);
      await settle();
      assert.deepEqual(started, ['a']);
      await clock.advance(gap - 1);
      assert.deepEqual(started, ['a']);
      await clock.advance(1);
      assert.deepEqual(started, ['a', 'b']);
    });
  }
});
