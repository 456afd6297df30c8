import { Piscina } from 'piscina';
import type { GradeOutcome } from '../mcp/grade/run-mcp-scan.ts';
import type { McpTranscript } from '../mcp/session/gather.ts';
import type { OnCheckBug } from '../model/result.ts';
import type { McpJob, McpVerdict } from './mcp-worker.ts';
import { ENTRIES, newJobClock, runningForMs, threadOf } from './threads.ts';

/** 16 MiB of lists take three seconds on a busy machine; what takes this long is made to. */
const JOB_TIMEOUT_MS = 10_000;
const THREAD_HEAP_MB = 512;

/** A session that was cut off with less than this is not to blame. */
const FAIR_MS = 1_500;
/** How often it is looked whether a job has begun that is due. */
const LOOK_AGAIN_MS = 50;

export interface McpPool {
  /**
   * Grades one session off the main thread, which goes on serving meanwhile. The time of a job begins with the job, not
   * with the wait for a thread or with its start; a thread that took too long or too much memory is replaced.
   * @param leftMs until the caller's own deadline, the wait included
   */
  grade(transcript: McpTranscript, signal: AbortSignal, leftMs: number): Promise<GradeOutcome>;
  close(): Promise<void>;
}

export interface McpPoolOptions {
  /** Worker threads, begun with the first session and kept warm: a new one costs half a second. */
  readonly threads: number;
  readonly onBug: OnCheckBug;
  readonly timeoutMs?: number;
  readonly heapMb?: number;
  /** The folder of the threads' entries. */
  readonly entries?: URL;
}

export function createMcpPool({
  threads,
  onBug,
  timeoutMs = JOB_TIMEOUT_MS,
  heapMb = THREAD_HEAP_MB,
  entries = ENTRIES,
}: McpPoolOptions): McpPool {
  let started: Piscina<McpJob, McpVerdict> | undefined;
  const start = () =>
    new Piscina<McpJob, McpVerdict>({
      ...threadOf('mcp-worker', entries),
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
  const permits = createPermits(threads);
  return {
    async grade(transcript, signal, leftMs) {
      const endsAt = performance.now() + leftMs;
      const permit = await permits.take(leftMs, signal);
      if (permit === undefined) return 'overload';
      const clock = newJobClock();
      const job = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const endInTime = () => {
        const callersMs = endsAt - performance.now();
        const leftOfJobMs = timeoutMs - (runningForMs(clock) ?? 0);
        if (Math.min(callersMs, leftOfJobMs) <= 0) job.abort();
        else timer = setTimeout(endInTime, Math.min(callersMs, Math.max(leftOfJobMs, LOOK_AGAIN_MS)));
      };
      try {
        endInTime();
        started ??= start();
        const { grade, bugs } = await started.run(
          { transcript, clock },
          { signal: AbortSignal.any([signal, job.signal]) },
        );
        for (const { checkId, thrown } of bugs) onBug(checkId, thrown);
        return grade;
      } catch (thrown) {
        signal.throwIfAborted();
        if (isOutOfMemory(thrown)) return 'too-much';
        if (job.signal.aborted)
          return (runningForMs(clock) ?? 0) < Math.min(timeoutMs, FAIR_MS) ? 'overload' : 'too-much';
        throw thrown;
      } finally {
        clearTimeout(timer);
        permit();
      }
    },
    async close() {
      await started?.destroy();
    },
  };
}

const isOutOfMemory = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Places that are taken one after another, in the order in which they were asked for. */
interface Permits {
  /**
   * Answers a function that gives the place back; undefined when there was none within `waitMs`.
   * @throws the signal's reason when it aborts while waiting
   */
  take(waitMs: number, signal: AbortSignal): Promise<(() => void) | undefined>;
}

function createPermits(places: number): Permits {
  let free = places;
  const waiting = new Set<() => void>();
  const release = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take(waitMs, signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return Promise.resolve(release);
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(permit);
          clearTimeout(timer);
          signal.removeEventListener('abort', quit);
        };
        const permit = () => {
          leave();
          resolve(release);
        };
        const quit = () => {
          leave();
          reject(signal.reason);
        };
        const timer = setTimeout(
          () => {
            leave();
            resolve(undefined);
          },
          Math.max(0, waitMs),
        );
        waiting.add(permit);
        signal.addEventListener('abort', quit, { once: true });
      });
    },
  };
}
