/** Which host of a census is scanned next, and by which worker. */

/** A host that waits for a worker. */
export interface Waiting {
  /** Address ranges of the host. */
  readonly ranges: ReadonlySet<string>;
  /** Workers that ended over it. */
  readonly losses: number;
}

export interface Limits {
  /** Hosts that one worker scans at once. */
  readonly atOnce: number;
  /** Hosts of one address range that are scanned at once, over all workers. */
  readonly perRange: number;
}

export interface Places<Worker, Task extends Waiting> {
  /** How many hosts are being scanned. */
  readonly running: number;
  /** The next of the hosts that wait, with its worker; undefined while none may begin. */
  next(waiting: readonly Task[]): { readonly task: Task; readonly worker: Worker } | undefined;
  take(task: Task, worker: Worker): void;
  release(task: Task, worker: Worker): void;
}

export function createPlaces<Worker, Task extends Waiting>(
  workers: readonly Worker[],
  { atOnce, perRange }: Limits,
): Places<Worker, Task> {
  const inRange = createCounts<string>();
  const busy = createCounts<Worker>();
  /** Workers with a host that has ended one before: it is scanned alone, so that no other host pays for it. */
  const alone = new Map<Worker, Task>();
  let running = 0;
  const mayStart = ({ ranges }: Task) => [...ranges].every((range) => inRange.of(range) < perRange);
  return {
    get running() {
      return running;
    },
    next(waiting) {
      const open = workers.filter((worker) => !alone.has(worker)).sort((a, b) => busy.of(a) - busy.of(b));
      const [first, ...others] = open;
      if (first === undefined) return undefined;
      const retried = waiting.find((each) => each.losses > 0 && mayStart(each));
      if (retried !== undefined && busy.of(first) === 0) return { task: retried, worker: first };
      // While one is to be tried again, the least busy worker takes nothing else and comes to rest for it.
      const worker = (retried === undefined ? [first] : others).find((each) => busy.of(each) < atOnce);
      const task = waiting.find((each) => each.losses === 0 && mayStart(each));
      return worker === undefined || task === undefined ? undefined : { task, worker };
    },
    take(task, worker) {
      running += 1;
      busy.add(worker, 1);
      if (task.losses > 0) alone.set(worker, task);
      for (const range of task.ranges) inRange.add(range, 1);
    },
    release(task, worker) {
      running -= 1;
      busy.add(worker, -1);
      if (alone.get(worker) === task) alone.delete(worker);
      for (const range of task.ranges) inRange.add(range, -1);
    },
  };
}

/** Numbers by key, without those that are 0. */
function createCounts<Key>() {
  const counts = new Map<Key, number>();
  const of = (key: Key) => counts.get(key) ?? 0;
  return {
    of,
    add(key: Key, by: number) {
      const now = of(key) + by;
      if (now === 0) counts.delete(key);
      else counts.set(key, now);
    },
  };
}
