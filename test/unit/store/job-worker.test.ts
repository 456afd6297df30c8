/** The worker on a source of jobs that fails on request; its behaviour on the stores is in the store contract. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { JobSource, TakenJob } from '../../../src/store/job-source.ts';
import { startWorker } from '../../../src/store/job-worker.ts';
import { eventually } from '../../support/store-wait.ts';

const TIMINGS = {
  leaseMs: 3_000,
  heartbeatMs: 1_000,
  pollMs: 20,
  retryMs: 20,
  closeMs: 1_000,
  lendAgainMs: 1_000,
  drainMs: 200,
};
const taken: TakenJob = {
  job: { id: 'job', owner: 'owner', priority: 1, attempt: 1, run: 1 },
  fence: 1,
  isExhausted: false,
};

describe('a worker whose store is away when it is to renew its leases', () => {
  it('tries again at once, and takes nothing before that has succeeded', async () => {
    const steps: string[] = [];
    let isAway = false;
    const source: JobSource = {
      async take() {
        steps.push('take');
        return steps.length === 1 ? taken : undefined;
      },
      async renew() {
        steps.push(isAway ? 'renew in vain' : 'renew');
        if (isAway) throw new Error('on purpose');
        return [];
      },
      finish: async () => {},
      retry: async () => {},
      handBack: async () => {},
    };
    const run = (_: unknown, signal: AbortSignal) =>
      new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const worker = startWorker(source, { run, exhausted: async () => {} }, { concurrency: 2 }, TIMINGS);
    try {
      isAway = true;
      await eventually('it has tried', () => steps.includes('renew in vain'));
      const failed = steps.indexOf('renew in vain');
      await setTimeout(300);
      isAway = false;
      await eventually('it has renewed', () => steps.includes('renew'));
      const since = steps.slice(failed, steps.indexOf('renew'));
      assert.ok(since.length > 2, `tried ${since.length} times`);
      assert.deepEqual(new Set(since), new Set(['renew in vain']));
    } finally {
      await worker.close();
    }
  });
});
