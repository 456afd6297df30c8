import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Job, JobHandlers, JobRequest, Jobs } from '../../../../src/store/store.ts';
import type { StoreUnderTest } from '../../../support/store-drivers.ts';
import { eventually, makeGate } from '../../../support/store-wait.ts';

const job = (id: string, owner = 'owner', priority = 1): JobRequest => ({ id, owner, priority });
const nothing = async () => {};

export function jobsSuite(open: () => Promise<StoreUnderTest>): void {
  let opened: StoreUnderTest | undefined;
  const jobsOf = (): Jobs => {
    if (opened === undefined) throw new Error('The store is not open yet.');
    return opened.store.jobs;
  };
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(() => opened?.destroy());

  it('runs queued and new jobs, with their payloads', async () => {
    const jobs = jobsOf();
    await jobs.add(job('waits', 'somebody', 3));
    assert.deepEqual(await jobs.counts(), { waiting: 1, running: 0 });
    const seen: Job[] = [];
    await jobs.work({ run: async (each) => void seen.push(each), exhausted: nothing }, { concurrency: 2 });
    await eventually('the first has run', () => seen.length === 1);
    await jobs.add(job('comes'));
    await eventually('the second has run', () => seen.length === 2);
    assert.deepEqual(seen, [
      { id: 'waits', owner: 'somebody', priority: 3, attempt: 1, run: 1 },
      { id: 'comes', owner: 'owner', priority: 1, attempt: 1, run: 1 },
    ]);
    await eventually('they are forgotten', async () => !(await jobs.has('waits')) && !(await jobs.has('comes')));
    assert.deepEqual(await jobs.counts(), { waiting: 0, running: 0 });
    await jobs.add(job('comes'));
    await eventually('a finished id can be added again', () => seen.length === 3);
  });

  it('keeps the queue of browser passes apart, under the same ids', async () => {
    const jobs = jobsOf();
    const browserJobs = opened?.store.browserJobs ?? assert.fail('the store is open');
    await jobs.add(job('both'));
    await browserJobs.add(job('both'));
    await browserJobs.add(job('alone'));
    await jobs.remove('alone');
    assert.deepEqual(
      [await jobs.counts(), await browserJobs.counts()],
      [
        { waiting: 1, running: 0 },
        { waiting: 2, running: 0 },
      ],
    );
    const seen: string[] = [];
    await browserJobs.work({ run: async ({ id }) => void seen.push(id), exhausted: nothing }, { concurrency: 1 });
    await eventually('both have run', async () => (await browserJobs.counts()).waiting === 0 && seen.length === 2);
    assert.deepEqual(seen, ['both', 'alone']);
    assert.deepEqual(await jobs.counts(), { waiting: 1, running: 0 });
  });

  it('adds an id once, while it waits and while it runs', async () => {
    const jobs = jobsOf();
    await Promise.all(Array.from({ length: 50 }, () => jobs.add(job('once'))));
    assert.deepEqual(await jobs.counts(), { waiting: 1, running: 0 });
    const gate = makeGate();
    let runs = 0;
    const run = async () => {
      runs += 1;
      await gate.opened;
    };
    await jobs.work({ run, exhausted: nothing }, { concurrency: 4 });
    await eventually('it runs', () => runs === 1);
    await jobs.add(job('once'));
    assert.deepEqual(await jobs.counts(), { waiting: 0, running: 1 });
    gate.open();
    await eventually('it is forgotten', async () => !(await jobs.has('once')));
    await setTimeout(50);
    assert.equal(runs, 1);
  });

  it('never runs more than its concurrency', async () => {
    const jobs = jobsOf();
    for (let number = 0; number < 12; number += 1) await jobs.add(job(`job-${number}`, `owner-${number % 2}`));
    let [running, most, done] = [0, 0, 0];
    const run = async () => {
      running += 1;
      most = Math.max(most, running);
      // However slowly they are taken: all places are in use at once.
      await eventually('every place is taken', () => most === 3);
      await setTimeout(15);
      running -= 1;
      done += 1;
    };
    await jobs.work({ run, exhausted: nothing }, { concurrency: 3 });
    await eventually('all have run', () => done === 12);
    assert.equal(most, 3);
  });

  it('tries a failing job as often as it may, then reports it, until that succeeds', async () => {
    const jobs = jobsOf();
    const attempts: number[] = [];
    const reports: JobRequest[] = [];
    const handlers: JobHandlers = {
      async run({ attempt }) {
        attempts.push(attempt);
        throw new Error('on purpose');
      },
      async exhausted(request) {
        reports.push(request);
        if (reports.length === 1) throw new Error('on purpose, too');
      },
    };
    await jobs.add(job('fails', 'unlucky', 4));
    await jobs.work(handlers, { concurrency: 2 });
    await eventually('it is forgotten', async () => !(await jobs.has('fails')));
    assert.deepEqual(attempts, [1, 2, 3]);
    assert.deepEqual(reports, [job('fails', 'unlucky', 4), job('fails', 'unlucky', 4)]);
    assert.deepEqual(await jobs.counts(), { waiting: 0, running: 0 });
  });

  it('survives a handler that throws instead of rejecting', async () => {
    const jobs = jobsOf();
    const attempts: number[] = [];
    const run = (each: Job): Promise<void> => {
      attempts.push(each.attempt);
      if (each.attempt === 1) throw new Error('on purpose');
      return nothing();
    };
    await jobs.add(job('throws'));
    await jobs.work({ run, exhausted: nothing }, { concurrency: 1 });
    await eventually('it is forgotten', async () => !(await jobs.has('throws')));
    assert.deepEqual(attempts, [1, 2]);
  });

  it('withdraws a job that waits and leaves a running one alone', async () => {
    const jobs = jobsOf();
    const gate = makeGate();
    const ran: string[] = [];
    const run = async ({ id }: Job) => {
      await gate.opened;
      ran.push(id);
    };
    await jobs.add(job('runs'));
    await jobs.work({ run, exhausted: nothing }, { concurrency: 1 });
    await eventually('it runs', async () => (await jobs.counts()).running === 1);
    await jobs.add(job('withdrawn'));
    await jobs.add(job('stays'));
    await jobs.remove('withdrawn');
    await jobs.remove('runs');
    await jobs.remove('never');
    assert.equal(await jobs.has('withdrawn'), false);
    assert.equal(await jobs.has('runs'), true);
    assert.deepEqual(await jobs.counts(), { waiting: 1, running: 1 });
    gate.open();
    await eventually('the others have run', () => ran.length === 2);
    assert.deepEqual(ran, ['runs', 'stays']);
  });

  it('hands back on close without counting the attempt', async () => {
    const jobs = jobsOf();
    const attempts: [string, number, number][] = [];
    const first = await jobs.work(
      {
        run({ attempt, run }, signal) {
          attempts.push(['first', attempt, run]);
          return new Promise((_, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        },
        exhausted: nothing,
      },
      { concurrency: 1 },
    );
    await jobs.add(job('handed-back'));
    await eventually('it runs', () => attempts.length === 1);
    await Promise.all([first.close(), first.close()]);
    assert.deepEqual(await jobs.counts(), { waiting: 1, running: 0 });
    await jobs.add(job('not-taken'));
    await setTimeout(250);
    assert.equal(attempts.length, 1);

    const run = async (each: Job) => void attempts.push(['second', each.attempt, each.run]);
    await jobs.work({ run, exhausted: nothing }, { concurrency: 1 });
    await eventually('both have run', () => attempts.length === 3);
    assert.deepEqual(attempts, [
      ['first', 1, 1],
      ['second', 1, 2],
      ['second', 1, 1],
    ]);
  });

  it('finishes a job whose handler resolves while the worker closes', async () => {
    const jobs = jobsOf();
    let hasBegun = false;
    const run = async (_: Job, signal: AbortSignal) => {
      hasBegun = true;
      while (!signal.aborted) await setTimeout(5);
      await setTimeout(100);
    };
    const worker = await jobs.work({ run, exhausted: nothing }, { concurrency: 1 });
    await jobs.add(job('finishes'));
    await eventually('it runs', () => hasBegun);
    await worker.close();
    assert.equal(await jobs.has('finishes'), false);
  });

  it('keeps jobs and attempts over a reopening', async () => {
    const jobs = jobsOf();
    await jobs.add(job('kept-2'));
    await jobs.add(job('kept-1', 'owner', 0));
    const again = (await opened?.reopen())?.jobs ?? jobs;
    assert.deepEqual(await again.counts(), { waiting: 2, running: 0 });
    const order: string[] = [];
    await again.work({ run: async ({ id }) => void order.push(id), exhausted: nothing }, { concurrency: 1 });
    await eventually('both have run', () => order.length === 2);
    assert.deepEqual(order, ['kept-1', 'kept-2']);
  });
}
