import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isoDay } from '../../../../../src/scanner/checks/page/freshness.ts';
import { assertQuick } from '../../parse/assert-quick.ts';

describe('isoDay', () => {
  const rows: readonly (readonly [text: string, day: number | undefined])[] = [
    ['1970-01-01', 0],
    ['1970-01-02T23:59:59.999Z', 1],
    ['1970-01-02T00:30:00+02:00', 1],
    ['1970-01-02T00:30:00-0200', 1],
    ['1970-01-02t00:30+02', 1],
    ['1970-01-02 00:30', 1],
    ['1970-01-02T00:30:00', 1],
    ['1969-12-31', -1],
    ['2024-02-29', 19_782],
    ['2023-02-29', undefined],
    ['2024-13-01', undefined],
    ['2024-00-10', undefined],
    ['0099-01-01', undefined],
    ['2024-01-32', undefined],
    ['2024-01-01T30:00', undefined],
    ['2024', undefined],
    ['2024-05', undefined],
    ['20240501', undefined],
    ['2024-05-01 tomorrow', undefined],
    ['May 1, 2024', undefined],
    ['', undefined],
  ];
  for (const [text, day] of rows) it(`${text} is ${day}`, () => assert.equal(isoDay(text), day));
  it('does not look at long texts', () => assertQuick(() => isoDay(`2024-05-01T10:00:00.${'1'.repeat(5_000_000)}`)));
});
