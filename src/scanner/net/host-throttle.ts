/** Paces the requests to each host, in this process and, with shared permits, over all processes. */

import { isOverload } from '../model/http.ts';
import type { Permits } from '../permits.ts';
import type { FetchResult } from './fetch-types.ts';
import { type Clock, createHostPace, type HostPace } from './host-pace.ts';
import { createSharedPlace } from './shared-permits.ts';

const FORGET_AFTER_MS = 60_000;

const systemClock: Clock = {
  now: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Paces the requests of this process to each host, over all scans; with shared permits those of all processes. */
export interface HostThrottle {
  /**
   * Runs `work` once the host has a free permit, first come first served, and returns its result. Rejects with the
   * signal's reason, without running it, when the signal aborts first.
   */
  run<T>(host: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /**
   * To be called for an answer 429 or 503: starts nothing for `retryAfterMs`, at most 120 s (without it for 1 s,
   * doubling with every further penalty), halves the concurrency and widens the gap between two starts. 20 runs in a row
   * without a penalty undo the first two and halve the gap. Answers to requests that were under way when the pause began do
   * not count again.
   * @returns the milliseconds of the pause that it began; 0 where one was under way
   */
  penalise(host: string, penalty?: { retryAfterMs?: number | undefined }): number;
  /** Keeps this many milliseconds (at most 2000) between the starts of two runs. */
  setCrawlDelay(host: string, delayMs: number): void;
  /** Hosts whose state is kept; those idle for a minute are forgotten when the next new one comes. */
  readonly hostCount: number;
}

/**
 * `concurrency` is the number of requests in flight to one host, `gapMs` the least time between the starts of two, whatever
 * the host asks for. `sharedPermits` hold it, the pauses and the crawl delay
 * over all processes; without them this process goes by what it knows itself.
 */
export function createHostThrottle({
  concurrency,
  gapMs = 0,
  clock = systemClock,
  sharedPermits,
}: {
  concurrency: number;
  gapMs?: number | undefined;
  clock?: Clock;
  sharedPermits?: Permits | undefined;
}): HostThrottle {
  const hosts = new Map<string, HostPace>();

  function paceOf(host: string): HostPace {
    const known = hosts.get(host);
    if (known !== undefined) return known;
    forgetIdle();
    const shared = sharedPermits && createSharedPlace(sharedPermits, host);
    const fresh = createHostPace({ concurrency, gapMs, clock, shared });
    hosts.set(host, fresh);
    return fresh;
  }

  function forgetIdle(): void {
    const before = clock.now() - FORGET_AFTER_MS;
    for (const [host, pace] of hosts) if (pace.isIdleSince(before)) hosts.delete(host);
  }

  return {
    run: (host, work, signal) => paceOf(host).run(work, signal),
    penalise: (host, { retryAfterMs } = {}) => paceOf(host).penalise(retryAfterMs),
    setCrawlDelay: (host, delayMs) => paceOf(host).setCrawlDelay(delayMs),
    get hostCount() {
      return hosts.size;
    },
  };
}

/** The back-off that a 429 or 503 asks for, in the throttle's form; undefined for every other result. */
export function penaltyOf(result: FetchResult): { status: number; retryAfterMs?: number } | undefined {
  if (!result.ok || !isOverload(result.answer.status)) return undefined;
  const { status } = result.answer;
  const value = result.answer.headers['retry-after'];
  if (value === undefined) return { status };
  // Seconds or an HTTP date (RFC 9110 section 10.2.3).
  const ms = /^\d{1,6}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? { status, retryAfterMs: ms } : { status };
}
