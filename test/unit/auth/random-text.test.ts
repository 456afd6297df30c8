import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BASE32, BASE62, randomText } from '../../../src/auth/random-text.ts';

describe('randomText', () => {
  for (const [name, alphabet, size] of [
    ['base62', BASE62, 62],
    ['base32', BASE32, 32],
    ['one letter', 'a', 1],
  ] as const) {
    it(`uses all of ${name} and nothing else, evenly`, () => {
      assert.equal(new Set(alphabet).size, size);
      const text = randomText(size * 1000, alphabet);
      assert.equal(text.length, size * 1000);
      const counts = new Map<string, number>();
      for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
      assert.deepEqual([...counts.keys()].sort(), Array.from(alphabet).sort());
      // 1000 draws each: a modulo that favoured the start of base62 would give its first letters 1210.
      for (const [char, count] of counts) assert.ok(count > 800 && count < 1200, `${char}: ${count}`);
    });
  }

  it('has the length that is asked for', () => {
    for (const length of [0, 1, 7, 40, 300]) assert.equal(randomText(length, BASE62).length, length);
  });

  it('does not repeat', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, () => randomText(20, BASE32))).size, 1000);
  });
});
