import {
  JOB_TIMINGS,
  type JobFilter,
  type JobSource,
  type JobTimings,
  startWorker,
  type TakenJob,
  type WakeableWorker,
} from '../job-worker.ts';
import { type JobRequest, type Jobs, MAX_JOB_ATTEMPTS } from '../store.ts';
import { type Environment, LAST, type Table, textKey } from './environment.ts';

/** The queue, and the end of all workers that were started on it here. */
interface ClosableJobs extends Jobs {
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

export interface JobRow extends JobRequest {
  /** Where it stands among its owner's jobs; kept when it comes back. */
  readonly place: number;
  readonly attempts: number;
  readonly state: JobState;
}
type JobState =
  | { readonly is: 'waiting' }
  /** Waits for `until` (ms since the epoch) before it stands in line again. */
  | { readonly is: 'delayed'; readonly until: number }
  | { readonly is: 'running'; readonly until: number; readonly fence: number };
type Agenda = Table<[at: number, key: string], true>;

/** The jobs of all processes. Each step is one transaction. */
interface JobTable extends JobSource {
  add(request: JobRequest): Promise<void>;
  withdraw(id: string): Promise<void>;
  has(id: string): boolean;
  counts(): { waiting: number; running: number };
}

/** Jobs put back into line in one transaction; the rest follow with the next. */
const BATCH = 100;

function openJobTable(environment: Environment): JobTable {
  const jobs = environment.table<string, JobRow>('jobs');
  const lines = openJobLines(environment);
  const delays: Agenda = environment.table('job-delays');
  const leases: Agenda = environment.table('job-leases');

  const agendaOf = ({ is }: JobState) => (is === 'delayed' ? delays : leases);
  /** Inside a write: stores a job and enters it where jobs of its state stand. */
  const enter = (key: string, row: JobRow) => {
    jobs.put(key, row);
    if (row.state.is === 'waiting') lines.enter(key, row);
    else agendaOf(row.state).put([row.state.until, key], true);
  };
  const leave = (key: string, row: JobRow) => {
    if (row.state.is === 'waiting') lines.leave(row);
    else agendaOf(row.state).remove([row.state.until, key]);
  };
  const move = (key: string, row: JobRow, state: JobState) => {
    leave(key, row);
    enter(key, { ...row, state });
  };
  const forget = (key: string, row: JobRow) => {
    leave(key, row);
    jobs.remove(key);
  };

  const dueOf = (agenda: Agenda, limit: number) => [...agenda.keys({ end: [Date.now() + 1], limit })];
  /** Inside a write: puts back into line what waited long enough, and what its worker has left. */
  const collectDue = () => {
    for (const [, key] of [...dueOf(delays, BATCH), ...dueOf(leases, BATCH)]) {
      const row = jobs.get(key);
      if (row !== undefined) move(key, row, { is: 'waiting' });
    }
  };
  const isIdle = () => lines.size() === 0 && dueOf(delays, 1).length === 0 && dueOf(leases, 1).length === 0;

  /** One step of the holder of a lease; false, and nothing done, when it is not the holder any more. */
  const step = ({ job, fence }: TakenJob, action: (key: string, row: JobRow) => void): boolean => {
    const key = textKey(job.id);
    const row = jobs.get(key);
    if (row?.state.is !== 'running' || row.state.fence !== fence) return false;
    action(key, row);
    return true;
  };
  const writeStep = async (taken: TakenJob, action: (key: string, row: JobRow) => void) => {
    await environment.write(() => step(taken, action));
  };

  return {
    add: ({ id, priority, owner }) =>
      environment.write(() => {
        const key = textKey(id);
        if (jobs.get(key) !== undefined) return;
        enter(key, { id, priority, owner, place: environment.nextNumber(), attempts: 0, state: { is: 'waiting' } });
      }),
    withdraw: (id) =>
      environment.write(() => {
        const key = textKey(id);
        const row = jobs.get(key);
        if (row !== undefined && row.state.is !== 'running') forget(key, row);
      }),
    async take(leaseMs, filter) {
      if (isIdle()) return undefined;
      return environment.write(() => {
        collectDue();
        const key = lines.next(filter);
        const row = key === undefined ? undefined : jobs.get(key);
        if (key === undefined || row === undefined) return undefined;
        const { id, priority, owner } = row;
        const isExhausted = row.attempts >= MAX_JOB_ATTEMPTS;
        const attempts = isExhausted ? row.attempts : row.attempts + 1;
        const fence = environment.nextNumber();
        enter(key, { ...row, attempts, state: { is: 'running', until: Date.now() + leaseMs, fence } });
        return { job: { id, priority, owner, attempt: attempts }, fence, isExhausted };
      });
    },
    renew: (taken, leaseMs) =>
      environment.write(() => {
        const until = Date.now() + leaseMs;
        return taken.filter(
          (each) => !step(each, (key, row) => move(key, row, { is: 'running', until, fence: each.fence })),
        );
      }),
    finish: (taken) => writeStep(taken, forget),
    retry: (taken, delayMs) =>
      writeStep(taken, (key, row) => move(key, row, { is: 'delayed', until: Date.now() + delayMs })),
    handBack: (taken) =>
      writeStep(taken, (key, row) => {
        const attempts = taken.isExhausted ? row.attempts : row.attempts - 1;
        move(key, { ...row, attempts }, { is: 'waiting' });
      }),
    has: (id) => jobs.get(textKey(id)) !== undefined,
    counts: () => ({ waiting: lines.size() + delays.size(), running: leases.size() }),
  };
}

type Place = Pick<JobRequest, 'priority' | 'owner'> & {
  /** Lower came first. */
  readonly place: number;
};

/** Who is next. Within a priority every owner has a line of jobs, and the owners stand in a ring. */
interface JobLines {
  /** Inside a write: puts a job into its owner's line, and an owner without a line at the end of the ring. */
  enter(id: string, place: Place): void;
  /** Inside a write: takes one job out of its line. */
  leave(place: Place): void;
  /**
   * Inside a write: takes out the job whose turn it is; its owner goes to the end of the ring.
   * Whoever the filter passes over keeps the place in the ring.
   */
  next(filter: JobFilter): string | undefined;
  size(): number;
}

function openJobLines(environment: Environment): JobLines {
  const lines = environment.table<[priority: number, owner: string, place: number], string>('job-lines');
  const ring = environment.table<[priority: number, turn: number], string>('job-ring');
  const turns = environment.table<[priority: number, owner: string], number>('job-turns');

  const firstOf = (priority: number, owner: string) => {
    const [first] = lines.entries({ start: [priority, owner], end: [priority, owner, LAST], limit: 1 });
    return first;
  };
  const joinRing = (priority: number, owner: string) => {
    const turn = environment.nextNumber();
    ring.put([priority, turn], owner);
    turns.put([priority, owner], turn);
  };
  const leaveRing = (priority: number, owner: string) => {
    const turn = turns.get([priority, owner]);
    if (turn === undefined) return;
    ring.remove([priority, turn]);
    turns.remove([priority, owner]);
  };

  const headOf = ({ exceptOwner, upToPriority }: JobFilter) => {
    const passedOver = exceptOwner === undefined ? undefined : textKey(exceptOwner);
    for (const entry of ring.entries(upToPriority === undefined ? {} : { end: [upToPriority, LAST] }))
      if (entry.value !== passedOver) return entry;
    return undefined;
  };

  return {
    enter(id, { priority, owner: name, place }) {
      const owner = textKey(name);
      lines.put([priority, owner, place], id);
      if (turns.get([priority, owner]) === undefined) joinRing(priority, owner);
    },
    leave({ priority, owner: name, place }) {
      const owner = textKey(name);
      lines.remove([priority, owner, place]);
      if (firstOf(priority, owner) === undefined) leaveRing(priority, owner);
    },
    next(filter) {
      const head = headOf(filter);
      if (head === undefined) return undefined;
      const { key, value: owner } = head;
      const [priority] = key;
      const first = firstOf(priority, owner);
      leaveRing(priority, owner);
      if (first === undefined) return undefined;
      lines.remove(first.key);
      if (firstOf(priority, owner) !== undefined) joinRing(priority, owner);
      return first.value;
    },
    size: () => lines.size(),
  };
}
