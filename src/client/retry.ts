/** The retry rules that the service prescribes to its clients (interface.md, section 7). */
const ATTEMPTS = 5;
const BASE_MS = 250;
const CAP_MS = 30_000;

export interface Refusal {
  /** Undefined when no answer came at all. */
  readonly status: number | undefined;
  /** Seconds that Retry-After asked for. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * How long to wait before the same request is sent again: on 429 what Retry-After says; on a 5xx, or without an
 * answer, random(0, 250 ms x 2^n) and 30 s at most, and never less than Retry-After. No other refusal is repeated.
 * @param attempt how many times it was sent, from 1
 * @param random from 0 to below 1
 * @returns milliseconds; undefined when it is not to be sent again
 */
export function retryDelayMs(
  { status, retryAfterSeconds }: Refusal,
  attempt: number,
  random: number,
): number | undefined {
  if (attempt >= ATTEMPTS) return undefined;
  const isTransient = status === undefined || status === 429 || (status >= 500 && status <= 599);
  if (!isTransient) return undefined;
  const backoffMs = random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  if (retryAfterSeconds === undefined) return backoffMs;
  return retryAfterSeconds * 1000 + (status === 429 ? 0 : backoffMs);
}
