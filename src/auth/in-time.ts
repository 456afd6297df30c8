import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long what can do without the store waits for it. */
export const PATIENCE_MS = 1_000;

/** What the work comes to within the time; undefined when it takes longer. What it then comes to is lost, failures too. */
export async function inTime<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result | undefined> {
  const done = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: done.signal }).then(
    // An answer that came while this process was busy is read before the time is found to be up.
    () => setImmediate(undefined),
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
