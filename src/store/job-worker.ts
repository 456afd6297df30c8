import { setTimeout } from 'node:timers/promises';
import type { Job, JobHandlers, JobWorker, WorkerPlaces } from './store.ts';

/** A job in a worker's hands. Every step on it does nothing once the lease has gone to somebody else. */
export interface TakenJob {
  readonly job: Job;
  /** Unlike that of every other job this worker has taken. */
  readonly fence: number;
  /** All attempts are used: it is to be reported as exhausted, not run. */
  readonly isExhausted: boolean;
}

/** Which jobs a worker has a place for. */
export interface JobFilter {
  /** Whose jobs are left where they are. */
  readonly exceptOwner?: string | undefined;
  /** Jobs of a higher number than this priority are left where they are. */
  readonly upToPriority?: number | undefined;
}

/** Where a worker's jobs come from, and what becomes of them. */
export interface JobSource<Taken extends TakenJob = TakenJob> {
  /** Takes the next job, counting an attempt unless it is exhausted; undefined when there is none. */
  take(leaseMs: number, filter: JobFilter): Promise<Taken | undefined>;
  /** Answers the jobs whose lease was lost. */
  renew(jobs: readonly Taken[], leaseMs: number): Promise<Taken[]>;
  finish(taken: Taken): Promise<void>;
  /** After an attempt that failed. */
  retry(taken: Taken, delayMs: number): Promise<void>;
  /** As if it had never been taken. */
  handBack(taken: Taken): Promise<void>;
}

/** All in milliseconds. */
export interface JobTimings {
  /** How long a silent worker keeps its jobs. */
  readonly leaseMs: number;
  /** How often a worker says that it is there. */
  readonly heartbeatMs: number;
  /** How soon jobs of other processes, and those whose worker is gone, are seen. */
  readonly pollMs: number;
  /** How long a job waits after an attempt that failed. */
  readonly retryMs: number;
  /** How long a worker that closes waits for its handlers. */
  readonly closeMs: number;
  /**
   * How long a worker that took its last place back from an owner lends it to none who has all the others: what was
   * broken off starts over, and is not to do so again and again.
   */
  readonly lendAgainMs: number;
}
export const JOB_TIMINGS: JobTimings = {
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  pollMs: 1_000,
  retryMs: 1_000,
  closeMs: 10_000,
  lendAgainMs: 600_000,
};

interface RunningJob<Taken> {
  readonly taken: Taken;
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

/** A worker that can be told that there may be something to do. */
export interface WakeableWorker extends JobWorker {
  wake(): void;
}

export function startWorker<Taken extends TakenJob>(
  source: JobSource<Taken>,
  handlers: JobHandlers,
  { concurrency, reserved = { places: 0, priority: 0 } }: WorkerPlaces,
  timings: JobTimings,
): WakeableWorker {
  const running = new Map<number, RunningJob<Taken>>();
  let renewedAt = performance.now();
  let lentAgainAt = 0;
  let turn: Promise<void> | undefined;
  let mustTurnAgain = false;
  let isFailing = false;
  let closed: Promise<void> | undefined;

  async function perform(taken: Taken, signal: AbortSignal): Promise<void> {
    const { job, fence, isExhausted } = taken;
    let failed = false;
    try {
      if (isExhausted) await handlers.exhausted({ id: job.id, priority: job.priority, owner: job.owner });
      else await handlers.run(job, signal);
    } catch {
      failed = true;
    }
    // Not ours any more when close() has run out of patience.
    if (!running.has(fence)) return;
    try {
      if (!failed) await source.finish(taken);
      else if (signal.aborted) await source.handBack(taken);
      else await source.retry(taken, timings.retryMs);
    } catch (error) {
      // The lease runs out, and the job is taken over.
      warn(error);
    }
    running.delete(fence);
    wake();
  }

  function start(taken: Taken): void {
    const controller = new AbortController();
    // In the map first: a handler may settle before this function has come to its end.
    const settled = Promise.resolve().then(() => perform(taken, controller.signal));
    running.set(taken.fence, { taken, controller, settled });
  }

  async function renewLeases(): Promise<void> {
    const askedAt = performance.now();
    const lost = await source.renew(
      [...running.values()].map(({ taken }) => taken),
      timings.leaseMs,
    );
    // Only now: until it succeeds it is tried with every poll, and nothing is taken.
    renewedAt = askedAt;
    for (const { fence } of lost) running.get(fence)?.controller.abort(new Error('The lease of this job was lost.'));
  }

  /** The running ones that take none of the reserved places. */
  function inCommon(): RunningJob<Taken>[] {
    const all = [...running.values()];
    const privileged = all.filter(({ taken }) => taken.job.priority <= reserved.priority).slice(0, reserved.places);
    return all.filter((each) => !privileged.includes(each));
  }

  /** What there is a place for; undefined when all are taken. */
  function vacancy(): JobFilter | undefined {
    const common = inCommon();
    const isLent = performance.now() >= lentAgainAt;
    if (common.length < concurrency) return { exceptOwner: isLent ? undefined : soleOwner(common, concurrency - 1) };
    return running.size - common.length < reserved.places ? { upToPriority: reserved.priority } : undefined;
  }

  /** Whose all of these are, when they take so many places. */
  function soleOwner(jobs: readonly RunningJob<Taken>[], places: number): string | undefined {
    if (concurrency === 1 || jobs.length < places) return undefined;
    const owners = new Set(jobs.map(({ taken }) => taken.job.owner));
    return owners.size === 1 ? owners.values().next().value : undefined;
  }

  /** Takes a job of somebody else although one owner has every place; a job of that owner makes room. */
  async function takePlaceBack(): Promise<void> {
    const common = inCommon();
    const owner = soleOwner(common, concurrency);
    if (owner === undefined || closed !== undefined) return;
    const taken = await source.take(timings.leaseMs, { exceptOwner: owner });
    if (taken === undefined) return;
    lentAgainAt = performance.now() + timings.lendAgainMs;
    // The least important one, and of those the one begun last, which has the least to lose.
    const [first] = common.reverse().sort((a, b) => b.taken.job.priority - a.taken.job.priority);
    first?.controller.abort(new Error('The place of this job is for another owner.'));
    if (closed === undefined) start(taken);
    else await source.handBack(taken);
  }

  async function takeTurn(): Promise<void> {
    while (mustTurnAgain) {
      mustTurnAgain = false;
      // First of all: a process that was stopped for a while must not take its own jobs for abandoned ones.
      if (running.size > 0 && performance.now() - renewedAt >= timings.heartbeatMs) await renewLeases();
      for (let filter = vacancy(); closed === undefined && filter !== undefined; filter = vacancy()) {
        const taken = await source.take(timings.leaseMs, filter);
        if (taken === undefined) break;
        if (closed === undefined) start(taken);
        else await source.handBack(taken);
      }
      await takePlaceBack();
    }
  }

  function wake(): void {
    mustTurnAgain = true;
    turn ??= takeTurn()
      .then(() => {
        isFailing = false;
      })
      .catch((error) => {
        mustTurnAgain = false;
        // Once, not with every poll of an hour in which the store is away.
        if (!isFailing) warn(error);
        isFailing = true;
      })
      .finally(() => {
        turn = undefined;
        if (mustTurnAgain) wake();
      });
  }

  async function close(): Promise<void> {
    await turn;
    for (const { controller } of running.values()) controller.abort(new Error('This worker closes.'));
    const settled = Promise.all([...running.values()].map((each) => each.settled));
    await Promise.race([settled, setTimeout(timings.closeMs, undefined, { ref: false })]);
    clearInterval(poll);
    await turn;
    const left = [...running.values()];
    running.clear();
    // A store that is away gives the job to the next worker when the lease has run out.
    await Promise.all(left.map(({ taken }) => source.handBack(taken).catch(warn)));
  }

  const poll = setInterval(wake, Math.min(timings.pollMs, timings.heartbeatMs));
  wake();
  return {
    wake,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

function warn(error: unknown): void {
  process.emitWarning(`A worker could not reach the store: ${error instanceof Error ? error.message : 'no reason'}`);
}
