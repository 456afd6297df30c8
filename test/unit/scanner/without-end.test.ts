import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withoutEnd } from '../../../src/scanner/without-end.ts';

describe('withoutEnd', () => {
  for (const [text, dropped, expected] of [
    ['', /x/, ''],
    ['xxx', /x/, ''],
    ['axbxx', /x/, 'axb'],
    ['Price: \u00a0\uff1a', /[\s:：]/, 'Price'],
    ['1.200,-..', /[.,]/, '1.200,-'],
    ['ab\u{1f600}\u{1f600}', /[^\p{L}]/u, 'ab'],
    ['\u{20bb7}!', /[^\p{L}]/u, '\u{20bb7}'],
    ['a\udc00', /[^\p{L}]/u, 'a'],
  ] as const)
    it(`cuts ${JSON.stringify(text)} to ${JSON.stringify(expected)}`, () => {
      assert.equal(withoutEnd(text, dropped), expected);
    });
});
