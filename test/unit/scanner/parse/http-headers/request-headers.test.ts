import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHeld } from '../../../../../src/scanner/parse/http-headers/request-headers.ts';
import { cpuMs } from '../../../../support/cpu-time.ts';

describe('If-None-Match (RFC 9110, section 13.1.2)', () => {
  const rows: [ifNoneMatch: string | null, etag: string, held: boolean][] = [
    [null, '"a"', false],
    ['', '"a"', false],
    ['"a"', '"a"', true],
    ['W/"a"', '"a"', true],
    ['"a"', 'W/"a"', true],
    ['W/"a"', 'W/"a"', true],
    ['"b", W/"a" ,"c"', '"a"', true],
    ['"b","c"', '"a"', false],
    ['*', '"a"', true],
    [' * ', 'W/"a"', true],
    ['"*"', '"a"', false],
    ['"x, y"', '"y"', false],
    ['"x, y"', '"x, y"', false],
    ['"x,y"', '"x,y"', true],
    ['a', '"a"', false],
    ['"a', '"a"', false],
    ['"A"', '"a"', false],
    ['"ab"', '"a"', false],
  ];
  for (const [ifNoneMatch, etag, held] of rows) {
    it(`${ifNoneMatch} ${held ? 'holds' : 'does not hold'} ${etag}`, () =>
      assert.equal(isHeld(ifNoneMatch, etag), held));
  }

  it('takes time in proportion to its length', () => {
    for (const text of ['"', '"a', 'W/"', '" ']) {
      const tookMs = cpuMs(() => assert.equal(isHeld(text.repeat(100_000), '"zz"'), false));
      assert.ok(tookMs < 1000, text);
    }
  });
});
