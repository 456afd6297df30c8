import type { DrawnWindow } from './quotas.ts';

/**
 * What a response says of the windows its call drew on: the contract's X-RateLimit headers for the window that will
 * refuse first, and the fields of draft-ietf-httpapi-ratelimit-headers-11 (RateLimit-Policy names every window). None
 * when nothing was drawn.
 */
export function rateLimitHeaders(windows: readonly DrawnWindow[]): Record<string, string> {
  const latest = [...new Map(windows.map((window) => [window.name, window])).values()];
  const [first] = [...latest].sort(
    (a, b) => a.remaining / a.max - b.remaining / b.max || a.remaining - b.remaining || b.resetMs - a.resetMs,
  );
  if (first === undefined) return {};
  const policies = latest.map(({ name, max, windowMs }) => `"${name}";q=${max};w=${windowMs / 1000}`);
  return {
    'x-ratelimit-limit': String(first.max),
    'x-ratelimit-remaining': String(first.remaining),
    'ratelimit-policy': policies.join(', '),
    ratelimit: `"${first.name}";r=${first.remaining};t=${Math.ceil(first.resetMs / 1000)}`,
  };
}
