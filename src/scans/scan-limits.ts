import type { ScanRequest } from '../scanner/model/scan.ts';
import type { ScanRecord, ScanTier } from './scan-record.ts';

/** The payer waits for the answer, so the time in the queue counts too. */
const PAID_MS = 180_000;
/** What a paid scan gets at least, however long it waited: it may be a second attempt. */
const PAID_AT_LEAST_MS = 10_000;
const ANONYMOUS_MS = 90_000;

/** Of any scan: its sitemaps, files and probes. */
const BASE_BYTES = 100_000_000;
/** For each page: twenty times what an honest page takes, with its Markdown. */
const PAGE_BYTES: Record<ScanTier, number> = { keyed: 4_000_000, paid: 4_000_000, anonymous: 2_000_000 };

/** What a scan of this class may use, counted from when a worker begins it. */
export function scanLimits(
  scan: Pick<ScanRecord, 'tier' | 'pageLimit' | 'createdAt'>,
  nowMs = Date.now(),
): Pick<ScanRequest, 'deadlineMs' | 'maxBytes'> {
  return { deadlineMs: deadlineMs(scan, nowMs), maxBytes: BASE_BYTES + PAGE_BYTES[scan.tier] * scan.pageLimit };
}

function deadlineMs(
  { tier, pageLimit, createdAt }: Pick<ScanRecord, 'tier' | 'pageLimit' | 'createdAt'>,
  nowMs: number,
) {
  if (tier === 'anonymous') return ANONYMOUS_MS;
  if (tier === 'keyed') return 600_000 + 500 * pageLimit;
  return Math.max(PAID_AT_LEAST_MS, PAID_MS - (nowMs - Date.parse(createdAt)));
}

/** Of the places of a process, `SCAN_CONCURRENCY`. */
export const anonymousPlaces = (concurrency: number): number => Math.max(1, Math.floor(concurrency / 2));
