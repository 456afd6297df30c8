/** Paces the requests of this process to one host. */

import type { PermitRules } from '../permits.ts';
import { onAbort } from './deadline.ts';
import type { SharedPlace } from './shared-permits.ts';

/** Of a pause that Retry-After asks for, and of one that we choose. */
const MAX_PAUSE_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
/** The gap between two starts after the first penalty, and at most. It doubles with each, and halves as the host recovers. */
const FIRST_GAP_MS = 100;
const MAX_GAP_MS = 2_000;
/** `Crawl-delay` is honoured up to this: a robots.txt could otherwise stretch a scan for hours. */
const MAX_CRAWL_DELAY_MS = 2_000;
const SUCCESSES_TO_RECOVER = 20;
/** Of a process that died: over before its scans are taken up again, so that these need not wait for its permits. */
const SHARED_LEASE_MS = 15_000;

/** Time as the throttle sees it. `now` is in milliseconds and never goes back; `after` answers its cancellation. */
export interface Clock {
  now(): number;
  after(delayMs: number, callback: () => void): () => void;
}

/** How one host is asked; see HostThrottle, which has one for each. */
export interface HostPace {
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  penalise(retryAfterMs: number | undefined): number;
  setCrawlDelay(delayMs: number): void;
  /** Whether nothing runs or waits, and nothing did since. */
  isIdleSince(time: number): boolean;
}

interface PaceParts {
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** The least time between the starts of two, whatever the host asks for. */
  readonly gapMs: number;
  readonly clock: Clock;
  /** Holds the same over all processes; undefined where this process goes by what it knows itself. */
  readonly shared: SharedPlace | undefined;
}

export function createHostPace({ concurrency, gapMs, clock, shared }: PaceParts): HostPace {
  const limits = createLimits(concurrency, gapMs);
  /** Functions that grant a permit to a waiting request, in order of arrival. */
  const queue = new Set<() => void>();
  let inFlight = 0;
  let lastStartAt = Number.NEGATIVE_INFINITY;
  let lastUsedAt = clock.now();
  let cancelWake: (() => void) | undefined;

  /** Grants permits while there is room; sets the alarm for the next one when only time is missing. */
  function pump(): void {
    cancelWake?.();
    cancelWake = undefined;
    for (const grant of queue) {
      if (inFlight >= limits.concurrency) return;
      const now = clock.now();
      const readyAt = Math.max(limits.pausedUntil, lastStartAt + limits.gapMs);
      if (now < readyAt) {
        cancelWake = clock.after(readyAt - now, pump);
        return;
      }
      queue.delete(grant);
      inFlight += 1;
      lastStartAt = now;
      grant();
    }
  }

  function acquire(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) {
        reject(signal.reason);
        return;
      }
      const grant = (): void => {
        stopListening();
        resolve();
      };
      const stopListening = onAbort(signal, () => {
        queue.delete(grant);
        reject(signal?.reason);
        pump();
      });
      queue.add(grant);
      pump();
    });
  }

  const rules = (): PermitRules => ({
    limit: concurrency,
    gapMs: limits.gapMs,
    leaseMs: SHARED_LEASE_MS,
    firstPauseMs: FIRST_PAUSE_MS,
    maxPauseMs: MAX_PAUSE_MS,
    successesToRecover: SUCCESSES_TO_RECOVER,
  });

  return {
    async run(work, signal) {
      await acquire(signal);
      let release: (() => void) | undefined;
      try {
        release = await shared?.acquire(rules(), signal);
        signal?.throwIfAborted();
        const { penalties } = limits;
        const result = await work();
        if (limits.penalties === penalties) limits.noteSuccess();
        return result;
      } finally {
        release?.();
        inFlight -= 1;
        lastUsedAt = clock.now();
        pump();
      }
    },
    penalise(retryAfterMs) {
      const now = clock.now();
      const pauseMs = limits.penalise(retryAfterMs, now);
      lastUsedAt = now;
      shared?.penalise(retryAfterMs, rules());
      pump();
      return pauseMs;
    },
    setCrawlDelay(delayMs) {
      limits.setCrawlDelay(delayMs);
      pump();
    },
    isIdleSince: (time) => inFlight === 0 && queue.size === 0 && lastUsedAt < time,
  };
}

/** What a host lets itself be asked: its refusals narrow it, and runs without one widen it again. */
interface Limits {
  readonly concurrency: number;
  readonly gapMs: number;
  readonly pausedUntil: number;
  readonly penalties: number;
  noteSuccess(): void;
  /** @returns the milliseconds of the pause that it began; 0 where one was under way */
  penalise(retryAfterMs: number | undefined, now: number): number;
  setCrawlDelay(delayMs: number): void;
}

function createLimits(most: number, leastGapMs: number): Limits {
  let concurrency = most;
  let pausedUntil = 0;
  let nextPauseMs = FIRST_PAUSE_MS;
  let penalties = 0;
  let successes = 0;
  let crawlDelayMs = leastGapMs;
  /** What the host's refusals taught, besides the crawl delay. */
  let learntGapMs = 0;
  return {
    get concurrency() {
      return concurrency;
    },
    get gapMs() {
      return Math.max(crawlDelayMs, learntGapMs);
    },
    get pausedUntil() {
      return pausedUntil;
    },
    get penalties() {
      return penalties;
    },
    noteSuccess() {
      successes += 1;
      if (successes < SUCCESSES_TO_RECOVER) return;
      concurrency = most;
      nextPauseMs = FIRST_PAUSE_MS;
      learntGapMs = learntGapMs > FIRST_GAP_MS ? learntGapMs / 2 : 0;
      successes = 0;
    },
    penalise(retryAfterMs, now) {
      const known = retryAfterMs !== undefined && retryAfterMs >= 0;
      const pauseMs = Math.min(known ? retryAfterMs : nextPauseMs, MAX_PAUSE_MS);
      const isSameBurst = now < pausedUntil;
      if (known || !isSameBurst) pausedUntil = Math.max(pausedUntil, now + pauseMs);
      penalties += 1;
      successes = 0;
      if (isSameBurst) return 0;
      nextPauseMs = Math.min(nextPauseMs * 2, MAX_PAUSE_MS);
      concurrency = Math.max(1, Math.floor(concurrency / 2));
      if (pauseMs > 0) learntGapMs = Math.min(Math.max(2 * learntGapMs, FIRST_GAP_MS), MAX_GAP_MS);
      return pauseMs;
    },
    setCrawlDelay(delayMs) {
      crawlDelayMs = Math.max(leastGapMs, delayMs > 0 ? Math.min(delayMs, MAX_CRAWL_DELAY_MS) : 0);
    },
  };
}
