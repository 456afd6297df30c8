import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createHostThrottle } from '../../../../src/scanner/net/host-throttle.ts';
import { settle, throttleBench } from '../../../support/throttle-bench.ts';

describe('concurrency', () => {
  it('is bounded per host, first come first served', async () => {
    const { begin, end, started } = throttleBench(2);
    for (const name of ['a', 'b', 'c', 'd']) void begin(name);
    void begin('other', { host: 'b.test' });
    await settle();
    assert.deepEqual(started, ['a', 'b', 'other']);
    await end('b');
    assert.deepEqual(started, ['a', 'b', 'other', 'c']);
    await end('a', 'c');
    assert.deepEqual(started, ['a', 'b', 'other', 'c', 'd']);
  });

  it('answers and rejects as the work does, and frees the place', async () => {
    const { throttle } = throttleBench(1);
    assert.equal(await throttle.run('a.test', async () => 7), 7);
    await assert.rejects(
      throttle.run('a.test', async () => Promise.reject(new Error('mine'))),
      /mine/,
    );
    await assert.rejects(
      throttle.run('a.test', () => {
        throw new Error('at once');
      }),
      /at once/,
    );
    assert.equal(await throttle.run('a.test', async () => 8), 8);
  });

  it('never exceeds its bound and runs everything, whatever the order of endings', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.nat(3), { maxLength: 30 }),
        async (limit, delays) => {
          const throttle = createHostThrottle({ concurrency: limit });
          let running = 0;
          let peak = 0;
          const order: number[] = [];
          await Promise.all(
            delays.map((ticks, index) =>
              throttle.run('a.test', async () => {
                order.push(index);
                running += 1;
                peak = Math.max(peak, running);
                for (let tick = 0; tick < ticks; tick += 1) await settle();
                running -= 1;
              }),
            ),
          );
          assert.ok(peak <= limit);
          assert.deepEqual(order, [...delays.keys()]);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe('abort', () => {
  it('takes a waiting run out of the queue', async () => {
    const { begin, end, started } = throttleBench(1);
    const controller = new AbortController();
    void begin('a');
    const gone = begin('gone', { signal: controller.signal });
    void begin('b');
    controller.abort(new Error('enough'));
    await assert.rejects(gone, /enough/);
    await end('a');
    assert.deepEqual(started, ['a', 'b']);
  });

  it('before the start, or between permit and start, runs nothing and holds no place', async () => {
    const { begin, started, throttle } = throttleBench(1);
    await assert.rejects(begin('a', { signal: AbortSignal.abort(new Error('enough')) }), /enough/);
    const controller = new AbortController();
    const pending = begin('b', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await assert.rejects(pending, /enough/);
    assert.deepEqual(started, []);
    assert.equal(await throttle.run('a.test', async () => 1), 1);
  });

  it('leaves a running one to itself, and is not listened for any more', async () => {
    const { begin, end } = throttleBench(1);
    const controller = new AbortController();
    const running = begin('a', { signal: controller.signal });
    await settle();
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    controller.abort(new Error('enough'));
    await end('a');
    assert.equal(await running, 'a');
  });

  it('of the last waiting run cancels the alarm', async () => {
    const { begin, throttle, clock } = throttleBench(1);
    const controller = new AbortController();
    throttle.penalise('a.test');
    const waiting = begin('a', { signal: controller.signal });
    assert.equal(clock.alarms, 1);
    controller.abort(new Error('enough'));
    await assert.rejects(waiting);
    assert.equal(clock.alarms, 0);
  });
});

describe('memory', () => {
  it('holds no host that was idle for a minute, and every one that was not', async () => {
    const { throttle, clock, begin, end } = throttleBench(1);
    const busy = begin('busy', { host: 'busy.test' });
    for (let count = 0; count < 100; count += 1) await throttle.run(`${count}.test`, async () => {});
    assert.equal(throttle.hostCount, 101);
    await clock.advance(60_001);
    await throttle.run('recent.test', async () => {});
    assert.equal(throttle.hostCount, 2);
    await end('busy');
    await busy;
    await clock.advance(30_000);
    await throttle.run('new.test', async () => {});
    assert.equal(throttle.hostCount, 3);
  });
});

describe('the system clock', () => {
  it('wakes waiting runs', async () => {
    const throttle = createHostThrottle({ concurrency: 1 });
    throttle.penalise('a.test', { retryAfterMs: 20 });
    const startedAt = performance.now();
    await throttle.run('a.test', async () => {});
    assert.ok(performance.now() - startedAt >= 19);
  });
});
