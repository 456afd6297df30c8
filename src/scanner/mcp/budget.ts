import type { McpLimits } from './limits.ts';

/** What one request may use. */
export interface Grant {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** JSON values. */
  readonly maxValues: number;
  /** The time or the bytes are fewer than a request has by itself, because the session has no more. */
  readonly isShortOfTime: boolean;
  readonly isShortOfBytes: boolean;
}

/** Time, bytes and requests that one session has left. */
export interface Budget {
  /** Undefined when the session has nothing left. Pages of lists are not counted as requests. */
  grant(kind: 'request' | 'page', wantedMs: number): Grant | undefined;
  spend(bytes: number, values: number): void;
}

/** @param now milliseconds of a clock that only goes forward */
export function createBudget(limits: McpLimits, now: () => number): Budget {
  const endsAt = now() + limits.sessionMs;
  let requests = 0;
  let bytes = 0;
  let values = 0;
  return {
    grant(kind, wantedMs) {
      const leftMs = Math.floor(endsAt - now());
      const leftBytes = limits.sessionBytes - bytes;
      const leftValues = limits.sessionValues - values;
      if (leftMs <= 0 || leftBytes <= 0 || leftValues <= 0) return undefined;
      if (kind === 'request') {
        if (requests === limits.requests) return undefined;
        requests += 1;
      }
      return {
        timeoutMs: Math.min(wantedMs, leftMs),
        maxBytes: Math.min(limits.bodyBytes, leftBytes),
        maxValues: leftValues,
        isShortOfTime: leftMs < wantedMs,
        isShortOfBytes: leftBytes < limits.bodyBytes,
      };
    },
    spend(newBytes, newValues) {
      bytes += newBytes;
      values += newValues;
    },
  };
}
