/** Paces the requests to each host, in this process and, with shared permits, over all processes. */

import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../errors.ts';
import { isOverload } from '../model/http.ts';
import { onAbort } from './deadline.ts';
import type { FetchResult } from './fetch-types.ts';

/** Of a pause that Retry-After asks for, and of one that we choose. */
const MAX_PAUSE_MS = 120_000;
const FIRST_PAUSE_MS = 1_000;
/** The gap between two starts after the first penalty, and at most. It doubles with each, and halves as the host recovers. */
const FIRST_GAP_MS = 100;
const MAX_GAP_MS = 2_000;
/** `Crawl-delay` is honoured up to this: a robots.txt could otherwise stretch a scan for hours. */
const MAX_CRAWL_DELAY_MS = 2_000;
const SUCCESSES_TO_RECOVER = 20;
const FORGET_AFTER_MS = 60_000;
/** Of a process that died: over before its scans are taken up again, so that these need not wait for its permits. */
const SHARED_LEASE_MS = 15_000;

/** Time as the throttle sees it. `now` is in milliseconds and never goes back; `after` answers its cancellation. */
export interface Clock {
  now(): number;
  after(delayMs: number, callback: () => void): () => void;
}

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

interface HostState {
  limit: number;
  inFlight: number;
  /** Functions that grant a permit to a waiting request, in order of arrival. */
  readonly queue: Set<() => void>;
  pausedUntil: number;
  nextPauseMs: number;
  penalties: number;
  successes: number;
  crawlDelayMs: number;
  /** What the host's refusals taught, besides the crawl delay. */
  learntGapMs: number;
  lastStartAt: number;
  lastUsedAt: number;
  cancelWake: (() => void) | undefined;
  readonly shared: SharedPlace | undefined;
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
  sharedPermits?: SharedPermits | undefined;
}): HostThrottle {
  const hosts = new Map<string, HostState>();

  function stateOf(host: string): HostState {
    const known = hosts.get(host);
    if (known !== undefined) return known;
    forgetIdle();
    const fresh: HostState = {
      limit: concurrency,
      inFlight: 0,
      queue: new Set(),
      pausedUntil: 0,
      nextPauseMs: FIRST_PAUSE_MS,
      penalties: 0,
      successes: 0,
      crawlDelayMs: gapMs,
      learntGapMs: 0,
      lastStartAt: Number.NEGATIVE_INFINITY,
      lastUsedAt: clock.now(),
      cancelWake: undefined,
      shared: sharedPermits && createSharedPlace(sharedPermits, host),
    };
    hosts.set(host, fresh);
    return fresh;
  }

  const rulesOf = (state: HostState): PermitRules => ({
    limit: concurrency,
    gapMs: gapOf(state),
    leaseMs: SHARED_LEASE_MS,
    firstPauseMs: FIRST_PAUSE_MS,
    maxPauseMs: MAX_PAUSE_MS,
    successesToRecover: SUCCESSES_TO_RECOVER,
  });

  function forgetIdle(): void {
    const before = clock.now() - FORGET_AFTER_MS;
    for (const [host, state] of hosts) {
      if (state.inFlight === 0 && state.queue.size === 0 && state.lastUsedAt < before) hosts.delete(host);
    }
  }

  /** Grants permits while there is room; sets the alarm for the next one when only time is missing. */
  function pump(state: HostState): void {
    state.cancelWake?.();
    state.cancelWake = undefined;
    for (const grant of state.queue) {
      if (state.inFlight >= state.limit) return;
      const now = clock.now();
      const readyAt = Math.max(state.pausedUntil, state.lastStartAt + gapOf(state));
      if (now < readyAt) {
        state.cancelWake = clock.after(readyAt - now, () => pump(state));
        return;
      }
      state.queue.delete(grant);
      state.inFlight += 1;
      state.lastStartAt = now;
      grant();
    }
  }

  function acquire(state: HostState, signal: AbortSignal | undefined): Promise<void> {
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
        state.queue.delete(grant);
        reject(signal?.reason);
        pump(state);
      });
      state.queue.add(grant);
      pump(state);
    });
  }

  return {
    async run(host, work, signal) {
      const state = stateOf(host);
      await acquire(state, signal);
      let release: (() => void) | undefined;
      try {
        release = await state.shared?.acquire(rulesOf(state), signal);
        signal?.throwIfAborted();
        const { penalties } = state;
        const result = await work();
        if (state.penalties === penalties) recordSuccess(state, concurrency);
        return result;
      } finally {
        release?.();
        state.inFlight -= 1;
        state.lastUsedAt = clock.now();
        pump(state);
      }
    },

    penalise(host, { retryAfterMs } = {}) {
      const state = stateOf(host);
      const now = clock.now();
      const known = retryAfterMs !== undefined && retryAfterMs >= 0;
      const pauseMs = Math.min(known ? retryAfterMs : state.nextPauseMs, MAX_PAUSE_MS);
      const isSameBurst = now < state.pausedUntil;
      if (known || !isSameBurst) state.pausedUntil = Math.max(state.pausedUntil, now + pauseMs);
      state.penalties += 1;
      state.successes = 0;
      state.lastUsedAt = now;
      if (!isSameBurst) {
        state.nextPauseMs = Math.min(state.nextPauseMs * 2, MAX_PAUSE_MS);
        state.limit = Math.max(1, Math.floor(state.limit / 2));
        if (pauseMs > 0) state.learntGapMs = Math.min(Math.max(2 * state.learntGapMs, FIRST_GAP_MS), MAX_GAP_MS);
      }
      state.shared?.penalise(retryAfterMs, rulesOf(state));
      pump(state);
      return isSameBurst ? 0 : pauseMs;
    },

    setCrawlDelay(host, delayMs) {
      const state = stateOf(host);
      state.crawlDelayMs = Math.max(gapMs, delayMs > 0 ? Math.min(delayMs, MAX_CRAWL_DELAY_MS) : 0);
      pump(state);
    },

    get hostCount() {
      return hosts.size;
    },
  };
}

const gapOf = ({ crawlDelayMs, learntGapMs }: HostState): number => Math.max(crawlDelayMs, learntGapMs);

function recordSuccess(state: HostState, concurrency: number): void {
  state.successes += 1;
  if (state.successes < SUCCESSES_TO_RECOVER) return;
  state.limit = concurrency;
  state.nextPauseMs = FIRST_PAUSE_MS;
  state.learntGapMs = state.learntGapMs > FIRST_GAP_MS ? state.learntGapMs / 2 : 0;
  state.successes = 0;
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

/** What every request to a host is subject to, in whichever process. Times in milliseconds. */
interface PermitRules {
  readonly limit: number;
  readonly gapMs: number;
  readonly leaseMs: number;
  readonly firstPauseMs: number;
  readonly maxPauseMs: number;
  readonly successesToRecover: number;
}

/** Permits at hosts that all scanning processes share; what the throttle does in this process, done over all of them. */
export interface SharedPermits {
  /** `retryMs`: how long at least to wait before asking again. */
  take(host: string, rules: PermitRules): Promise<{ taken: true; permit: string } | { taken: false; retryMs: number }>;
  /** Renews the lease of a permit. */
  renew(host: string, permit: string, rules: PermitRules): Promise<void>;
  release(host: string, permit: string, rules: PermitRules): Promise<void>;
  penalise(host: string, retryAfterMs: number | undefined, rules: PermitRules): Promise<void>;
}

/** One host's shared permits, as the requests of this process take them. */
interface SharedPlace {
  /**
   * Waits for a permit, first come first served; answers the function that releases it. Rejects with the signal's
   * reason when it aborts first. While the store is unavailable it waits, because too few requests to a host harm less
   * than too many.
   */
  acquire(rules: PermitRules, signal: AbortSignal | undefined): Promise<() => void>;
  penalise(retryAfterMs: number | undefined, rules: PermitRules): void;
}

/** Often enough that a permit released elsewhere is soon used, and well within the store's time limit. */
const ASK_AGAIN_MS = 20;
const ASK_AT_LEAST_EVERY_MS = 200;
const AWAY_MS = 200;
const RENEWALS_A_LEASE = 3;

function refusedWhileAway(error: unknown): { taken: false; retryMs: number } {
  if (error instanceof ServiceError && error.code === 'unavailable') return { taken: false, retryMs: AWAY_MS };
  throw error;
}

export function createSharedPlace(permits: SharedPermits, host: string): SharedPlace {
  let asking = Promise.resolve();

  /** Renews a permit while the work runs; answers the function that releases it. */
  function hold(permit: string, rules: PermitRules): () => void {
    const timer = setInterval(
      () => void permits.renew(host, permit, rules).catch(() => undefined),
      rules.leaseMs / RENEWALS_A_LEASE,
    );
    timer.unref();
    return () => {
      clearInterval(timer);
      // A permit that cannot be released ends with its lease.
      void permits.release(host, permit, rules).catch(() => undefined);
    };
  }

  async function ask(rules: PermitRules, signal: AbortSignal | undefined): Promise<() => void> {
    for (;;) {
      signal?.throwIfAborted();
      const answer = await permits.take(host, rules).catch(refusedWhileAway);
      if (answer.taken) {
        return hold(answer.permit, rules);
      }
      const waitMs = Math.min(Math.max(answer.retryMs, ASK_AGAIN_MS), ASK_AT_LEAST_EVERY_MS);
      await delay(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
  }

  return {
    acquire(rules, signal) {
      // One at a time: the first in line asks for all, and the order is that of arrival.
      const asked = asking.then(() => ask(rules, signal));
      asking = asked.then(
        () => undefined,
        () => undefined,
      );
      return asked;
    },
    penalise(retryAfterMs, rules) {
      // This process keeps to the pause in any case.
      void permits.penalise(host, retryAfterMs, rules).catch(() => undefined);
    },
  };
}
