import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isW3cDatetime } from '../../../../src/scanner/parse/sitemap/sitemap.ts';

describe('isW3cDatetime', () => {
  const good =
    '2026 2026-02 2026-02-28 2024-02-29 2026-01-02T03:04Z 2026-01-02T03:04:05+01:00 2026-01-02T03:04:05.123-11:30';
  const bad =
    '26 2026-13 2026-00 2026-02-29 1900-02-29 2026-1-2 2026-01-32 2026-01-00 20260102 2026-01-02T03:04 2026-01-02T24:00Z 2026-01-02T03:60Z 2026-01-02T03:04:60Z 2026-01-02t03:04z 2026-01-02T03:04+0100 02/01/2026 now';
  for (const text of good.split(' ')) it(`takes ${text}`, () => assert.ok(isW3cDatetime(text)));
  for (const text of [
    ...bad.split(' '),
    '',
    ' 2026',
    '2026-01-02 03:04:05',
    `2026-01-02T03:04:05.${'1'.repeat(50)}Z`,
  ]) {
    it(`refuses ${text}`, () => assert.ok(!isW3cDatetime(text)));
  }
});
