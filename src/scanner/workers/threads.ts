/** Shared by the pools and their threads: how a thread starts, and when its job began. */

/** Of the entries, which are CommonJS files: a bundle has them in the folder of its code. */
export const ENTRIES = new URL('.', import.meta.url);

/**
 * Settings of Piscina for one entry. Threads do not inherit the options of this process: an entry loads what it needs
 * by itself, and a loader that is registered for the process would cost each thread half a second.
 */
export const threadOf = (entry: string, entries: URL) => ({
  filename: new URL(`${entry}.cjs`, entries).href,
  execArgv: [],
});

/**
 * Shared by the thread that hands a job over and the one that does it: when the job began. A thread that has to start first
 * takes a second of a busy machine for that, which is not the job's time.
 */
export type JobClock = SharedArrayBuffer;

export const newJobClock = (): JobClock => new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);

/** The same in all threads, and not set back with the clock of the machine. */
const nowMs = (): number => performance.timeOrigin + performance.now();

export function noteBegin(clock: JobClock): void {
  new Float64Array(clock)[0] = nowMs();
}

/** Milliseconds since the job began; undefined before. */
export function runningForMs(clock: JobClock): number | undefined {
  const [begunAt = 0] = new Float64Array(clock);
  return begunAt === 0 ? undefined : nowMs() - begunAt;
}
