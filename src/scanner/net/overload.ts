import type { FetchResult } from './fetch-types.ts';

/** What an answer 429 or 503 asks of us, as the throttle wants it; undefined for every other result. */
export function penaltyOf(result: FetchResult): { retryAfterMs?: number } | undefined {
  if (!result.ok || (result.answer.status !== 429 && result.answer.status !== 503)) return undefined;
  const value = result.answer.headers['retry-after'];
  if (value === undefined) return {};
  // Seconds or an HTTP date (RFC 9110 section 10.2.3).
  const ms = /^\d{1,6}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? { retryAfterMs: ms } : {};
}
