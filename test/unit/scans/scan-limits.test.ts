import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anonymousPlaces, scanLimits } from '../../../src/scans/scan-limits.ts';
import type { ScanTier } from '../../../src/scans/scan-record.ts';

const CREATED_MS = Date.parse('2026-01-01T00:00:00.000Z');
const limits = (tier: ScanTier, pageLimit: number, waitedMs = 0) =>
  scanLimits({ tier, pageLimit, createdAt: new Date(CREATED_MS).toISOString() }, CREATED_MS + waitedMs);

describe('the limits of a scan', () => {
  for (const [tier, pageLimit, waitedMs, deadlineMs, maxBytes] of [
    ['anonymous', 25, 0, 90_000, 150_000_000],
    ['anonymous', 25, 3_600_000, 90_000, 150_000_000],
    ['keyed', 100, 0, 650_000, 500_000_000],
    ['keyed', 2000, 3_600_000, 1_600_000, 8_100_000_000],
    ['paid', 250, 0, 180_000, 1_100_000_000],
    ['paid', 250, 60_000, 120_000, 1_100_000_000],
    ['paid', 25, 3_600_000, 10_000, 200_000_000],
  ] as const) {
    it(`are ${deadlineMs} ms and ${maxBytes} bytes when ${tier}, of ${pageLimit} pages, after ${waitedMs} ms in the queue`, () => {
      assert.deepEqual(limits(tier, pageLimit, waitedMs), { deadlineMs, maxBytes });
    });
  }
});

describe('places for anonymous scans', () => {
  for (const [concurrency, places] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [64, 32],
  ] as const) {
    it(`are ${places} of ${concurrency}`, () => assert.equal(anonymousPlaces(concurrency), places));
  }
});
