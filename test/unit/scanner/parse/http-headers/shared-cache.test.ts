import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSharedCopy } from '../../../../../src/scanner/parse/http-headers/shared-cache.ts';

describe('an answer that a shared cache gives to everybody', () => {
  const rows: readonly (readonly [headers: Record<string, string>, expected: boolean])[] = [
    [{ 'cache-control': 'public, max-age=600' }, true],
    [{ 'cache-control': 's-maxage=86400' }, true],
    [{ 'x-cache': 'HIT from edge' }, true],
    [{ 'cf-cache-status': 'HIT' }, true],
    [{ 'cache-status': 'ExampleCache; hit; ttl=30' }, true],
    [{ age: '40712' }, true],
    [{ age: '0' }, false],
    [{}, false],
    [{ 'x-cache': 'MISS' }, false],
    [{ 'cache-control': 'max-age=600' }, false],
    [{ 'cache-control': 'public, max-age=0' }, false],
    [{ 'cache-control': 'private, max-age=600', 'x-cache': 'HIT' }, false],
    [{ 'cache-control': 'no-store', age: '5' }, false],
  ];
  for (const [headers, expected] of rows)
    it(`is ${expected ? '' : 'not '}one with ${JSON.stringify(headers)}`, () =>
      assert.equal(isSharedCopy({ headers }), expected));
  it('is not one that sets a cookie', () =>
    assert.equal(isSharedCopy({ headers: { 'x-cache': 'HIT' }, setsCookie: true }), false));
});
