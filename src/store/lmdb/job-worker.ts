import { setTimeout } from 'node:timers/promises';
import type { JobHandlers, JobWorker } from '../store.ts';
import type { JobTable, TakenJob } from './job-table.ts';

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
}
export const JOB_TIMINGS: JobTimings = {
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  pollMs: 1_000,
  retryMs: 1_000,
  closeMs: 10_000,
};

interface RunningJob {
  readonly taken: TakenJob;
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

/** A worker that can be told that there may be something to do. */
export interface WakeableWorker extends JobWorker {
  wake(): void;
}

export function startWorker(
  table: JobTable,
  handlers: JobHandlers,
  concurrency: number,
  timings: JobTimings,
): WakeableWorker {
  const running = new Map<number, RunningJob>();
  let renewedAt = performance.now();
  let turn: Promise<void> | undefined;
  let mustTurnAgain = false;
  let closed: Promise<void> | undefined;

  async function perform(taken: TakenJob, signal: AbortSignal): Promise<void> {
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
      if (!failed) await table.finish(taken);
      else if (signal.aborted) await table.handBack(taken);
      else await table.retry(taken, timings.retryMs);
    } catch (error) {
      // The lease runs out, and the job is taken over.
      warn(error);
    }
    running.delete(fence);
    wake();
  }

  function start(taken: TakenJob): void {
    const controller = new AbortController();
    // In the map first: a handler may settle before this function has come to its end.
    const settled = Promise.resolve().then(() => perform(taken, controller.signal));
    running.set(taken.fence, { taken, controller, settled });
  }

  async function renewLeases(): Promise<void> {
    renewedAt = performance.now();
    const lost = await table.renew(
      [...running.values()].map(({ taken }) => taken),
      timings.leaseMs,
    );
    for (const { fence } of lost) running.get(fence)?.controller.abort(new Error('The lease of this job was lost.'));
  }

  /** Whoever would hold every slot with one more: the last slot is for somebody else. */
  function ownerWithEnough(): string | undefined {
    if (concurrency === 1 || running.size < concurrency - 1) return undefined;
    const owners = new Set(Array.from(running.values(), ({ taken }) => taken.job.owner));
    return owners.size === 1 ? owners.values().next().value : undefined;
  }

  async function takeTurn(): Promise<void> {
    while (mustTurnAgain) {
      mustTurnAgain = false;
      // First of all: a process that was stopped for a while must not take its own jobs for abandoned ones.
      if (running.size > 0 && performance.now() - renewedAt >= timings.heartbeatMs) await renewLeases();
      while (closed === undefined && running.size < concurrency) {
        const taken = await table.take(timings.leaseMs, ownerWithEnough());
        if (taken === undefined) break;
        if (closed === undefined) start(taken);
        else await table.handBack(taken);
      }
    }
  }

  function wake(): void {
    mustTurnAgain = true;
    turn ??= takeTurn()
      .catch((error) => {
        mustTurnAgain = false;
        warn(error);
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
    await Promise.all(left.map(({ taken }) => table.handBack(taken)));
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
  process.emitWarning(`A worker could not write to the store: ${error instanceof Error ? error.message : 'no reason'}`);
}
