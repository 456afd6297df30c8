import { JOB_TIMINGS, type JobTimings, startWorker, type WakeableWorker } from '../job-worker.ts';
import type { Jobs } from '../store.ts';
import type { Environment } from './environment.ts';
import { openJobTable } from './job-table.ts';

/** The queue, and the end of all workers that were started on it here. */
export interface ClosableJobs extends Jobs {
  close(): Promise<void>;
}

export function openJobs(environment: Environment, timings: Partial<JobTimings> = {}): ClosableJobs {
  const table = openJobTable(environment);
  const workers = new Set<WakeableWorker>();
  return {
    async add(request) {
      await table.add(request);
      for (const worker of workers) worker.wake();
    },
    remove: (id) => table.withdraw(id),
    async work(handlers, places) {
      const worker = startWorker(table, handlers, places, { ...JOB_TIMINGS, ...timings });
      workers.add(worker);
      return {
        async close() {
          await worker.close();
          workers.delete(worker);
        },
      };
    },
    counts: async () => table.counts(),
    has: async (id) => table.has(id),
    async close() {
      await Promise.all(Array.from(workers, (worker) => worker.close()));
    },
  };
}
