/** Runs the jobs of a queue: which jobs have a place, their leases, and their end. The same for both drivers. */
import { setTimeout } from 'node:timers/promises';
import type { Job, JobHandlers, JobRequest, JobWorker, WorkerPlaces } from './store.ts';

/** A job that a worker runs. Every step does nothing once another worker has its lease. */
export interface TakenJob {
  readonly job: Job;
  /** Unlike that of every other job this worker has taken. */
  readonly fence: number;
  /** All attempts are used: it is to be reported as exhausted, not run. */
  readonly isExhausted: boolean;
}

/** Where a worker's jobs come from, and what becomes of them. */
export interface JobSource<Taken extends TakenJob = TakenJob> {
  /**
   * Takes the next job, counting an attempt unless it is exhausted; undefined when there is none. An attempt is not
   * counted in the end when its worker died while it had other jobs: then each of them is a suspect.
   */
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
   * How long a worker lends no place to an owner who holds all others, after it took one back. It prevents the same job
   * from being interrupted again and again.
   */
  readonly lendAgainMs: number;
  /** How long a suspect, which runs alone, waits for the running jobs before they are handed back. */
  readonly drainMs: number;
}
export const JOB_TIMINGS: JobTimings = {
  leaseMs: 15_000,
  heartbeatMs: 5_000,
  pollMs: 1_000,
  retryMs: 1_000,
  closeMs: 10_000,
  lendAgainMs: 600_000,
  drainMs: 20_000,
};

interface RunningJob<Taken> {
  readonly taken: Taken;
  readonly controller: AbortController;
  readonly settled: Promise<void>;
}

/** A worker that can be notified of new jobs. */
export interface WakeableWorker extends JobWorker {
  wake(): void;
}

export function startWorker<Taken extends TakenJob>(
  source: JobSource<Taken>,
  handlers: JobHandlers,
  workerPlaces: WorkerPlaces,
  timings: JobTimings,
): WakeableWorker {
  const places = createJobPlaces<RunningJob<Taken>>(workerPlaces);
  const running = new Map<number, RunningJob<Taken>>();
  /** Fences of jobs that are making room: other jobs already have their places. */
  const leaving = new Set<number>();
  /** Of the suspect that runs alone, or waits for the running jobs to end. */
  let loneFence: number | undefined;
  let renewedAt = performance.now();
  let lentAgainAt = 0;
  let round: Promise<void> | undefined;
  let mustRunAgain = false;
  let isFailing = false;
  let closed: Promise<void> | undefined;

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
    leaving.delete(fence);
    if (loneFence === fence) loneFence = undefined;
    wake();
  }

  function start(taken: Taken, ready?: Promise<unknown>): void {
    const controller = new AbortController();
    // In the map first: a handler may settle before this function has come to its end.
    const settled = Promise.resolve().then(() => perform(taken, controller.signal, ready));
    running.set(taken.fence, { taken, controller, settled });
  }

  /** Starts a suspect once the running jobs have ended. Until it has ended itself, nothing else is taken. */
  function startAlone(taken: Taken): void {
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

  const staying = () => [...running.values()].filter(({ taken }) => !leaving.has(taken.fence));
  const isLent = () => performance.now() >= lentAgainAt;
  const vacancy = () => (loneFence === undefined ? places.vacancy(staying(), isLent()) : undefined);

  /** Takes a suspect, if there is one. One without attempts left is only reported, which needs no isolation. */
  async function takeSuspect(): Promise<void> {
    if (closed !== undefined || loneFence !== undefined) return;
    const taken = await source.take(timings.leaseMs, { isSuspect: true });
    if (taken === undefined) return;
    if (closed !== undefined) await source.handBack(taken);
    else if (taken.isExhausted) start(taken);
    else startAlone(taken);
  }

  /** Takes a job although every place is taken; the evicted job is handed back. False when no such job waits. */
  async function makeRoom(eviction: Eviction<RunningJob<Taken>> | undefined, reason: string): Promise<boolean> {
    if (eviction === undefined || closed !== undefined || loneFence !== undefined) return false;
    const taken = await source.take(timings.leaseMs, eviction.filter);
    if (taken === undefined) return false;
    const { evicted } = eviction;
    if (running.has(evicted.taken.fence)) leaving.add(evicted.taken.fence);
    evicted.controller.abort(new Error(reason));
    if (closed === undefined) start(taken);
    else await source.handBack(taken);
    return true;
  }

  async function runRound(): Promise<void> {
    while (mustRunAgain) {
      mustRunAgain = false;
      // First of all: a process that was stopped for a while must not take its own jobs for abandoned ones.
      if (running.size > 0 && performance.now() - renewedAt >= timings.heartbeatMs) await renewLeases();
      await takeSuspect();
      for (let filter = vacancy(); closed === undefined && filter !== undefined; filter = vacancy()) {
        const taken = await source.take(timings.leaseMs, filter);
        if (taken === undefined) break;
        if (closed === undefined) start(taken);
        else await source.handBack(taken);
      }
      while (await makeRoom(places.evictLimited(staying(), isLent()), 'The place of this job is for one with a key.'));
      if (await makeRoom(places.evictOwner(staying()), 'The place of this job is for another owner.')) {
        lentAgainAt = performance.now() + timings.lendAgainMs;
      }
    }
  }

  function wake(): void {
    mustRunAgain = true;
    round ??= runRound()
      .then(() => {
        isFailing = false;
      })
      .catch((error) => {
        mustRunAgain = false;
        // Once, not with every poll of an hour in which the store is away.
        if (!isFailing) warn(error);
        isFailing = true;
      })
      .finally(() => {
        round = undefined;
        if (mustRunAgain) wake();
      });
  }

  async function close(): Promise<void> {
    await round;
    for (const { controller } of running.values()) controller.abort(new Error('This worker closes.'));
    const settled = Promise.all([...running.values()].map((each) => each.settled));
    await Promise.race([settled, setTimeout(timings.closeMs, undefined, { ref: false })]);
    clearInterval(poll);
    await round;
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

/** Which jobs a worker has a place for. */
export interface JobFilter {
  /** Suspects only; without it, none of them. */
  readonly isSuspect?: boolean | undefined;
  /** Whose jobs are left where they are. */
  readonly exceptOwner?: string | undefined;
  /** Jobs of a higher number than this priority are left where they are. */
  readonly upToPriority?: number | undefined;
}

/** A running job that makes room, and the jobs it makes room for. */
interface Eviction<Running> {
  readonly evicted: Running;
  readonly filter: JobFilter;
}

/** Decides by the running jobs, in the order in which they began. */
interface JobPlaces<Running> {
  /** Undefined when all places are taken. */
  vacancy(running: readonly Running[], isLent: boolean): JobFilter | undefined;
  /** The limited job that makes room for a job of a higher class; undefined while there is none, or a free place. */
  evictLimited(running: readonly Running[], isLent: boolean): Eviction<Running> | undefined;
  /** The job of an owner who has every place that makes room for another owner; undefined when there is no such owner. */
  evictOwner(running: readonly Running[]): Eviction<Running> | undefined;
}

const NONE_RESERVED = { places: 0, priority: 0 };
const NONE_LIMITED = { places: Number.POSITIVE_INFINITY, fromPriority: Number.POSITIVE_INFINITY };

function createJobPlaces<Running extends { readonly taken: { readonly job: JobRequest } }>({
  concurrency,
  reserved = NONE_RESERVED,
  limited = NONE_LIMITED,
}: WorkerPlaces): JobPlaces<Running> {
  const priorityOf = ({ taken }: Running) => taken.job.priority;
  const isLimited = (each: Running) => priorityOf(each) >= limited.fromPriority;
  const unlimited = limited.fromPriority === Number.POSITIVE_INFINITY ? undefined : limited.fromPriority - 1;

  /** The running jobs that take none of the reserved places. */
  const inCommon = (running: readonly Running[]) => {
    const privileged = running.filter((each) => priorityOf(each) <= reserved.priority).slice(0, reserved.places);
    return running.filter((each) => !privileged.includes(each));
  };

  /** The owner of all of these jobs, when they take this many places. */
  const soleOwner = (jobs: readonly Running[], places: number): string | undefined => {
    if (concurrency === 1 || jobs.length < places) return undefined;
    const owners = new Set(jobs.map(({ taken }) => taken.job.owner));
    return owners.size === 1 ? owners.values().next().value : undefined;
  };

  return {
    vacancy(running, isLent) {
      const common = inCommon(running);
      if (common.length < concurrency) {
        return {
          exceptOwner: isLent ? undefined : soleOwner(common, concurrency - 1),
          upToPriority: running.filter(isLimited).length < limited.places ? undefined : unlimited,
        };
      }
      return running.length - common.length < reserved.places ? { upToPriority: reserved.priority } : undefined;
    },
    evictLimited(running, isLent) {
      const common = inCommon(running);
      const evicted = common.findLast(isLimited);
      if (common.length < concurrency || evicted === undefined) return undefined;
      const others = common.filter((each) => each !== evicted);
      const exceptOwner = isLent ? undefined : soleOwner(others, concurrency - 1);
      return { evicted, filter: { exceptOwner, upToPriority: unlimited } };
    },
    evictOwner(running) {
      const common = inCommon(running);
      const exceptOwner = soleOwner(common, concurrency);
      // The least important one, and of those the one begun last, which has the least to lose.
      const [evicted] = common.reverse().sort((a, b) => priorityOf(b) - priorityOf(a));
      if (exceptOwner === undefined || evicted === undefined) return undefined;
      // A job of a limited class never breaks off one of a higher class.
      return { evicted, filter: { exceptOwner, upToPriority: unlimited } };
    },
  };
}
