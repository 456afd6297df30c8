import { randomUUID } from 'node:crypto';
import { JOB_TIMINGS, type JobFilter, type JobSource, type JobTimings, type TakenJob } from '../job-source.ts';
import { startWorker, type WakeableWorker } from '../job-worker.ts';
import { type JobRequest, type Jobs, MAX_JOB_ATTEMPTS } from '../store.ts';
import { type Environment, LAST, type Table, textKey } from './environment.ts';

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

export interface JobRow extends JobRequest {
  /** The position among the owner's jobs; kept when the job is queued again. */
  readonly place: number;
  readonly attempts: number;
  /** How often a worker took it, counted as an attempt or not; undefined in rows of older versions. */
  readonly runs?: number;
  /** A worker died while it had this job: it runs alone. */
  readonly isSuspect?: boolean;
  readonly state: JobState;
}
interface RunningState {
  readonly is: 'running';
  readonly until: number;
  readonly fence: number;
  /** Undefined in rows of older versions. */
  readonly worker?: string;
  /** Whether `attempts` went up when it was taken. */
  readonly isCounted?: boolean;
  /** Its worker died while it had other jobs. */
  readonly hadCompany?: boolean;
}
type JobState =
  | { readonly is: 'waiting' }
  /** Waits until `until` (ms since the epoch) before it is queued again. */
  | { readonly is: 'delayed'; readonly until: number }
  | RunningState;
type Step = (key: string, row: JobRow, state: RunningState) => void;
type Agenda = Table<[at: number, key: string], true>;

/** The jobs of all processes. Each step is one transaction. */
interface JobTable {
  /** Jobs for one worker, whose name no other worker has. */
  sourceFor(worker: string): JobSource;
  add(request: JobRequest): Promise<void>;
  withdraw(id: string): Promise<void>;
  has(id: string): boolean;
  counts(): { waiting: number; running: number };
}

/** Jobs put back into line in one transaction; the rest follow with the next. */
const BATCH = 100;

function openJobTable(environment: Environment, name: string): JobTable {
  const jobs = environment.table<string, JobRow>(`${name}s`);
  const lines = openJobLines(environment, name);
  const delays: Agenda = environment.table(`${name}-delays`);
  const leases: Agenda = environment.table(`${name}-leases`);
  /** Suspects that wait. */
  const suspects = environment.table<[priority: number, place: number], string>(`${name}-suspects`);

  const agendaOf = ({ is }: JobState) => (is === 'delayed' ? delays : leases);
  /** Inside a write: stores a job and enters it into the index of its state. */
  const enter = (key: string, row: JobRow) => {
    jobs.put(key, row);
    if (row.state.is === 'waiting' && row.isSuspect === true) suspects.put([row.priority, row.place], key);
    else if (row.state.is === 'waiting') lines.enter(key, row);
    else agendaOf(row.state).put([row.state.until, key], true);
  };
  const leave = (key: string, row: JobRow) => {
    if (row.state.is === 'waiting' && row.isSuspect === true) suspects.remove([row.priority, row.place]);
    else if (row.state.is === 'waiting') lines.leave(row);
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

  /** Inside a write: makes a suspect of a job whose worker died, and of the other jobs of that worker. */
  const suspect = (key: string, row: JobRow, { worker, isCounted, hadCompany }: RunningState) => {
    const others = [...leases.keys({})].flatMap(([, each]) => {
      const other = jobs.get(each);
      const isNeighbour = each !== key && other?.state.is === 'running' && other.state.worker === worker;
      return isNeighbour ? [{ each, other, state: { ...other.state, hadCompany: true } }] : [];
    });
    const mayBeInnocent = worker !== undefined && (hadCompany === true || others.length > 0);
    if (worker !== undefined) for (const { each, other, state } of others) jobs.put(each, { ...other, state });
    leave(key, row);
    const attempts = mayBeInnocent && isCounted === true ? row.attempts - 1 : row.attempts;
    enter(key, { ...row, attempts, isSuspect: true, state: { is: 'waiting' } });
  };
  const dueOf = (agenda: Agenda, limit: number) => [...agenda.keys({ end: [Date.now() + 1], limit })];
  /** Inside a write: queues jobs whose delay is over, and jobs whose worker died. */
  const collectDue = () => {
    for (const [, key] of [...dueOf(delays, BATCH), ...dueOf(leases, BATCH)]) {
      const row = jobs.get(key);
      if (row?.state.is === 'running') suspect(key, row, row.state);
      else if (row !== undefined) move(key, row, { is: 'waiting' });
    }
  };
  const next = (filter: JobFilter) => {
    if (filter.isSuspect !== true) return lines.next(filter);
    const [first] = suspects.entries({ limit: 1 });
    if (first !== undefined) suspects.remove(first.key);
    return first?.value;
  };
  const isIdle = ({ isSuspect }: JobFilter) => {
    const waiting = isSuspect === true ? suspects.size() : lines.size();
    return waiting === 0 && dueOf(delays, 1).length === 0 && dueOf(leases, 1).length === 0;
  };

  /** One step of the holder of a lease; false, and nothing done, when it is not the holder any more. */
  const step = ({ job, fence }: TakenJob, action: Step): boolean => {
    const key = textKey(job.id);
    const row = jobs.get(key);
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
        if (jobs.get(key) !== undefined) return;
        enter(key, { id, priority, owner, place: environment.nextNumber(), attempts: 0, state: { is: 'waiting' } });
      }),
    withdraw: (id) =>
      environment.write(() => {
        const key = textKey(id);
        const row = jobs.get(key);
        if (row !== undefined && row.state.is !== 'running') forget(key, row);
      }),
    sourceFor: (worker) => ({
      async take(leaseMs, filter) {
        if (isIdle(filter)) return undefined;
        return environment.write(() => {
          collectDue();
          const key = next(filter);
          const row = key === undefined ? undefined : jobs.get(key);
          if (key === undefined || row === undefined) return undefined;
          const { id, priority, owner } = row;
          const isExhausted = row.attempts >= MAX_JOB_ATTEMPTS;
          const attempts = isExhausted ? row.attempts : row.attempts + 1;
          const run = (row.runs ?? row.attempts) + 1;
          const fence = environment.nextNumber();
          const until = Date.now() + leaseMs;
          const state: RunningState = { is: 'running', until, fence, worker, isCounted: !isExhausted };
          enter(key, { ...row, attempts, runs: run, state });
          return { job: { id, priority, owner, attempt: attempts, run }, fence, isExhausted };
        });
      },
      renew: (taken, leaseMs) =>
        environment.write(() => {
          const until = Date.now() + leaseMs;
          return taken.filter(
            (each) => !step(each, (key, row, state) => move(key, row, { ...state, until, hadCompany: false })),
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
    }),
    has: (id) => jobs.get(textKey(id)) !== undefined,
    counts: () => ({ waiting: lines.size() + suspects.size() + delays.size(), running: leases.size() }),
  };
}

type Place = Pick<JobRequest, 'priority' | 'owner'> & {
  /** Lower came first. */
  readonly place: number;
};

/** The scheduling order. Within a priority every owner has a queue of jobs, and the owners form a ring. */
interface JobLines {
  /** Inside a write: puts a job into its owner's line, and an owner without a line at the end of the ring. */
  enter(id: string, place: Place): void;
  /** Inside a write: takes one job out of its line. */
  leave(place: Place): void;
  /**
   * Inside a write: removes the next job and moves its owner to the end of the ring. An owner that the filter skips
   * keeps its place.
   */
  next(filter: JobFilter): string | undefined;
  size(): number;
}

function openJobLines(environment: Environment, queue: string): JobLines {
  const lines = environment.table<[priority: number, owner: string, place: number], string>(`${queue}-lines`);
  const ring = environment.table<[priority: number, turn: number], string>(`${queue}-ring`);
  const turns = environment.table<[priority: number, owner: string], number>(`${queue}-turns`);

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
