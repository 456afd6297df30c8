import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFurtherPageOf } from '../../../../../src/scanner/parse/url/page-number.ts';

describe('a further page of a list', () => {
  const rows: readonly (readonly [url: string, other: string, isSo: boolean])[] = [
    ['/list?page=2', '/list', true],
    ['/list?sort=name&Page=3', '/list?sort=name', true],
    ['/list?offset=20', '/list?offset=0', true],
    ['/list?page=2', '/list?page=2', false],
    ['/list?page=about', '/list', false],
    ['/list?ref=2', '/list', false],
    ['/list', '/list', false],
  ];
  for (const [url, other, isSo] of rows)
    it(`${url} is ${isSo ? 'one' : 'none'} of ${other}`, () =>
      assert.equal(isFurtherPageOf(`https://site.example${url}`, `https://site.example${other}`), isSo));
});
