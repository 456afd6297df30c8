import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Job, JobRequest } from '../../../../src/store/store.ts';
import { inWhole } from '../../../support/exhaustive.ts';
import type { StoreUnderTest } from '../../../support/store-drivers.ts';
import { eventually } from '../../../support/store-wait.ts';
import { HARD_NAMES } from './hard-names.ts';

const job = (id: string, owner = 'owner', priority = 1): JobRequest => ({ id, owner, priority });

export function jobsOrderSuite(open: () => Promise<StoreUnderTest>): void {
  /** Adds jobs to an empty queue, has one worker run them one by one, and answers the order. */
  const orderOf = async (requests: readonly JobRequest[]): Promise<string[]> => {
    const { store, destroy } = await open();
    try {
      for (const request of requests) await store.jobs.add(request);
      const order: string[] = [];
      const handlers = { run: async ({ id }: Job) => void order.push(id), exhausted: async () => {} };
      await store.jobs.work(handlers, { concurrency: 1 });
      await eventually('all have run', () => order.length === requests.length);
      return order;
    } finally {
      await destroy();
    }
  };

  it('runs the lower priority first, and keeps the order within an owner', async () => {
    const order = await orderOf([job('c', 'o', 9), job('a1', 'o', 2), job('b', 'o', 5), job('a2', 'o', 2)]);
    assert.deepEqual(order, ['a1', 'a2', 'b', 'c']);
  });

  inWhole(() =>
    it('lets owners take turns, so that 200 jobs of one do not starve another', async () => {
      const many = Array.from({ length: 200 }, (_, number) => job(`many-${number}`, 'many'));
      const order = await orderOf([...many, job('few-0', 'few'), job('few-1', 'few'), job('one', 'one')]);
      assert.deepEqual(order.slice(0, 5), ['many-0', 'few-0', 'one', 'many-1', 'few-1']);
      assert.deepEqual(
        order.filter((id) => id.startsWith('many')),
        many.map(({ id }) => id),
      );
    }),
  );

  inWhole(() =>
    it('lends every place to one owner until another owner comes, and then keeps one for others for a while', async () => {
      const { store, destroy } = await open();
      try {
        const begun: string[] = [];
        const open = new Map<string, () => void>();
        const run = ({ id, attempt }: Job, signal: AbortSignal) =>
          new Promise<void>((resolve, reject) => {
            begun.push(`${id} ${attempt}`);
            open.set(id, resolve);
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        for (const number of [0, 1, 2, 3]) await store.jobs.add(job(`slow-${number}`, 'slow'));
        await store.jobs.work({ run, exhausted: async () => {} }, { concurrency: 3 });
        await eventually('all three places are taken', () => begun.length === 3);

        await store.jobs.add(job('quick', 'quick', 9));
        await eventually('somebody else is served at once', () => begun.includes('quick 1'));
        await eventually('for the one begun last', async () => (await store.jobs.counts()).waiting === 2);
        assert.deepEqual(await store.jobs.counts(), { waiting: 2, running: 3 });
        open.get('quick')?.();
        await eventually('it has run', async () => (await store.jobs.counts()).running === 2);
        await setTimeout(300);
        assert.equal((await store.jobs.counts()).running, 2, 'the place is kept, for others may come');
        await store.jobs.add(job('other', 'other', 9));
        await eventually('another one need not break anything off', () => begun.includes('other 1'), 1_500);
        open.get('other')?.();

        await eventually('after a while it is lent again', () => begun.length === 6);
        assert.deepEqual(begun, ['slow-0 1', 'slow-1 1', 'slow-2 1', 'quick 1', 'other 1', 'slow-2 1']);
        open.get('slow-0')?.();
        await eventually('the last one comes too', () => begun.includes('slow-3 1'));
        for (const end of open.values()) end();
        await eventually('all have run', async () => {
          const { waiting, running } = await store.jobs.counts();
          return waiting + running === 0;
        });
      } finally {
        await destroy();
      }
    }),
  );

  inWhole(() =>
    it('finds the job of another owner behind thousands of one who holds every place, and newcomers at once', async () => {
      const { store, destroy } = await open();
      try {
        const begun: string[] = [];
        const open = new Map<string, () => void>();
        const run = ({ id }: Job, signal: AbortSignal) =>
          new Promise<void>((resolve, reject) => {
            begun.push(id);
            open.set(id, resolve);
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        await Promise.all(Array.from({ length: 2500 }, (_, number) => store.jobs.add(job(`many-${number}`, 'many'))));
        await store.jobs.work({ run, exhausted: async () => {} }, { concurrency: 2 });
        await eventually('both places are taken', () => begun.length === 2);
        await store.jobs.add(job('behind', 'behind', 9));
        await eventually('the one behind has a place', () => begun.includes('behind'), 10_000);
        open.get('behind')?.();
        for (const name of ['new-1', 'new-2']) {
          await store.jobs.add(job(name, name));
          await eventually(`${name} has a place`, () => begun.includes(name), 5_000);
          open.get(name)?.();
        }
      } finally {
        await destroy();
      }
    }),
  );

  it('keeps reserved places for those of their priority, which take them before the others', async () => {
    const { store, destroy } = await open();
    try {
      const gates = new Map<string, () => void>();
      const run = ({ id }: Job) => new Promise<void>((resolve) => void gates.set(id, resolve));
      const reserved = { places: 1, priority: 1 };
      await store.jobs.work({ run, exhausted: async () => {} }, { concurrency: 2, reserved });
      for (const id of ['a', 'b', 'c']) await store.jobs.add(job(id, `owner-${id}`, 2));
      await eventually('the places of everybody are taken', () => gates.size === 2);
      await setTimeout(300);
      assert.deepEqual([...gates.keys()], ['a', 'b'], 'and the reserved one is free');
      await store.jobs.add(job('urgent-1', 'payer-1', 1));
      await eventually('the reserved place is taken', () => gates.has('urgent-1'));
      await store.jobs.add(job('urgent-2', 'payer-2', 0));
      await setTimeout(300);
      assert.equal(gates.size, 3, 'there is one of them');
      gates.get('a')?.();
      await eventually('a place of everybody goes to the most urgent', () => gates.has('urgent-2'));
      assert.equal(gates.has('c'), false);
      gates.get('urgent-1')?.();
      await eventually('who ran in a place of everybody is in the reserved one now', () => gates.has('c'));
      for (const open of gates.values()) open();
      await eventually('all have run', async () => (await store.jobs.counts()).running === 0);
    } finally {
      await destroy();
    }
  });

  for (const concurrency of [1, 2, 4]) {
    it(`starts a job with a key before the next limited one, with ${concurrency} places`, async () => {
      const { store, destroy } = await open();
      try {
        const begun: string[] = [];
        const aborted: string[] = [];
        const gates = new Map<string, () => void>();
        const run = ({ id, attempt }: Job, signal: AbortSignal) =>
          new Promise<void>((resolve, reject) => {
            begun.push(`${id} ${attempt}`);
            gates.set(id, resolve);
            const abort = () => {
              aborted.push(id);
              reject(signal.reason);
            };
            signal.addEventListener('abort', abort, { once: true });
          });
        const limited = { places: Math.max(1, concurrency / 2), fromPriority: 20 };
        for (const number of [0, 1, 2, 3]) await store.jobs.add(job(`free-${number}`, `address-${number}`, 20));
        await store.jobs.work({ run, exhausted: async () => {} }, { concurrency, limited });
        await eventually('the limited places are taken', () => begun.length === limited.places);
        await setTimeout(300);
        assert.equal(begun.length, limited.places, 'and no others');

        const keyed = Array.from({ length: concurrency }, (_, number) => `keyed-${number}`);
        for (const id of keyed) await store.jobs.add(job(id, `owner-of-${id}`, 10));
        await eventually('every job with a key has begun', () => begun.length === limited.places + concurrency);
        assert.deepEqual(
          begun.slice(limited.places).sort(),
          keyed.map((id) => `${id} 1`),
          'before the next limited one',
        );
        assert.equal(aborted.length, limited.places, 'each limited one made room, and no other');
        await setTimeout(300);
        assert.deepEqual(await store.jobs.counts(), { waiting: 4, running: concurrency });
        gates.get('keyed-0')?.();
        await eventually('a limited one begins again', () => begun.length === limited.places + concurrency + 1);
        assert.match(begun.at(-1) ?? '', /^free-\d 1$/, 'which was not charged');
      } finally {
        await destroy();
      }
    });
  }

  it('interrupts no job with a key for a limited one, when any owner has all places', async () => {
    const { store, destroy } = await open();
    try {
      const begun: string[] = [];
      let abortedCount = 0;
      const run = ({ id }: Job, signal: AbortSignal) =>
        new Promise<void>((_, reject) => {
          begun.push(id);
          const abort = () => {
            abortedCount += 1;
            reject(signal.reason);
          };
          signal.addEventListener('abort', abort, { once: true });
        });
      const limited = { places: 1, fromPriority: 20 };
      for (const id of ['keyed-0', 'keyed-1']) await store.jobs.add(job(id, 'one', 10));
      await store.jobs.work({ run, exhausted: async () => {} }, { concurrency: 2, limited });
      await eventually('both run', () => begun.length === 2);
      await store.jobs.add(job('free', 'address', 20));
      await setTimeout(400);
      assert.deepEqual([begun.length, abortedCount], [2, 0]);
      await store.jobs.add(job('other', 'two', 10));
      await eventually('another owner is served', () => begun.includes('other'));
      assert.equal(abortedCount, 1);
    } finally {
      await destroy();
    }
  });

  it('keeps hard ids and owners apart', async () => {
    const requests = HARD_NAMES.map((name) => job(name, name));
    const order = await orderOf(requests);
    assert.deepEqual(order, HARD_NAMES);
  });
}
