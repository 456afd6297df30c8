import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../../../src/errors.ts';
import { createHostThrottle } from '../../../../src/scanner/net/host-throttle.ts';
import { createSharedPlace } from '../../../../src/scanner/net/shared-permits.ts';
import type { Permits } from '../../../../src/scanner/permits.ts';
import { JOB_TIMINGS } from '../../../../src/store/job-source.ts';
import { eventually, makeGate } from '../../../support/store-wait.ts';
import { settle } from '../../../support/throttle-bench.ts';

/** Permits of which `free` are left; refuses with `refusal` while there is none. */
function countedPermits(free: number, refusal: () => { taken: false; retryMs: number }) {
  const asked: string[] = [];
  const penalties: (number | undefined)[] = [];
  const renewed: string[] = [];
  const leases = new Set<number>();
  let count = 0;
  const permits: Permits & { free: number } = {
    free,
    async take(host, { limit, gapMs, leaseMs }) {
      leases.add(leaseMs);
      asked.push(`${host} ${limit} ${gapMs}`);
      if (permits.free === 0) return refusal();
      permits.free -= 1;
      count += 1;
      return { taken: true, permit: `permit ${count}` };
    },
    async renew(_host, permit) {
      renewed.push(permit);
    },
    async release() {
      permits.free += 1;
    },
    async penalise(_host, retryAfterMs) {
      penalties.push(retryAfterMs);
    },
  };
  return { permits, asked, penalties, renewed, leases };
}
const RULES = { limit: 1, gapMs: 0, firstPauseMs: 1, maxPauseMs: 1, successesToRecover: 1 };
const full = () => ({ taken: false as const, retryMs: 1 });

describe('permits shared with other processes', () => {
  it('bound what this process does, in order of arrival, and come back whatever becomes of the work', async () => {
    const { permits } = countedPermits(1, full);
    const throttle = createHostThrottle({ concurrency: 8, sharedPermits: permits });
    const order: number[] = [];
    let running = 0;
    let peak = 0;
    const runs = Array.from({ length: 5 }, (_, at) =>
      throttle.run('a.test', async () => {
        order.push(at);
        running += 1;
        peak = Math.max(peak, running);
        await settle();
        running -= 1;
        if (at === 2) throw new Error('mine');
      }),
    );
    const ended = await Promise.allSettled(runs);
    assert.deepEqual(order, [0, 1, 2, 3, 4]);
    assert.equal(peak, 1);
    assert.deepEqual(
      ended.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.equal(permits.free, 1);
  });

  it('are asked for one at a time, by the rules of this process', async () => {
    const { permits, asked } = countedPermits(0, () => ({ taken: false, retryMs: 10_000 }));
    const throttle = createHostThrottle({ concurrency: 3, sharedPermits: permits });
    throttle.setCrawlDelay('a.test', 1);
    const abandon = new AbortController();
    const runs = [1, 2, 3].map(() => throttle.run('a.test', async () => {}, abandon.signal));
    await settle();
    assert.deepEqual(asked, ['a.test 3 1']);
    abandon.abort(new Error('over'));
    for (const run of runs) await assert.rejects(run, /over/);
  });

  it('let one that gives up go without holding up the next', async () => {
    const { permits } = countedPermits(0, full);
    const throttle = createHostThrottle({ concurrency: 8, sharedPermits: permits });
    const abandon = new AbortController();
    const first = throttle.run('a.test', async () => assert.fail('it was given up'), abandon.signal);
    const second = throttle.run('a.test', async () => 'ran');
    await settle();
    abandon.abort(new Error('over'));
    await assert.rejects(first, /over/);
    permits.free = 1;
    assert.equal(await second, 'ran');
    assert.equal(permits.free, 1);
  });

  it('are renewed for as long as they are held, and no longer', async () => {
    const { permits, renewed } = countedPermits(1, full);
    const place = createSharedPlace(permits, 'a.test');
    const release = await place.acquire({ ...RULES, leaseMs: 60 }, undefined);
    await eventually('it was renewed more than once', () => renewed.length > 2);
    release();
    const before = renewed.length;
    await delay(100);
    assert.equal(renewed.length, before);
    assert.equal(permits.free, 1);
  });

  it('of a process that died are free before its scans are taken up again', async () => {
    const { permits, leases } = countedPermits(1, full);
    await createHostThrottle({ concurrency: 1, sharedPermits: permits }).run('a.test', async () => {});
    for (const leaseMs of leases) assert.ok(leaseMs <= JOB_TIMINGS.leaseMs);
    assert.equal(leases.size, 1);
  });

  it('hear of every penalty', async () => {
    const { permits, penalties } = countedPermits(1, full);
    const throttle = createHostThrottle({ concurrency: 8, sharedPermits: permits });
    throttle.penalise('a.test', { retryAfterMs: 5_000 });
    throttle.penalise('a.test');
    assert.deepEqual(penalties, [5_000, undefined]);
  });

  it('are waited for while the store is unavailable', async () => {
    let isAway = true;
    const { permits, asked } = countedPermits(0, () => {
      if (isAway) throw new ServiceError('unavailable', 'away', { retryAfterSeconds: 1 });
      return full();
    });
    const throttle = createHostThrottle({ concurrency: 8, sharedPermits: permits });
    const { opened, open } = makeGate();
    const run = throttle.run('a.test', async () => open());
    await eventually('it was asked in vain', () => asked.length === 1);
    isAway = false;
    permits.free = 1;
    await Promise.all([run, opened]);
  });

  it('fail the run when the request is a bug', async () => {
    const { permits } = countedPermits(0, () => {
      throw new TypeError('a bug');
    });
    const throttle = createHostThrottle({ concurrency: 1, sharedPermits: permits });
    await assert.rejects(
      throttle.run('a.test', async () => {}),
      /a bug/,
    );
    await assert.rejects(
      throttle.run('a.test', async () => {}),
      /a bug/,
    );
    await eventually('the place is free again', () => throttle.hostCount === 1);
  });
});
