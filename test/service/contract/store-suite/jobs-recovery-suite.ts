import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Job, JobRequest, Store } from '../../../../src/store/store.ts';
import { LASTING_MS, type StoreUnderTest } from '../../../support/store-drivers.ts';
import { type StoreProcess, startStoreProcess } from '../../../support/store-process.ts';
import { eventually, makeGate } from '../../../support/store-wait.ts';

const TAKEOVER_MS = 60_000;
const job = (id: string): JobRequest => ({ id, owner: 'owner', priority: 1 });
const nothing = async () => {};

interface Bench {
  readonly store: Store;
  /** Starts another process; it is killed after the test at the latest. */
  start(task: string, argument?: string): StoreProcess;
}

type Open = (leaseMs?: number) => Promise<StoreUnderTest>;

/** A test with a bench; its processes are killed at its end. */
const testOn =
  (open: Open) =>
  (name: string, body: (bench: Bench) => Promise<void>, leaseMs?: number): void =>
    void it(name, async () => {
      const { store, location, destroy } = await open(leaseMs);
      const children: StoreProcess[] = [];
      const start = (task: string, argument?: string) => {
        const child = startStoreProcess(location, task, argument);
        children.push(child);
        return child;
      };
      try {
        await body({ store, start });
      } finally {
        await Promise.all(children.map((child) => child.kill()));
        await destroy();
      }
    });

/** One worker that is killed. */
export function jobsTakeoverSuite(open: Open): void {
  const test = testOn(open);
  describe('a job of a worker that dies', () => {
    test('is taken over, and its attempt counts', async ({ store, start }) => {
      await store.jobs.add(job('held'));
      const child = start('hold');
      assert.deepEqual([await child.line(), await child.line()].sort(), ['held 1', 'ready']);
      const runs: number[] = [];
      await work(store, async ({ attempt }) => void runs.push(attempt));
      await child.kill();
      assert.equal(await store.jobs.has('held'), true);
      await eventually('it is taken over', () => runs.length === 1, TAKEOVER_MS);
      assert.deepEqual(runs, [2]);
      await eventually('it is forgotten', async () => !(await store.jobs.has('held')));
    });
  });
}

/**
 * Jobs in this process and others, which are killed or suspended. They run concurrently, because most of the time is
 * waiting.
 */
export function jobsRecoverySuite(open: Open): void {
  const test = testOn(open);
  describe('jobs of workers that die', { concurrency: true }, () => {
    test(
      'runs 40 jobs exactly once between two workers',
      async ({ store, start }) => {
        const child = start('work');
        assert.equal(await child.line(), 'ready');
        const here: string[] = [];
        await work(store, async ({ id }) => {
          await setTimeout(5);
          here.push(id);
        });
        const ids = Array.from({ length: 40 }, (_, number) => `job-${number}`);
        await Promise.all(ids.map((id) => store.jobs.add(job(id))));
        await eventually('all are done', async () => {
          const { waiting, running } = await store.jobs.counts();
          return waiting + running === 0;
        });
        await child.kill();
        const there = await child.rest();
        assert.deepEqual([...here, ...there].sort(), ids.sort());
        assert.ok(here.length > 0);
      },
      LASTING_MS,
    );

    test('notices what another process has added', async ({ store, start }) => {
      const child = start('work');
      assert.equal(await child.line(), 'ready');
      await store.jobs.add(job('from-here'));
      assert.equal(await child.line(), 'from-here');
    });

    test('leaves a job alone that takes longer than a lease', async ({ store, start }) => {
      const runs: number[] = [];
      await store.jobs.add(job('slow'));
      await work(store, async ({ attempt }) => {
        runs.push(attempt);
        await setTimeout(4_500);
      });
      const child = start('work');
      assert.equal(await child.line(), 'ready');
      await eventually('it is forgotten', async () => !(await store.jobs.has('slow')));
      assert.deepEqual(runs, [1]);
      await child.kill();
      assert.deepEqual(await child.rest(), []);
    });

    test('reports a job as exhausted that killed every worker', async ({ store, start }) => {
      await store.jobs.add(job('deadly'));
      for (const attempt of [1, 2, 3]) {
        const child = start('hold');
        assert.deepEqual([await child.line(), await child.line()].sort(), [`deadly ${attempt}`, 'ready']);
        await child.kill();
      }
      const happened: string[] = [];
      const run = async ({ attempt }: Job) => void happened.push(`run ${attempt}`);
      const exhausted = async ({ id }: JobRequest) => void happened.push(`exhausted ${id}`);
      await store.jobs.work({ run, exhausted }, { concurrency: 1 });
      await eventually('it is forgotten', async () => !(await store.jobs.has('deadly')), TAKEOVER_MS);
      assert.deepEqual(happened, ['exhausted deadly']);
    });

    test('fails only the job that ends its worker, and finishes its neighbours without charging them', async ({
      store,
      start,
    }) => {
      const innocent = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `innocent-${name}`);
      for (const id of ['innocent-a', 'guilty', ...innocent.slice(1)]) await store.jobs.add(job(id));
      const lines: string[][] = [];
      while (!lines.flat().includes('exhausted guilty')) {
        assert.ok(lines.length < 6, `restarted too often: ${JSON.stringify(lines)}`);
        const child = start('crash');
        const said: string[] = [];
        lines.push(said);
        // Until it dies, or has nothing left to do.
        const ended = child.rest().then((rest) => said.push(...rest));
        await Promise.race([
          ended,
          eventually('the queue is empty', async () => !(await store.jobs.has('guilty')), TAKEOVER_MS),
        ]);
        if (!(await store.jobs.has('guilty'))) {
          await eventually('the rest is done', async () => isEmpty(store), TAKEOVER_MS);
          await child.kill();
        }
        await ended;
      }
      const all = lines.flat();
      assert.deepEqual(
        all.filter((line) => line.startsWith('end ')).sort(),
        innocent.map((id) => `end ${id}`),
      );
      assert.deepEqual(
        all.filter((line) => line.startsWith('begin innocent') && !line.endsWith(' 1')),
        [],
        'no neighbour is charged',
      );
      assert.deepEqual(
        all.filter((line) => line.startsWith('begin guilty')),
        ['begin guilty 1', 'begin guilty 1', 'begin guilty 2', 'begin guilty 3'],
        'the first time it had neighbours',
      );
      for (const said of lines.slice(1)) {
        const at = said.findIndex((line) => line.startsWith('begin guilty'));
        const begun = said.slice(0, Math.max(0, at)).filter((line) => line.startsWith('begin ')).length;
        const ended = said.slice(0, Math.max(0, at)).filter((line) => line.startsWith('end ')).length;
        assert.equal(begun, ended, 'it runs alone');
      }
    });

    test('waits for the running jobs, then hands them back, before a suspect runs alone', async ({ store, start }) => {
      await store.jobs.add(job('suspect'));
      const child = start('hold');
      assert.deepEqual([await child.line(), await child.line()].sort(), ['ready', 'suspect 1']);
      const events: string[] = [];
      const suspectRuns = makeGate();
      const run = async ({ id, attempt }: Job, signal: AbortSignal) => {
        events.push(`begin ${id} ${attempt}`);
        if (id === 'suspect') return suspectRuns.opened;
        if (events.filter((event) => event === `begin ${id} ${attempt}`).length > 1) return;
        await new Promise<void>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }).finally(() => events.push(`abort ${id}`));
      };
      await store.jobs.work({ run, exhausted: nothing }, { concurrency: 2 });
      await store.jobs.add(job('neighbour'));
      await eventually('another job runs', () => events.includes('begin neighbour 1'));
      await child.kill();
      await eventually('the suspect runs', () => events.includes('begin suspect 2'), TAKEOVER_MS);
      await store.jobs.add(job('later'));
      await setTimeout(300);
      assert.deepEqual(events, ['begin neighbour 1', 'abort neighbour', 'begin suspect 2']);
      suspectRuns.open();
      await eventually('the others run again', () => events.filter((event) => event.startsWith('begin')).length > 3);
      assert.deepEqual(events[3], 'begin neighbour 1');
    });

    test('fences off a worker that was suspended for longer than its lease', async ({ store, start }) => {
      const child = start('stall', '4000');
      assert.equal(await child.line(), 'ready');
      await store.jobs.add(job('stalled'));
      assert.equal(await child.line(), 'stalled');
      let runs = 0;
      const gate = makeGate();
      await work(store, () => {
        runs += 1;
        return gate.opened;
      });
      await eventually('it is taken over', () => runs === 1, TAKEOVER_MS);
      assert.equal(await child.line(), 'aborted');
      // The other worker has resolved by now and is free for the next job; this one is still ours.
      await store.jobs.add(job('next'));
      assert.equal(await child.line(), 'next');
      assert.equal(await store.jobs.has('stalled'), true);
      gate.open();
      await eventually('it is forgotten', async () => !(await store.jobs.has('stalled')));
      assert.equal(runs, 1);
    });
  });
}

async function isEmpty({ jobs }: Store): Promise<boolean> {
  const { waiting, running } = await jobs.counts();
  return waiting + running === 0;
}

async function work({ jobs }: Store, run: (job: Job) => Promise<void>): Promise<void> {
  await jobs.work({ run, exhausted: nothing }, { concurrency: 1 });
}
