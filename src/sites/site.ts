/** The stored record of a site. */
import type { Outcome } from './outcome.ts';

/** One root URL that an account has scanned. Parts of a site have scores of their own. */
export interface Site {
  readonly id: string;
  readonly accountId: string;
  readonly rootUrl: string;
  /** As their owner wrote them, sorted. */
  readonly labels: readonly string[];
  /** Scans that are kept. */
  readonly scans: number;
  /** Newest first, at most `MOST_RUNS`; only the newest with a score has fixes and losses. */
  readonly runs: readonly Outcome[];
  /** When a scan of it last began or ended, milliseconds since the epoch; unique within the account. */
  readonly changedAt: number;
}
