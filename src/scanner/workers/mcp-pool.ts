import { Piscina } from 'piscina';
import type { McpTranscript } from '../mcp/gather-session.ts';
import type { McpGrade } from '../mcp/grade-session.ts';
import type { OnCheckBug } from '../run-checks.ts';
import type { McpVerdict } from './mcp-worker.ts';

/** 16 MiB of lists take three seconds on a busy machine; what takes this long is made to. */
const JOB_TIMEOUT_MS = 10_000;
const THREAD_HEAP_MB = 512;

export interface McpPool {
  /**
   * Grades one session off the main thread, which goes on serving meanwhile. Undefined when that took too long or too
   * much memory; its thread is replaced.
   */
  grade(transcript: McpTranscript, signal: AbortSignal): Promise<McpGrade | undefined>;
  close(): Promise<void>;
}

export interface McpPoolOptions {
  /** Worker threads, begun with the first session and kept warm: a new one costs half a second. */
  readonly threads: number;
  readonly onBug: OnCheckBug;
  readonly timeoutMs?: number;
  readonly heapMb?: number;
}

export function createMcpPool({
  threads,
  onBug,
  timeoutMs = JOB_TIMEOUT_MS,
  heapMb = THREAD_HEAP_MB,
}: McpPoolOptions): McpPool {
  let started: Piscina<McpTranscript, McpVerdict> | undefined;
  const start = () =>
    new Piscina<McpTranscript, McpVerdict>({
      filename: new URL('./mcp-worker.mjs', import.meta.url).href,
      minThreads: threads,
      maxThreads: threads,
      concurrentTasksPerWorker: 1,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
  return {
    async grade(transcript, signal) {
      started ??= start();
      const pool = started;
      const controller = new AbortController();
      // Counted from when it is handed over: a session that waits behind others is not to blame.
      const timer = setTimeout(() => controller.abort(), timeoutMs * (1 + pool.queueSize / threads));
      try {
        const { grade, bugs } = await pool.run(transcript, { signal: AbortSignal.any([signal, controller.signal]) });
        for (const { checkId, thrown } of bugs) onBug(checkId, thrown);
        return grade;
      } catch (thrown) {
        signal.throwIfAborted();
        if (controller.signal.aborted || isOutOfMemory(thrown)) return undefined;
        throw thrown;
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      await started?.destroy();
    },
  };
}

const isOutOfMemory = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
