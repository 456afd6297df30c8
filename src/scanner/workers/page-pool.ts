import { Piscina } from 'piscina';
import type { AuditSubject } from '../parse/html/audit-subject.ts';
import type { AccessibilityJob, PageJob, PageVerdict } from './page-job.ts';
import { ENTRIES, threadOf } from './threads.ts';

/** No honest page takes a second; what takes this long is made to. */
const JOB_TIMEOUT_MS = 20_000;
/** The largest real pages need half of it. The limit keeps a hostile page from exhausting the process. */
const THREAD_HEAP_MB = 160;
/**
 * Twice what Node gives. The tree of a page lives until the page is judged, and each collection until then copies it;
 * with this much room few come in between, which saves about a sixth of a scan's CPU time.
 */
const YOUNG_HEAP_MB = 96;

export interface PagePool {
  /** Starts the threads, which load while the first page is on its way; else the first job does. */
  prepare(): void;
  /**
   * Parses and judges one page off the main thread.
   * @throws PageTooHard when the page took too long or too much memory; its thread is replaced
   */
  judge(job: PageJob, signal: AbortSignal): Promise<PageVerdict>;
  /** Finds what axe-core has to judge of a page. Throws as `judge`. */
  auditSubject(job: AccessibilityJob, signal: AbortSignal): Promise<AuditSubject>;
  close(): Promise<void>;
}

/** The message says what it was too much of, as the end of "Could not be measured: …". */
export class PageTooHard extends Error {}

export interface PagePoolOptions {
  /** Worker threads at most, kept warm: a new one costs 0.4 s. One starts at once, the others when pages wait. */
  readonly threads: number;
  /** Of one page. */
  readonly timeoutMs?: number;
  /** The folder of the threads' entries. */
  readonly entries?: URL;
}

export function createPagePool({ threads, timeoutMs = JOB_TIMEOUT_MS, entries = ENTRIES }: PagePoolOptions): PagePool {
  let started: { readonly pool: Piscina; readonly ready: Promise<unknown> } | undefined;
  const start = () => {
    const pool = new Piscina({
      ...threadOf('page-worker', entries),
      minThreads: 1,
      maxThreads: threads,
      idleTimeout: Infinity,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: THREAD_HEAP_MB, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    const ready: Promise<unknown> = pool.run(undefined, { name: 'isReady' });
    // Jobs await it too, and reject with it.
    ready.catch(() => {});
    return { pool, ready };
  };
  /** @param name of the worker's export that does the job */
  async function run<Result>(job: unknown, name: string, signal: AbortSignal): Promise<Result> {
    // The time of a job begins with the job: on a busy machine a thread takes seconds to load.
    started ??= start();
    const { pool, ready } = started;
    await ready;
    signal.throwIfAborted();
    const controller = new AbortController();
    // Counted from when it is handed over: a page that waits behind others is not to blame, hence the queue's share.
    const timer = setTimeout(() => controller.abort(), timeoutMs * (1 + pool.queueSize / threads));
    try {
      // The worker's exports answer these types.
      return (await pool.run(job, { name, signal: AbortSignal.any([signal, controller.signal]) })) as Result;
    } catch (cause) {
      signal.throwIfAborted();
      if (isOutOfMemory(cause)) throw new PageTooHard('the page takes more memory than we allow', { cause });
      if (controller.signal.aborted) throw new PageTooHard('the page took longer to parse than we allow', { cause });
      throw cause;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    prepare() {
      started ??= start();
    },
    judge: (job, signal) => run<PageVerdict>(job, 'default', signal),
    auditSubject: (job, signal) => run<AuditSubject>(job, 'subjectOf', signal),
    async close() {
      await started?.pool.destroy();
    },
  };
}

const isOutOfMemory = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
