/**
 * What the product asks of a store. Two drivers implement it (embedded LMDB, Redis) and one contract suite,
 * test/service/contract/store-*.test.ts, holds both to every sentence below.
 */
import type { Keyv } from 'keyv';
import type { Permits } from '../scanner/permits.ts';

/**
 * A collection of JSON documents by id. Not atomic: never build a counter or a lock on it. What fails rejects; nothing
 * is swallowed.
 */
export type Documents<Value> = Keyv<Value>;

type ClaimAnswer =
  /**
   * The caller holds the claim, and every later step must present `fence`. `firstFence` is the fence of the first in an
   * unbroken run of unfinished claims that expired before this one; it equals `fence` when there was none.
   */
  | { readonly won: true; readonly fence: number; readonly firstFence: number }
  /** Another caller holds it; `note` is the holder's text from its claim. */
  | { readonly won: false; readonly state: 'held'; readonly note: string; readonly leaseLeftMs: number }
  /** It was finished before, with this value. */
  | { readonly won: false; readonly state: 'finished'; readonly note: string; readonly value: unknown };

/**
 * Atomic set-if-absent with a fenced lease: of any number of parallel callers exactly one wins. An expired lease still
 * belongs to its holder until another caller takes it, and is lost from then on.
 */
export interface Claims {
  /** A lease that ran out unfinished can be taken by the next one, under a higher fence. */
  take(key: string, lease: { leaseMs: number; note: string }): Promise<ClaimAnswer>;
  /** Extends a lease that this caller still holds; false when the claim was lost, released or finished. */
  renew(key: string, fence: number, leaseMs: number): Promise<boolean>;
  /**
   * Stores the outcome (JSON) for `keepMs`; false, and nothing stored, when the lease was lost to another fence or the
   * claim was finished before.
   */
  finish(key: string, fence: number, value: unknown, keepMs: number): Promise<boolean>;
  /** Releases an unfinished claim; false when the claim was lost, released or finished. */
  release(key: string, fence: number): Promise<boolean>;
}

export interface WindowLimit {
  readonly windowMs: number;
  /** Draws allowed inside any span of `windowMs`. */
  readonly max: number;
}
export interface WindowState extends WindowLimit {
  /** Draws still possible now. */
  readonly remaining: number;
  /** Milliseconds until the oldest draw inside leaves the window; 0 when none is inside. */
  readonly resetMs: number;
}
export interface DrawAnswer {
  readonly allowed: boolean;
  /** 0 when allowed, else the exact wait after which the same draw succeeds. */
  readonly retryMs: number;
  /** One state per limit, in the order given, after this draw. */
  readonly states: readonly WindowState[];
}

/**
 * Exact sliding windows (a log of draws, not buckets). A refused draw costs nothing. A clock that is set back grants
 * nothing. Both reject with a RangeError for a limit without length, or of less than one draw.
 */
export interface Windows {
  /** Draws once on every limit of one subject, all or nothing. */
  draw(subject: string, limits: readonly WindowLimit[]): Promise<DrawAnswer>;
  /** Whether a draw would be allowed, without drawing; the states are those of now. */
  peek(subject: string, limits: readonly WindowLimit[]): Promise<DrawAnswer>;
}

export interface IndexEntry {
  readonly score: number;
  readonly member: string;
}

/** Named lists of members ordered by an integer score that is unique within a list. */
export interface Index {
  /**
   * Adds under the first free score at or above the wished one, and returns that score. A member is in a list once:
   * adding it again moves it. Rejects with a RangeError when the score is not an integer.
   */
  add(list: string, score: number, member: string): Promise<number>;
  remove(list: string, member: string): Promise<boolean>;
  /** Highest score first; only scores strictly below `below` when it is given. */
  newest(list: string, options: { limit: number; below?: number }): Promise<IndexEntry[]>;
  /** Lowest score first; only scores strictly below `below`: what a sweep walks through. */
  oldest(list: string, options: { limit: number; below?: number }): Promise<IndexEntry[]>;
  count(list: string): Promise<number>;
}

/** Named histograms in which each member counts once, under its latest bucket (an integer from 0 to 100). */
export interface Histogram {
  /** Rejects with a RangeError for a bucket outside 0 to 100. */
  set(name: string, member: string, bucket: number): Promise<void>;
  remove(name: string, member: string): Promise<void>;
  bucketOf(name: string, member: string): Promise<number | undefined>;
  /** 101 counts, by bucket. */
  counts(name: string): Promise<number[]>;
}

export interface JobRequest {
  /** Adding the same id twice adds it once. */
  readonly id: string;
  /** An integer from 0 to 31; lower runs first. The Redis driver clamps other values to this range. */
  readonly priority: number;
  /** Whose job it is: within one priority, owners take turns. */
  readonly owner: string;
}
export interface Job extends JobRequest {
  /** 1 for the first try, counted when a worker picks it up. */
  readonly attempt: number;
  /** Higher with every time a worker picks it up, also when the attempt is not counted in the end. */
  readonly run: number;
}
export interface JobWorker {
  /**
   * Takes no more jobs, aborts the running ones' signals and hands them back without counting the attempt. Waits up to
   * 10 s for their handlers.
   */
  close(): Promise<void>;
}
export interface JobHandlers {
  /**
   * Runs one job. Resolving finishes it. A rejection after `signal` was aborted returns the job to the queue; any other
   * gives it another attempt, until none is left. The queue logs no reasons, so the handler must. The signal is aborted
   * when the worker closes, when the job makes room for another one (another owner, a higher class or an exclusive
   * job), and when another worker took the job because this process was suspended.
   */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /**
   * Called once, instead of another attempt, when a job has used all of them; again when it rejects, or when its worker
   * dies meanwhile.
   */
  exhausted(job: JobRequest): Promise<void>;
}

export interface WorkerPlaces {
  readonly concurrency: number;
  /** Places over those, which jobs of this priority, or of a lower number, take first and others never. */
  readonly reserved?: { readonly places: number; readonly priority: number };
  /**
   * Jobs of this priority, or of a higher number, hold at most this many of the `concurrency` places. When all places
   * are taken and a job of a lower number waits, one of them is handed back at once, without counting the attempt.
   */
  readonly limited?: { readonly places: number; readonly fromPriority: number };
}

/**
 * A queue whose jobs survive their process: a job whose worker died is taken over by another worker within 60 s, at
 * most `MAX_JOB_ATTEMPTS` times in all. A job whose worker died once is a suspect: its next worker runs nothing else
 * meanwhile. A worker that dies with several jobs costs none of them an attempt, because any one may have ended it.
 */
export interface Jobs {
  add(job: JobRequest): Promise<void>;
  /** Withdraws a job that waits; a running one is left alone. */
  remove(id: string): Promise<void>;
  /**
   * Starts a worker that runs up to `concurrency` jobs at once. With more than one place, one owner's jobs hold all of
   * them only while no other owner has a job. Then the newest job returns to the queue without counting the attempt,
   * and for a while a place is kept for others.
   */
  work(handlers: JobHandlers, places: WorkerPlaces): Promise<JobWorker>;
  counts(): Promise<{ waiting: number; running: number }>;
  /** Whether the queue still knows the job: waiting, running or about to be taken over. */
  has(id: string): Promise<boolean>;
}
export const MAX_JOB_ATTEMPTS = 3;

/**
 * Fire-and-forget messages (JSON) to current listeners. The embedded store reaches the listeners of its own process
 * only. A listener that throws causes a warning of the process.
 */
export interface Channel {
  publish(topic: string, message: unknown): Promise<void>;
  /** Answers the function that ends the subscription. */
  subscribe(topic: string, listener: (message: unknown) => void): Promise<() => Promise<void>>;
}

/** A failed read or write that is temporary rejects with a ServiceError `unavailable`. */
export interface Store {
  documents<Value>(name: string): Documents<Value>;
  readonly claims: Claims;
  readonly windows: Windows;
  readonly index: Index;
  readonly histogram: Histogram;
  readonly jobs: Jobs;
  /** A queue of its own for browser passes, which may have workers of their own. */
  readonly browserJobs: Jobs;
  readonly channel: Channel;
  /** Undefined in the embedded store, on which one process scans and keeps its own permits. */
  readonly permits: Permits | undefined;
  /** Resolves when the store can be read and written; rejects with the reason otherwise. */
  ping(): Promise<void>;
  /**
   * Removes what has outlived its time (documents, claims, windows). Answers how many entries went; that is 0 when the
   * store lets go of each by itself, as Redis does.
   */
  sweep(): Promise<number>;
  close(): Promise<void>;
}

/** @throws RangeError for a limit without length, or of less than one draw */
export function assertLimits(limits: readonly WindowLimit[]): void {
  for (const { windowMs, max } of limits) {
    if (!(windowMs > 0) || !Number.isInteger(max) || max < 1) {
      throw new RangeError('A window needs a positive length and allows at least one draw.');
    }
  }
}

/** Buckets of a histogram: 0 to 100. */
export const BUCKETS = 101;

/** @throws RangeError unless it is an integer from 0 to 100 */
export function assertBucket(bucket: number): void {
  if (!Number.isInteger(bucket) || bucket < 0 || bucket >= BUCKETS) {
    throw new RangeError('A bucket is an integer from 0 to 100.');
  }
}

/** A store that must not be opened as it is: damaged, or written by a newer version. The message says what to do. */
export class UnusableStoreError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'UnusableStoreError';
  }
}

/**
 * Version of the data layout. Raise it by one with every change that older code would misread, and convert older data
 * at the start.
 */
export const STORE_FORMAT = 1;

/**
 * @param stored what the store holds as its format; undefined when it holds none, as all stores before 1 was written down
 * @throws UnusableStoreError for data that this code cannot read
 */
export function requireKnownFormat(stored: unknown): void {
  const format = stored === undefined ? STORE_FORMAT : Number(stored);
  if (Number.isInteger(format) && format >= 1 && format <= STORE_FORMAT) return;
  throw new UnusableStoreError(
    `The store has data of format ${JSON.stringify(stored)}, and this version reads format ${STORE_FORMAT}. ` +
      'Start the newer version that wrote them, or restore a backup from before the upgrade.',
  );
}
