/** Gives the hosts of a list to workers, politely, until each has one result. */
import { addressRange } from '../../scanner/net/address-range.ts';
import type { CensusHost } from './list.ts';
import { createPlaces, type Limits, type Waiting } from './places.ts';
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

export interface CensusParts extends Limits {
  readonly hosts: AsyncIterator<CensusHost>;
  readonly workers: readonly CensusWorker[];
  /** Never rejects. */
  lookUp(host: CensusHost): Promise<HostAddresses>;
  /** Called once for each host; awaited before the place of the host is given on. */
  onResult(row: CensusRow): Promise<void>;
  readonly rubric: string;
  readonly signal: AbortSignal;
  now?(): Date;
}

interface Task extends Waiting {
  readonly host: CensusHost;
}

/** Hosts that are looked up ahead of the workers, so that the next of another range is at hand. */
const AHEAD = 500;
const LOOKUPS_AT_ONCE = 50;
/** Further addresses of a host are the same network's, as a rule. */
const MOST_RANGES = 4;
/** A host that crashes this number of workers is not given to another. */
const MOST_LOSSES = 5;

/** @throws the reason of the signal when it aborts; hosts that have no result by then get none */
export async function runCensus(parts: CensusParts): Promise<void> {
  const { hosts, workers, signal, now = () => new Date() } = parts;
  const waiting: Task[] = [];
  const places = createPlaces<CensusWorker, Task>(workers, parts);
  let lookups = 0;
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

  /** @returns whether a host was given to a worker */
  function startNext(): boolean {
    const next = places.next(waiting);
    if (next === undefined) return false;
    const { task, worker } = next;
    waiting.splice(waiting.indexOf(task), 1);
    places.take(task, worker);
    settle(scan(task, worker), () => places.release(task, worker));
    return true;
  }

  async function scan(task: Task, worker: CensusWorker): Promise<void> {
    const { host } = task;
    try {
      await parts.onResult(await worker.scan(host));
    } catch (error) {
      if (!(error instanceof WorkerLost) || signal.aborted) throw error;
      const losses = task.losses + 1;
      if (losses < MOST_LOSSES) waiting.unshift({ ...task, losses });
      else
        await parts.onResult(
          unscannedRow(host, 'failed', `The scan ended its process ${MOST_LOSSES} times. This is our fault.`, {
            rubric: parts.rubric,
            endedAt: now().toISOString(),
          }),
        );
    }
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
      if (isListRead && lookups === 0 && waiting.length === 0 && places.running === 0) return;
      await woken;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
