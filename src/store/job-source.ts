/** Where a worker's jobs come from: each driver is one. */
import type { Job } from './store.ts';

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

/** Which jobs a worker has a place for. */
export interface JobFilter {
  /** Suspects only; without it, none of them. */
  readonly isSuspect?: boolean | undefined;
  /** Whose jobs are left where they are. */
  readonly exceptOwner?: string | undefined;
  /** Jobs of a higher number than this priority are left where they are. */
  readonly upToPriority?: number | undefined;
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
