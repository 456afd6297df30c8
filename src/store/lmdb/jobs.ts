import { randomUUID } from 'node:crypto';
import { JOB_TIMINGS, type JobSource, type JobTimings, type TakenJob } from '../job-source.ts';
import { startWorker, type WakeableWorker } from '../job-worker.ts';
import { type JobRequest, type Jobs, MAX_JOB_ATTEMPTS } from '../store.ts';
import { type Environment, textKey } from './environment.ts';
import { type JobRow, openJobRows, type RunningState } from './job-rows.ts';

/** The queue, and the end of all workers that were started on it here. */
interface ClosableJobs extends Jobs {
  close(): Promise<void>;
}

/** What the names of a queue's tables begin with. */
export const JOB_TABLES = { jobs: 'job', browserJobs: 'browser-job' } as const;

/** @param name one of `JOB_TABLES` */
export function openJobs(environment: Environment, name: string, timings: Partial<JobTimings> = {}): ClosableJobs {
  const table = openJobTable(environment, name);
  const workers = new Set<WakeableWorker>();
  return {
    async add(request) {
      await table.add(request);
      for (const worker of workers) worker.wake();
    },
    remove: (id) => table.withdraw(id),
    async work(handlers, places) {
      const worker = startWorker(table.sourceFor(randomUUID()), handlers, places, { ...JOB_TIMINGS, ...timings });
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

type Step = (key: string, row: JobRow, state: RunningState) => void;

/** The jobs of all processes. Each step is one transaction. */
interface JobTable {
  /** Jobs for one worker, whose name no other worker has. */
  sourceFor(worker: string): JobSource;
  add(request: JobRequest): Promise<void>;
  withdraw(id: string): Promise<void>;
  has(id: string): boolean;
  counts(): { waiting: number; running: number };
}

function openJobTable(environment: Environment, name: string): JobTable {
  const rows = openJobRows(environment, name);

  /** One step of the holder of a lease; false, and nothing done, when it is not the holder any more. */
  const step = ({ job, fence }: TakenJob, action: Step): boolean => {
    const key = textKey(job.id);
    const row = rows.get(key);
    if (row?.state.is !== 'running' || row.state.fence !== fence) return false;
    action(key, row, row.state);
    return true;
  };
  const writeStep = async (taken: TakenJob, action: Step) => {
    await environment.write(() => step(taken, action));
  };

  return {
    add: ({ id, priority, owner }) =>
      environment.write(() => {
        const key = textKey(id);
        if (rows.get(key) !== undefined) return;
        rows.enter(key, {
          id,
          priority,
          owner,
          place: environment.nextNumber(),
          attempts: 0,
          state: { is: 'waiting' },
        });
      }),
    withdraw: (id) =>
      environment.write(() => {
        const key = textKey(id);
        const row = rows.get(key);
        if (row !== undefined && row.state.is !== 'running') rows.forget(key, row);
      }),
    sourceFor: (worker) => ({
      async take(leaseMs, filter) {
        if (rows.isIdle(filter)) return undefined;
        return environment.write(() => {
          rows.collectDue();
          const key = rows.next(filter);
          const row = key === undefined ? undefined : rows.get(key);
          if (key === undefined || row === undefined) return undefined;
          const { id, priority, owner } = row;
          const isExhausted = row.attempts >= MAX_JOB_ATTEMPTS;
          const attempts = isExhausted ? row.attempts : row.attempts + 1;
          const run = (row.runs ?? row.attempts) + 1;
          const fence = environment.nextNumber();
          const until = Date.now() + leaseMs;
          const state: RunningState = { is: 'running', until, fence, worker, isCounted: !isExhausted };
          rows.enter(key, { ...row, attempts, runs: run, state });
          return { job: { id, priority, owner, attempt: attempts, run }, fence, isExhausted };
        });
      },
      renew: (taken, leaseMs) =>
        environment.write(() => {
          const until = Date.now() + leaseMs;
          return taken.filter(
            (each) => !step(each, (key, row, state) => rows.move(key, row, { ...state, until, hadCompany: false })),
          );
        }),
      finish: (taken) => writeStep(taken, rows.forget),
      retry: (taken, delayMs) =>
        writeStep(taken, (key, row) => rows.move(key, row, { is: 'delayed', until: Date.now() + delayMs })),
      handBack: (taken) =>
        writeStep(taken, (key, row) => {
          const attempts = taken.isExhausted ? row.attempts : row.attempts - 1;
          rows.move(key, { ...row, attempts }, { is: 'waiting' });
        }),
    }),
    has: (id) => rows.get(textKey(id)) !== undefined,
    counts: () => rows.counts(),
  };
}
