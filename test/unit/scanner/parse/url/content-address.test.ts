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
    ['/wiki/Special:RecentChanges', false],
    ['/index.php/Spezial:Zuf%C3%A4llige_Seite', false],
    ['/wiki/%E7%89%B9%E5%88%A5:%E6%A4%9C%E7%B4%A2', false],
    ['/wiki/Help:Special_pages', true],
    ['/wiki/Special_relativity', true],
  ] as const) {
    it(`${path}: ${expected}`, () => assert.equal(mayHoldContent(`https://site.example${path}`), expected));
  }
});
