import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Job, JobRequest } from '../../../src/store/store.ts';
import type { StoreUnderTest } from '../../support/store-drivers.ts';
import { eventually } from '../../support/store-wait.ts';
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

  it('lets owners take turns, so that 200 jobs of one do not starve another', async () => {
    const many = Array.from({ length: 200 }, (_, number) => job(`many-${number}`, 'many'));
    const order = await orderOf([...many, job('few-0', 'few'), job('few-1', 'few'), job('one', 'one')]);
    assert.deepEqual(order.slice(0, 5), ['many-0', 'few-0', 'one', 'many-1', 'few-1']);
    assert.deepEqual(
      order.filter((id) => id.startsWith('many')),
      many.map(({ id }) => id),
    );
  });

  it('keeps one place for others while an owner has more jobs than there are places', async () => {
    const { store, destroy } = await open();
    try {
      for (const id of ['slow-0', 'slow-1', 'slow-2']) await store.jobs.add(job(id, 'slow'));
      const gates = new Map<string, () => void>();
      const run = ({ id }: Job) => new Promise<void>((resolve) => void gates.set(id, resolve));
      await store.jobs.work({ run, exhausted: async () => {} }, { concurrency: 3 });
      await eventually('two of the three places are taken', () => gates.size === 2);
      await store.jobs.add(job('slow-3', 'slow', 0));
      await setTimeout(300);
      assert.deepEqual([...gates.keys()], ['slow-0', 'slow-1'], 'nobody has all three, whatever the priority');
      await store.jobs.add(job('quick', 'quick', 9));
      await eventually('somebody else is served at once', () => gates.has('quick'));
      assert.equal((await store.jobs.counts()).waiting, 2);
      gates.get('slow-0')?.();
      await eventually('a place of its own goes to the next in line', () => gates.has('slow-3'));
      for (const open of gates.values()) open();
      await eventually('the last one comes too', () => gates.has('slow-2'));
      gates.get('slow-2')?.();
      await eventually('all have run', async () => (await store.jobs.counts()).running === 0);
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
