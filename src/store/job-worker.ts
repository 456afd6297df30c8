/** Runs the jobs of a queue: when they are taken, and for which places. The same for both drivers. */
import { createJobPlaces, type Eviction } from './job-places.ts';
import type { JobFilter, JobSource, JobTimings, TakenJob } from './job-source.ts';
import { createRunningJobs, type RunningJob, warnOfStore } from './running-jobs.ts';
import type { JobHandlers, JobWorker, WorkerPlaces } from './store.ts';

/** A worker that can be notified of new jobs. */
export interface WakeableWorker extends JobWorker {
  wake(): void;
}

/** Takes jobs of the source and runs them until the worker is closed. */
export function startWorker<Taken extends TakenJob>(
  source: JobSource<Taken>,
  handlers: JobHandlers,
  workerPlaces: WorkerPlaces,
  timings: JobTimings,
): WakeableWorker {
  const places = createJobPlaces<RunningJob<Taken>>(workerPlaces);
  const running = createRunningJobs(source, handlers, timings, () => rounds.wake());
  let renewedAt = performance.now();
  let lentAgainAt = 0;
  let closed: Promise<void> | undefined;

  const isLent = () => performance.now() >= lentAgainAt;
  const vacancy = () => (running.isAlone ? undefined : places.vacancy(running.staying(), isLent()));

  /** A job that the filter lets pass; it is not run when the worker was closed meanwhile. */
  async function take(filter: JobFilter, start: (taken: Taken) => void): Promise<boolean> {
    const taken = await source.take(timings.leaseMs, filter);
    if (taken === undefined) return false;
    if (closed === undefined) start(taken);
    else await source.handBack(taken);
    return true;
  }

  /** Takes a suspect, if there is one. One without attempts left is only reported, which needs no isolation. */
  async function takeSuspect(): Promise<void> {
    if (closed !== undefined || running.isAlone) return;
    await take({ isSuspect: true }, (taken) => (taken.isExhausted ? running.start(taken) : running.startAlone(taken)));
  }

  /** Takes a job although every place is taken; the evicted job is handed back. False when no such job waits. */
  async function makeRoom(eviction: Eviction<RunningJob<Taken>> | undefined, reason: string): Promise<boolean> {
    if (eviction === undefined || closed !== undefined || running.isAlone) return false;
    const taken = await source.take(timings.leaseMs, eviction.filter);
    if (taken === undefined) return false;
    running.evict(eviction.evicted, reason);
    if (closed === undefined) running.start(taken);
    else await source.handBack(taken);
    return true;
  }

  async function renewLeases(): Promise<void> {
    const askedAt = performance.now();
    await running.renewLeases();
    // Only now: until it succeeds it is tried with every poll, and nothing is taken.
    renewedAt = askedAt;
  }

  const rounds = createRounds(async () => {
    // First of all: a process that was stopped for a while must not take its own jobs for abandoned ones.
    if (running.size > 0 && performance.now() - renewedAt >= timings.heartbeatMs) await renewLeases();
    await takeSuspect();
    for (let filter = vacancy(); closed === undefined && filter !== undefined; filter = vacancy()) {
      if (!(await take(filter, running.start))) break;
    }
    while (
      await makeRoom(places.evictLimited(running.staying(), isLent()), 'The place of this job is for one with a key.')
    );
    if (await makeRoom(places.evictOwner(running.staying()), 'The place of this job is for another owner.')) {
      lentAgainAt = performance.now() + timings.lendAgainMs;
    }
  });

  async function close(): Promise<void> {
    await rounds.ended();
    await running.stop();
    clearInterval(poll);
    await rounds.ended();
    await running.handBackLeft();
  }

  const poll = setInterval(rounds.wake, Math.min(timings.pollMs, timings.heartbeatMs));
  rounds.wake();
  return {
    wake: rounds.wake,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/** Runs rounds of work one after the other: a call during a round brings one more, however many there are. */
function createRounds(work: () => Promise<void>): { wake(): void; ended(): Promise<void> } {
  let round: Promise<void> | undefined;
  let mustRunAgain = false;
  let isFailing = false;

  async function runRounds(): Promise<void> {
    while (mustRunAgain) {
      mustRunAgain = false;
      await work();
    }
  }

  function wake(): void {
    mustRunAgain = true;
    round ??= runRounds()
      .then(() => {
        isFailing = false;
      })
      .catch((error) => {
        mustRunAgain = false;
        // Once, not with every poll of an hour in which the store is away.
        if (!isFailing) warnOfStore(error);
        isFailing = true;
      })
      .finally(() => {
        round = undefined;
        if (mustRunAgain) wake();
      });
  }
  return { wake, ended: async () => round };
}
