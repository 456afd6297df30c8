/** Gives the hosts of a list to workers, politely, until each has one result. */
import { addressRange } from '../../scanner/net/address-range.ts';
import type { CensusHost } from './list.ts';
import { type CensusRow, unscannedRow } from './row.ts';

/** Takes hosts, several at once. */
export interface CensusWorker {
  /**
   * @throws WorkerLost when its process ended before the result came
   */
  scan(host: CensusHost): Promise<CensusRow>;
}

/** The process of a worker ended. The next call finds another. */
export class WorkerLost extends Error {}

export type HostAddresses =
  | { readonly addresses: readonly string[] }
  /** Why there are none, in trusted text. */
  | { readonly problem: string };

export interface CensusParts {
  readonly hosts: AsyncIterator<CensusHost>;
  readonly workers: readonly CensusWorker[];
  /** Hosts that one worker scans at once. */
  readonly atOnce: number;
  /** Hosts of one address range that are scanned at once, over all workers. */
  readonly perRange: number;
  /** Never rejects. */
  lookUp(host: CensusHost): Promise<HostAddresses>;
  /** Called once for each host; awaited before the place of the host is given on. */
  onResult(row: CensusRow): Promise<void>;
  readonly rubric: string;
  readonly signal: AbortSignal;
  now?(): Date;
}

interface Task {
  readonly host: CensusHost;
  readonly ranges: ReadonlySet<string>;
  /** Workers that ended over it. */
  losses: number;
}

/** Hosts that are looked up ahead of the workers, so that the next of another range is at hand. */
const AHEAD = 500;
const LOOKUPS_AT_ONCE = 50;
/** Further addresses of a host are the same network's, as a rule. */
const MOST_RANGES = 4;
/** A host that ends so many workers is not given to another. */
const MOST_LOSSES = 5;

/** @throws the reason of the signal when it aborts; hosts that have no result by then get none */
export async function runCensus(parts: CensusParts): Promise<void> {
  const { hosts, workers, atOnce, perRange, signal, now = () => new Date() } = parts;
  const waiting: Task[] = [];
  const inRange = new Map<string, number>();
  const busy = new Map<CensusWorker, number>(workers.map((worker) => [worker, 0]));
  /** Workers with a host that has ended one before: it is scanned alone, so that no other host pays for it. */
  const alone = new Set<CensusWorker>();
  let lookups = 0;
  let running = 0;
  let isListRead = false;
  let failure: unknown;
  let wake = () => {};

  const settle = (work: Promise<void>, after: () => void) =>
    void work
      .catch((error: unknown) => {
        failure ??= error;
      })
      .then(() => {
        after();
        wake();
      });

  function lookUp(host: CensusHost): void {
    lookups += 1;
    const work = async () => {
      const found = await parts.lookUp(host);
      if ('problem' in found)
        return parts.onResult(
          unscannedRow(host, 'unreachable', found.problem, { rubric: parts.rubric, endedAt: now().toISOString() }),
        );
      const ranges = new Set(found.addresses.slice(0, MOST_RANGES).map(addressRange));
      waiting.push({ host, ranges, losses: 0 });
    };
    settle(work(), () => {
      lookups -= 1;
    });
  }

  const busyOf = (worker: CensusWorker) => busy.get(worker) ?? 0;
  const mayStart = ({ ranges }: Task) => [...ranges].every((range) => (inRange.get(range) ?? 0) < perRange);
  /** Those that may be given a host, the least busy first. */
  const openWorkers = () => workers.filter((worker) => !alone.has(worker)).sort((a, b) => busyOf(a) - busyOf(b));

  function start(task: Task, worker: CensusWorker): void {
    const isAlone = task.losses > 0;
    running += 1;
    busy.set(worker, busyOf(worker) + 1);
    if (isAlone) alone.add(worker);
    for (const range of task.ranges) inRange.set(range, (inRange.get(range) ?? 0) + 1);
    settle(scan(task, worker), () => {
      running -= 1;
      busy.set(worker, busyOf(worker) - 1);
      if (isAlone) alone.delete(worker);
      for (const range of task.ranges) {
        const left = (inRange.get(range) ?? 0) - 1;
        if (left > 0) inRange.set(range, left);
        else inRange.delete(range);
      }
    });
  }

  async function scan(task: Task, worker: CensusWorker): Promise<void> {
    const { host } = task;
    try {
      await parts.onResult(await worker.scan(host));
    } catch (error) {
      if (!(error instanceof WorkerLost) || signal.aborted) throw error;
      task.losses += 1;
      if (task.losses < MOST_LOSSES) waiting.unshift(task);
      else
        await parts.onResult(
          unscannedRow(host, 'failed', `The scan ended its process ${MOST_LOSSES} times. This is our fault.`, {
            rubric: parts.rubric,
            endedAt: now().toISOString(),
          }),
        );
    }
  }

  /** @returns whether something was started */
  function startNext(): boolean {
    const [first, ...others] = openWorkers();
    if (first === undefined) return false;
    const retried = waiting.find((each) => each.losses > 0 && mayStart(each));
    if (retried !== undefined && busyOf(first) === 0) return begin(retried, first);
    // While one is to be tried again, the least busy worker takes nothing else and comes to rest for it.
    const worker = (retried === undefined ? [first] : others).find((each) => busyOf(each) < atOnce);
    if (worker === undefined) return false;
    const task = waiting.find((each) => each.losses === 0 && mayStart(each));
    return task !== undefined && begin(task, worker);
  }

  function begin(task: Task, worker: CensusWorker): true {
    waiting.splice(waiting.indexOf(task), 1);
    start(task, worker);
    return true;
  }

  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      signal.throwIfAborted();
      if (failure !== undefined) throw failure;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      while (startNext());
      if (!isListRead && lookups < LOOKUPS_AT_ONCE && waiting.length + lookups < AHEAD) {
        const next = await hosts.next();
        if (next.done === true) isListRead = true;
        else lookUp(next.value);
        continue;
      }
      if (isListRead && lookups === 0 && waiting.length === 0 && running === 0) return;
      await woken;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
