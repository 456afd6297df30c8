import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { packedLength, packVector, unpackVector } from '../../../src/library/packed-vectors.ts';

const unpacked = (vector: readonly number[]) => [...unpackVector(packVector(vector), 0, vector.length)];

describe('a packed vector', () => {
  it('takes three bits a number, and four bytes more', () => {
    assert.equal(packVector(Array.from({ length: 96 }, () => 1)).length, 40);
    assert.equal(packedLength(96), 40);
  });

  it('has its numbers to half a step, and those further out as the greatest', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 16, maxLength: 16 }), (vector) => {
        const most = (2.6 * Math.hypot(...vector)) / 4;
        for (const [at, number] of unpacked(vector).entries()) {
          const within = Math.max(-most, Math.min(most, vector[at] ?? 0));
          assert.ok(Math.abs(number - within) <= most / 6 + 1e-6);
        }
      }),
    );
  });

  it('of nothing but 0 is that', () => {
    assert.ok(unpacked(Array.from({ length: 8 }, () => 0)).every((number) => number === 0));
  });

  it('is read at its place among others', () => {
    const [one, other] = [1, -1].map((sign) => Array.from({ length: 8 }, (_, at) => sign * at));
    const both = Buffer.concat([packVector(one ?? []), packVector(other ?? [])]);
    assert.deepEqual([...unpackVector(both, packedLength(8), 8)], unpacked(other ?? []));
  });
});
