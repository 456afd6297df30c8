import type { JobFilter } from '../job-source.ts';
import type { JobRequest } from '../store.ts';
import type { Environment, Table } from './environment.ts';
import { openJobLines } from './job-lines.ts';

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
export interface RunningState {
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
type Agenda = Table<[at: number, key: string], true>;

/** The rows of a queue's jobs, each in the index of its state. What changes one is called inside a write. */
interface JobRows {
  get(key: string): JobRow | undefined;
  /** Stores a job and enters it into the index of its state. */
  enter(key: string, row: JobRow): void;
  move(key: string, row: JobRow, state: JobState): void;
  forget(key: string, row: JobRow): void;
  /** Queues jobs whose delay is over, and jobs whose worker died. */
  collectDue(): void;
  /** Takes the key of the next job that the filter lets pass off its index. */
  next(filter: JobFilter): string | undefined;
  /** Whether nothing waits, and nothing is due. */
  isIdle(filter: JobFilter): boolean;
  counts(): { waiting: number; running: number };
}

/** Jobs put back into line in one transaction; the rest follow with the next. */
const BATCH = 100;

export function openJobRows(environment: Environment, name: string): JobRows {
  const jobs = environment.table<string, JobRow>(`${name}s`);
  const lines = openJobLines(environment, name);
  const delays: Agenda = environment.table(`${name}-delays`);
  const leases: Agenda = environment.table(`${name}-leases`);
  /** Suspects that wait. */
  const suspects = environment.table<[priority: number, place: number], string>(`${name}-suspects`);

  const agendaOf = ({ is }: JobState) => (is === 'delayed' ? delays : leases);
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

  /** Makes a suspect of a job whose worker died, and of the other jobs of that worker. */
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

  return {
    get: (key) => jobs.get(key),
    enter,
    move,
    forget,
    collectDue,
    next,
    isIdle,
    counts: () => ({ waiting: lines.size() + suspects.size() + delays.size(), running: leases.size() }),
  };
}
