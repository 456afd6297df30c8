import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evenlySpaced } from '../../../src/scanner/evenly-spaced.ts';

const numbers = (length: number) => Array.from({ length }, (_, at) => at);

describe('evenlySpaced', () => {
  const rows: { of: number; count: number; expect: number[] }[] = [
    { of: 0, count: 3, expect: [] },
    { of: 2, count: 3, expect: [0, 1] },
    { of: 3, count: 3, expect: [0, 1, 2] },
    { of: 4, count: 3, expect: [0, 1, 2] },
    { of: 9, count: 3, expect: [0, 3, 6] },
    { of: 9, count: 0, expect: [] },
  ];
  for (const { of, count, expect } of rows) {
    it(`takes ${count} of ${of}`, () => assert.deepEqual(evenlySpaced(numbers(of), count), expect));
  }
  it('takes none twice', () => {
    for (let of = 1; of < 60; of += 1) {
      for (let count = 1; count < of; count += 1) assert.equal(new Set(evenlySpaced(numbers(of), count)).size, count);
    }
  });
});
