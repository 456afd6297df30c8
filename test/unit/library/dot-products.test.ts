import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dotProducts } from '../../../src/library/dot-products.ts';

/** Any bytes, the least and the greatest among them. */
const bytes = (length: number, seed: number) => Int8Array.from({ length }, (_, at) => (at * at * 37 + seed * at) % 256);
const productOf = (row: Int8Array, others: Int8Array, at: number) =>
  row.reduce((sum, each, column) => sum + each * (others[at * row.length + column] ?? 0), 0);

describe('dotProducts', () => {
  for (const [width, count] of [
    [16, 1],
    [96, 7],
    [96, 2_000],
    [512, 300],
  ] as const) {
    it(`multiplies a row of ${width} bytes with ${count}`, () => {
      const row = bytes(width, 91);
      const others = bytes(width * count, 53);
      const expected = Array.from({ length: count }, (_, at) => productOf(row, others, at));
      assert.deepEqual([...dotProducts(row, others)], expected);
    });
  }

  it('is exact where every product is the greatest', () => {
    assert.deepEqual([...dotProducts(new Int8Array(96).fill(-128), new Int8Array(96).fill(-128))], [96 * 128 ** 2]);
  });

  it('has no product of no rows', () => {
    assert.deepEqual([...dotProducts(new Int8Array(96), new Int8Array())], []);
    assert.deepEqual([...dotProducts(new Int8Array(), new Int8Array())], []);
  });

  it('refuses rows of other widths', () => {
    assert.throws(() => dotProducts(new Int8Array(20), new Int8Array(20)), RangeError);
    assert.throws(() => dotProducts(new Int8Array(96), new Int8Array(100)), RangeError);
  });
});
