import type { FetchFailure } from '../../model/http.ts';
import type { Fetcher } from '../../net/fetch-types.ts';
import type { HostThrottle } from '../../net/host-throttle.ts';
import { penaltyOf } from '../../net/host-throttle.ts';

/** Other scans held all permits of a host until the time was over: this proves no fault of its server. */
export class NoPermitError extends Error {}

/** One session's requests; each acquires a permit, which all scans of its host share. */
export interface PoliteFetcher {
  /**
   * As `Fetcher.fetch`, whose `timeoutMs` here bounds the wait before it, too; both end with the session.
   * @throws NoPermitError; the signal's reason when it aborts during the wait
   */
  readonly fetch: Fetcher['fetch'];
  /** Spent so far on waiting for permits that others had, in milliseconds. */
  readonly waitedMs: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;
const ASKED_TO_WAIT: FetchFailure = {
  code: 'timeout',
  message: 'the server answers that it has too much to do: try again later',
};

export interface PoliteFetcherParts {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  readonly throttle: HostThrottle;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
  /** When the session is over, by that clock. */
  readonly endsAt: number;
}

export function createPoliteFetcher({ fetcher, throttle, now, endsAt }: PoliteFetcherParts): PoliteFetcher {
  let waitedMs = 0;
  let wasAskedToWait = false;
  return {
    get waitedMs() {
      return waitedMs;
    },
    async fetch(request, options = {}) {
      const { host } = new URL(request.url);
      const patience = new AbortController();
      const { timeoutMs = DEFAULT_TIMEOUT_MS } = request;
      const askedAt = now();
      const timer = setTimeout(() => patience.abort(), Math.min(timeoutMs, endsAt - askedAt));
      let isSent = false;
      const waited = (): void => {
        clearTimeout(timer);
        // A wait that the server itself asked for is its own time.
        if (!wasAskedToWait) waitedMs += now() - askedAt;
      };
      const send = async () => {
        isSent = true;
        waited();
        const leftMs = Math.max(1, Math.floor(endsAt - now()));
        const result = await fetcher.fetch({ ...request, timeoutMs: Math.min(timeoutMs, leftMs) }, options);
        const penalty = penaltyOf(result);
        if (penalty !== undefined) {
          wasAskedToWait = true;
          throttle.penalise(host, penalty);
        }
        return result;
      };
      const signal = AbortSignal.any([patience.signal, ...(options.signal === undefined ? [] : [options.signal])]);
      try {
        return await throttle.run(host, send, signal);
      } catch (error) {
        if (isSent) throw error;
        waited();
        options.signal?.throwIfAborted();
        if (wasAskedToWait) return { ok: false, url: request.url, hops: [], failure: ASKED_TO_WAIT };
        throw new NoPermitError('Others had all the permits at this host.', { cause: error });
      }
    },
  };
}
