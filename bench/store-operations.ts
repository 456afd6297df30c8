import type { Store } from '../src/store/store.ts';

export interface OperationRates {
  /** Calls under way at once. */
  readonly parallel: number;
  /** By the name of the call. */
  readonly perSecond: Readonly<Record<string, number>>;
  /** What the queue takes for one job among many, from adding to the end. */
  readonly jobMs: number;
  /** From adding a job to an idle queue until a worker begins it. */
  readonly beginMs: number;
}

const PARALLEL = 16;
const MEASURED_MS = 700;
const JOBS = 200;
const LONE_JOBS = 15;
/** As large as the record of a scan. */
const DOCUMENT = { text: 'x'.repeat(800) };

/** Calls a store in each of its ways for a while; leaves its rows behind. */
export async function measureOperations(store: Store): Promise<OperationRates> {
  const documents = store.documents<typeof DOCUMENT>('bench');
  const calls: Record<string, (at: number) => Promise<unknown>> = {
    'documents: write': (at) => documents.set(`${at % 1000}`, DOCUMENT),
    'documents: read': (at) => documents.get(`${at % 1000}`),
    'claims: take and release': async (at) => {
      const claim = await store.claims.take(`bench-${at}`, { leaseMs: 10_000, note: '' });
      if (claim.won) await store.claims.release(`bench-${at}`, claim.fence);
    },
    'windows: draw': (at) => store.windows.draw(`bench-${at % 100}`, [{ windowMs: 60_000, max: 100_000 }]),
    'index: add': (at) => store.index.add('bench', at, `${at}`),
  };
  const perSecond: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls)) perSecond[name] = await rateOf(call);
  return { parallel: PARALLEL, perSecond, jobMs: await jobMsOf(store), beginMs: await beginMsOf(store) };
}

async function rateOf(call: (at: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const startedMs = performance.now();
  const lane = async (): Promise<void> => {
    while (performance.now() - startedMs < MEASURED_MS) {
      done += 1;
      await call(done);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, lane));
  return (1000 * done) / (performance.now() - startedMs);
}

async function jobMsOf({ jobs }: Store): Promise<number> {
  let left = JOBS;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const startedMs = performance.now();
  for (let at = 0; at < JOBS; at += 1) await jobs.add({ id: `bench-${at}`, priority: 10, owner: `owner-${at % 5}` });
  const worker = await jobs.work(
    {
      async run() {
        left -= 1;
        if (left === 0) end();
      },
      exhausted: async () => {},
    },
    { concurrency: 2 },
  );
  await ended;
  const ms = performance.now() - startedMs;
  await worker.close();
  return ms / JOBS;
}

async function beginMsOf({ jobs }: Store): Promise<number> {
  let begin = () => {};
  const worker = await jobs.work({ run: async () => begin(), exhausted: async () => {} }, { concurrency: 2 });
  const waits: number[] = [];
  for (let at = 0; at < LONE_JOBS; at += 1) {
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const startedMs = performance.now();
    await jobs.add({ id: `lone-${at}`, priority: 10, owner: 'owner' });
    await begun;
    waits.push(performance.now() - startedMs);
    // Until the queue is idle again.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await worker.close();
  return waits.sort((a, b) => a - b)[Math.floor(LONE_JOBS / 2)] ?? 0;
}
