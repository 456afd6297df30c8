import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mayHoldContent } from '../../../../../src/scanner/parse/url/normalise-url.ts';

describe('an address that may hold content', () => {
  for (const [path, expected] of [
    ['/', true],
    ['/guide/install', true],
    ['/docs/search-operators', true],
    ['/a-cart-of-apples', true],
    ['/list?sort=price', false],
    ['/?s=engine', false],
    ['/search', false],
    ['/en/search/', false],
    ['/cart', false],
    ['/wp-login.php', false],
    ['/my-account/orders', false],
  ] as const) {
    it(`${path}: ${expected}`, () => assert.equal(mayHoldContent(`https://site.example${path}`), expected));
  }
});
