import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PermitRules, Permits } from '../../../../src/scanner/permits.ts';
import type { Store } from '../../../../src/store/store.ts';
import { openStoreAt, type StoreUnderTest } from '../../../support/store-drivers.ts';
import { eventually } from '../../../support/store-wait.ts';

/** Stores count whole milliseconds. */
const CLOCK_STEP_MS = 2;
const RULES: PermitRules = {
  limit: 4,
  gapMs: 0,
  leaseMs: 30_000,
  firstPauseMs: 150,
  maxPauseMs: 400,
  successesToRecover: 3,
};

/** Permits that several processes share; two stores on the same data simulate two processes. */
export function permitsSuite(open: () => Promise<StoreUnderTest>): void {
  describe('permits', () => {
    let opened: StoreUnderTest;
    let second: Store;
    let here: Permits;
    let there: Permits;
    beforeEach(async () => {
      opened = await open();
      second = await openStoreAt(opened.location);
      assert.ok(opened.store.permits && second.permits);
      here = opened.store.permits;
      there = second.permits;
    });
    afterEach(async () => {
      await second.close();
      await opened.destroy();
    });

    const take = async (permits: Permits, rules = RULES): Promise<string | undefined> => {
      const answer = await permits.take('a.test', rules);
      return answer.taken ? answer.permit : undefined;
    };
    const takeAll = async (permits: Permits, count: number, rules = RULES): Promise<string[]> => {
      const held: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const permit = await take(permits, rules);
        assert.ok(permit);
        held.push(permit);
      }
      return held;
    };
    const refusedFor = async (permits: Permits, rules = RULES): Promise<number> => {
      const answer = await permits.take('a.test', rules);
      return answer.taken ? 0 : answer.retryMs;
    };

    it('are as many as the limit, over both processes and for each place', async () => {
      await takeAll(here, 2);
      await takeAll(there, 2);
      assert.equal(await take(here), undefined);
      assert.equal(await take(there), undefined);
      assert.equal((await here.take('b.test', RULES)).taken, true);
    });

    it('are never more than the limit, however many ask at once', async () => {
      const asked = await Promise.all(Array.from({ length: 40 }, (_, at) => take(at % 2 === 0 ? here : there)));
      assert.equal(asked.filter((permit) => permit !== undefined).length, RULES.limit);
    });

    it('can be given back once', async () => {
      const [first = ''] = await takeAll(here, 4);
      await here.release('a.test', first, RULES);
      await here.release('a.test', first, RULES);
      await takeAll(here, 1);
      assert.equal(await take(here), undefined);
    });

    it('go to the process that holds fewer, once it has asked', async () => {
      const [first = '', second = '', third = ''] = await takeAll(here, 4);
      assert.equal(await take(there), undefined);
      await here.release('a.test', first, RULES);
      assert.equal(await take(here), undefined);
      assert.ok(await take(there));
      assert.equal(await take(there), undefined);
      await here.release('a.test', second, RULES);
      assert.equal(await take(here), undefined);
      assert.ok(await take(there));
      // Two each: a holder that releases one may acquire the next.
      assert.equal(await take(there), undefined);
      await here.release('a.test', third, RULES);
      assert.ok(await take(here));
    });

    it('are not kept for a process that asks no more', async () => {
      const [first = ''] = await takeAll(here, 4);
      assert.equal(await take(there), undefined);
      await here.release('a.test', first, RULES);
      assert.equal(await take(here), undefined);
      await eventually('they are given again', async () => (await take(here)) !== undefined, 5_000);
    });

    it('end with their lease', async () => {
      const brief = { ...RULES, leaseMs: 1_000 };
      for (let at = 0; at < 4; at += 1) assert.ok(await take(here, brief));
      assert.equal(await take(there), undefined);
      await eventually('the lease ends', async () => (await take(there)) !== undefined, 5_000);
    });

    it('last for as long as their lease is renewed, and come back when that is late', async () => {
      const brief = { ...RULES, limit: 1, leaseMs: 400 };
      const permit = (await take(here, brief)) ?? assert.fail('no permit');
      for (let at = 0; at < 4; at += 1) {
        await setTimeout(150);
        await here.renew('a.test', permit, brief);
        assert.equal(await take(there, brief), undefined);
      }
      await setTimeout(500);
      await here.renew('a.test', permit, brief);
      assert.equal(await take(there, brief), undefined, 'what it is for is still under way');
      await here.release('a.test', permit, brief);
      assert.ok(await take(there, brief));
    });

    it('keep their distance over both processes', async () => {
      const slow = { ...RULES, gapMs: 200 };
      assert.ok(await take(here, slow));
      const waitMs = await refusedFor(there, slow);
      assert.ok(waitMs > 100 && waitMs <= 200, String(waitMs));
      await setTimeout(waitMs + 20);
      assert.ok(await take(there, slow));
    });

    it('stop for the time that is asked for, at most for the longest', async () => {
      const startedAt = performance.now();
      await here.penalise('a.test', 300, RULES);
      const waitMs = await refusedFor(there);
      // What passed meanwhile is more than half of it on a busy machine.
      const leastMs = 300 - (performance.now() - startedAt) - CLOCK_STEP_MS;
      assert.ok(waitMs >= leastMs && waitMs <= 300, String(waitMs));
      await here.penalise('a.test', 60_000, RULES);
      assert.ok((await refusedFor(there)) <= RULES.maxPauseMs);
    });

    it('stop longer with every pause, halve the limit, and recover', async () => {
      // A busy machine does all that belongs to one pause within it.
      const slow = { ...RULES, firstPauseMs: 1_500, maxPauseMs: 6_000 };
      await takeAll(here, 1, slow);
      await here.penalise('a.test', undefined, slow);
      // Part of the same burst.
      await there.penalise('a.test', undefined, slow);
      const first = await refusedFor(there, slow);
      assert.ok(first > 0 && first <= slow.firstPauseMs, String(first));
      await setTimeout(first + 20);
      const held = await takeAll(there, 1, slow);
      assert.equal(await take(there, slow), undefined, 'two of four are left, and one was held before');
      await there.penalise('a.test', undefined, slow);
      const next = await refusedFor(here, slow);
      assert.ok(next > slow.firstPauseMs && next <= 2 * slow.firstPauseMs, String(next));
      await setTimeout(next + 20);
      for (const permit of held) await there.release('a.test', permit, slow);
      assert.equal(await take(there, slow), undefined, 'what was under way is no success, and one is all that is left');
    });

    it('are all there again after enough successes in a row', async () => {
      await here.penalise('a.test', undefined, RULES);
      await setTimeout((await refusedFor(here)) + 20);
      for (let at = 0; at < RULES.successesToRecover; at += 1) {
        const permit = (await take(here)) ?? assert.fail('no permit');
        await here.release('a.test', permit, RULES);
      }
      await takeAll(here, 4);
    });
  });
}
