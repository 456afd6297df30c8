import { BOT_TOKEN } from '../ai-agents.ts';
import type { CheckRecord } from '../model/result.ts';
import type { HostLimit } from '../net/site-client.ts';
import { pluralize } from '../pluralize.ts';
import { failureRecord } from './scan-failure.ts';

/**
 * Why there is no grade of a site that limited the scan's requests. It tells of this visit: other agents come from other
 * addresses and under other names.
 * @returns the failure, and the same as a clause about any address
 */
export function rateLimited(url: string, limit: HostLimit): { readonly failure: CheckRecord; readonly reason: string } {
  const { status, retry } = limit;
  const asked = retry === undefined ? undefined : `asked for a pause of ${waitInWords(retry.afterMs)} (Retry-After)`;
  const again = retry === undefined ? 'Scan again later.' : `Scan again after ${timeInWords(retry.atMs)}.`;
  const evidence = {
    url,
    status,
    ...(retry === undefined ? {} : { measured: `Retry-After: ${Math.ceil(retry.afterMs / 1000)} s` }),
  };
  if (status === 503)
    return {
      failure: failureRecord(
        `The site says that it is not available for now: it answered 503${asked === undefined ? ' after every pause' : ` and ${asked}`}. There is no grade.`,
        `${again} If the site is up for visitors, let the scanner through the firewall by the name ${BOT_TOKEN} in its user agent.`,
        evidence,
      ),
      reason: `it answered 503${asked === undefined ? ' after every pause' : ` and ${asked}`}`,
    };
  const answered = `it answered 429, too many requests, ${asked === undefined ? 'after every pause' : `and ${asked}`}`;
  return {
    failure: failureRecord(
      `The site limited our scanner: ${answered}. This is about our visit and does not show whether assistants are limited too, so there is no grade.`,
      `${again} To let the scanner in, exempt it from the rate limit by the name ${BOT_TOKEN} in its user agent. The page that the user agent links to says how to verify its signature.`,
      evidence,
    ),
    reason: answered,
  };
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Rounded up to the largest unit of which there are two: "90 minutes", "3 hours". */
function waitInWords(ms: number): string {
  if (ms >= 2 * DAY_MS) return pluralize(Math.ceil(ms / DAY_MS), 'day');
  if (ms >= 2 * HOUR_MS) return pluralize(Math.ceil(ms / HOUR_MS), 'hour');
  if (ms >= 2 * MINUTE_MS) return pluralize(Math.ceil(ms / MINUTE_MS), 'minute');
  return pluralize(Math.ceil(ms / 1000), 'second');
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** "10:31 UTC on 28 November 2026", rounded up to the minute. */
function timeInWords(ms: number): string {
  const minute = new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS);
  return `${CLOCK.format(minute)} UTC on ${DAY.format(minute)}`;
}
