import { setImmediate, setTimeout } from 'node:timers/promises';

/** How long what can do without the store waits for it. */
export const PATIENCE_MS = 1_000;

/**
 * The result of the work within the time; undefined on a timeout. Any later result or failure is ignored.
 * @param isHolding whether the process stays alive for the timeout
 */
export async function inTime<Result>(
  timeoutMs: number,
  work: Promise<Result>,
  { isHolding = true } = {},
): Promise<Result | undefined> {
  const done = new AbortController();
  const late = setTimeout(timeoutMs, undefined, { signal: done.signal, ref: isHolding }).then(
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
