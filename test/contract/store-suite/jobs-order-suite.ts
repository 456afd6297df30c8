import assert from 'node:assert/strict';
import { it } from 'node:test';
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

  it('keeps hard ids and owners apart', async () => {
    const requests = HARD_NAMES.map((name) => job(name, name));
    const order = await orderOf(requests);
    assert.deepEqual(order, HARD_NAMES);
  });
}
