/** The jobs that one worker runs, from their start to what becomes of them. */
import { setTimeout } from 'node:timers/promises';
import type { JobSource, JobTimings, TakenJob } from './job-source.ts';
import type { JobHandlers } from './store.ts';

/** A job that was taken and is under way. */
export interface RunningJob<Taken> {
  readonly taken: Taken;
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

interface RunningJobs<Taken> {
  readonly size: number;
  /** A suspect runs alone, or waits for the running jobs to end. */
  readonly isAlone: boolean;
  /** Those that make no room, in the order in which they began. */
  staying(): RunningJob<Taken>[];
  start(taken: Taken): void;
  /** Starts a suspect once the running jobs have ended. Until it has ended itself, nothing else is taken. */
  startAlone(taken: Taken): void;
  /** Breaks off a job so that another one, which is taken already, has its place. */
  evict(job: RunningJob<Taken>, reason: string): void;
  /** Breaks off the jobs whose lease was lost. */
  renewLeases(): Promise<void>;
  /** Breaks off all jobs and waits for their handlers, for a while. */
  stop(): Promise<void>;
  /** Hands back the jobs whose handlers have not come to an end. */
  handBackLeft(): Promise<void>;
}

/** @param onEnd called after the end of every job */
export function createRunningJobs<Taken extends TakenJob>(
  source: JobSource<Taken>,
  handlers: JobHandlers,
  timings: JobTimings,
  onEnd: () => void,
): RunningJobs<Taken> {
  const running = new Map<number, RunningJob<Taken>>();
  /** Fences of jobs that are making room: other jobs already have their places. */
  const leaving = new Set<number>();
  /** Of the suspect that runs alone, or waits for the running jobs to end. */
  let loneFence: number | undefined;

  async function perform(taken: Taken, signal: AbortSignal, ready?: Promise<unknown>): Promise<void> {
    const { job, fence, isExhausted } = taken;
    let failed = false;
    try {
      if (ready !== undefined) {
        await ready;
        signal.throwIfAborted();
      }
      if (isExhausted) await handlers.exhausted({ id: job.id, priority: job.priority, owner: job.owner });
      else await handlers.run(job, signal);
    } catch {
      failed = true;
    }
    // Not ours any more when the worker that closes has run out of patience.
    if (!running.has(fence)) return;
    try {
      if (!failed) await source.finish(taken);
      else if (signal.aborted) await source.handBack(taken);
      else await source.retry(taken, timings.retryMs);
    } catch (error) {
      // The lease runs out, and the job is taken over.
      warnOfStore(error);
    }
    running.delete(fence);
    leaving.delete(fence);
    if (loneFence === fence) loneFence = undefined;
    onEnd();
  }

  function start(taken: Taken, ready?: Promise<unknown>): void {
    const controller = new AbortController();
    // In the map first: a handler may settle before this function has come to its end.
    const settled = Promise.resolve().then(() => perform(taken, controller.signal, ready));
    running.set(taken.fence, { taken, controller, settled });
  }

  return {
    get size() {
      return running.size;
    },
    get isAlone() {
      return loneFence !== undefined;
    },
    staying: () => [...running.values()].filter(({ taken }) => !leaving.has(taken.fence)),
    start: (taken) => start(taken),
    startAlone(taken) {
      const others = [...running.values()];
      const drain = globalThis.setTimeout(() => {
        for (const { controller } of others) controller.abort(new Error('A job that may end the process runs alone.'));
      }, timings.drainMs);
      drain.unref();
      loneFence = taken.fence;
      start(
        taken,
        Promise.all(others.map(({ settled }) => settled)).finally(() => clearTimeout(drain)),
      );
    },
    evict({ taken: { fence }, controller }, reason) {
      if (running.has(fence)) leaving.add(fence);
      controller.abort(new Error(reason));
    },
    async renewLeases() {
      const lost = await source.renew(
        [...running.values()].map(({ taken }) => taken),
        timings.leaseMs,
      );
      for (const { fence } of lost) running.get(fence)?.controller.abort(new Error('The lease of this job was lost.'));
    },
    async stop() {
      for (const { controller } of running.values()) controller.abort(new Error('This worker closes.'));
      const settled = Promise.all([...running.values()].map((each) => each.settled));
      await Promise.race([settled, setTimeout(timings.closeMs, undefined, { ref: false })]);
    },
    async handBackLeft() {
      const left = [...running.values()];
      running.clear();
      // A store that is away gives the job to the next worker when the lease has run out.
      await Promise.all(left.map(({ taken }) => source.handBack(taken).catch(warnOfStore)));
    },
  };
}

/** Warns the operator that a step of a worker failed, which its next step makes up for. */
export function warnOfStore(error: unknown): void {
  process.emitWarning(`A worker could not reach the store: ${error instanceof Error ? error.message : 'no reason'}`);
}
