import { Piscina } from 'piscina';
import type { AccessibilityAudit } from '../model/page.ts';
import type { AuditSubject } from '../parse/html/audit-subject.ts';
import type { AccessibilityJob } from './page-job.ts';
import { PageTooHard } from './page-pool.ts';
import { ENTRIES, threadOf } from './threads.ts';

/** A page of the most elements that are allowed takes a few seconds; what takes this long is made to. */
const JOB_TIMEOUT_MS = 20_000;
const THREAD_HEAP_MB = 512;
/** jsdom keeps some of every window that it has closed. */
const JOBS_PER_THREAD = 50;
/** jsdom takes a second to load, so a service that is in use keeps its thread; one that is not gets the memory back. */
const IDLE_MS = 60_000;

export interface AccessibilityPool {
  /**
   * Audits one page off the main thread. A page that takes too long, too much memory or axe-core itself down is left
   * out, and its thread replaced. Rejects when `signal` is aborted, and only then.
   */
  audit(job: AccessibilityJob, signal: AbortSignal): Promise<AccessibilityAudit>;
  close(): Promise<void>;
}

export interface AccessibilityPoolOptions {
  /** Finds what axe-core has to judge of a page, so that a page without questions needs no thread. */
  readonly subjectOf: (job: AccessibilityJob, signal: AbortSignal) => Promise<AuditSubject>;
  /** Called with the error of a page that made axe-core throw; not for pages over the limits. */
  readonly onFailure?: (thrown: unknown) => void;
  readonly timeoutMs?: number;
  readonly heapMb?: number;
  readonly jobsPerThread?: number;
  /** The folder of the threads' entries. */
  readonly entries?: URL;
}

/**
 * One thread: started with the first page in question, stopped when there are no more, and replaced after `jobsPerThread` pages.
 */
export function createAccessibilityPool({
  subjectOf,
  onFailure = () => {},
  timeoutMs = JOB_TIMEOUT_MS,
  heapMb = THREAD_HEAP_MB,
  jobsPerThread = JOBS_PER_THREAD,
  entries = ENTRIES,
}: AccessibilityPoolOptions): AccessibilityPool {
  let current: Thread | undefined;
  let inFlight = 0;
  const ending = new Set<Promise<void>>();

  function end({ pool }: Thread): void {
    const ended = pool.destroy().finally(() => ending.delete(ended));
    ending.add(ended);
  }
  function threadForOneJob(): Thread {
    if (current !== undefined && current.jobs >= jobsPerThread) {
      if (current.open === 0) end(current);
      current = undefined;
    }
    current ??= { pool: poolOfOne(heapMb, entries), jobs: 0, open: 0 };
    current.jobs += 1;
    return current;
  }

  async function judge(html: string, signal: AbortSignal): Promise<AccessibilityAudit> {
    const thread = threadForOneJob();
    const controller = new AbortController();
    inFlight += 1;
    thread.open += 1;
    // Counted from when it is handed over; the pages before it may each take as long.
    const timer = setTimeout(() => controller.abort(), timeoutMs * inFlight);
    try {
      return await thread.pool.run(html, { signal: AbortSignal.any([signal, controller.signal]) });
    } catch (thrown) {
      signal.throwIfAborted();
      if (!controller.signal.aborted && !isOutOfMemory(thrown)) onFailure(thrown);
      return { kind: 'left-out', why: 'effort' };
    } finally {
      clearTimeout(timer);
      inFlight -= 1;
      thread.open -= 1;
      if (thread !== current && thread.open === 0) end(thread);
    }
  }
  return {
    async audit(job, signal) {
      signal.throwIfAborted();
      try {
        const subject = await subjectOf(job, signal);
        if (subject.kind === 'too-large') return { kind: 'left-out', why: 'size' };
        if (subject.kind === 'settled') return { kind: 'done', violations: subject.violations };
        return await judge(subject.html, signal);
      } catch (thrown) {
        signal.throwIfAborted();
        if (!(thrown instanceof PageTooHard)) onFailure(thrown);
        return { kind: 'left-out', why: 'effort' };
      }
    },
    async close() {
      if (current !== undefined) end(current);
      current = undefined;
      await Promise.all(ending);
    },
  };
}

/** A pool of one thread, what it was given in all, and what of that it has not answered. */
interface Thread {
  readonly pool: Piscina<string, AccessibilityAudit>;
  jobs: number;
  open: number;
}

const poolOfOne = (heapMb: number, entries: URL): Thread['pool'] =>
  new Piscina({
    ...threadOf('accessibility-worker', entries),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });

const isOutOfMemory = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
