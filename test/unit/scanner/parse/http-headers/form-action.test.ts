import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formActionsOf, mayBeSentTo } from '../../../../../src/scanner/parse/http-headers/form-action.ts';

const PAGE = 'https://shop.example/contact';

describe('where a content security policy lets forms be sent', () => {
  it('is read of each policy that says so', () => {
    assert.deepEqual(formActionsOf("default-src 'self'; form-action https://a.example 'self'"), [
      ['https://a.example', "'self'"],
    ]);
    assert.deepEqual(formActionsOf("default-src 'none', FORM-ACTION 'none'"), [["'none'"]]);
    assert.deepEqual(formActionsOf("default-src 'self'"), []);
    assert.deepEqual(formActionsOf(undefined), []);
  });
  const rows: readonly (readonly [sources: string, url: string, expected: boolean])[] = [
    ["'self'", 'https://shop.example/send', true],
    ["'self'", 'https://other.example/send', false],
    ["'none'", 'https://shop.example/send', false],
    ['', 'https://shop.example/send', false],
    ['*', 'https://any.example/', true],
    ['https:', 'https://any.example/', true],
    ['https:', 'http://any.example/', false],
    ['http:', 'https://any.example/', true],
    ['shop.example', 'https://shop.example/send', true],
    ['https://www.shop.example', 'https://shop.example/send', false],
    ['*.shop.example', 'https://www.shop.example/', true],
    ['*.shop.example', 'https://shop.example/', false],
    ['https://shop.example:8443', 'https://shop.example/', false],
    ['shop.example:*', 'https://shop.example:8443/', true],
    ['https://shop.example/forms/', 'https://shop.example/forms/a', true],
    ['https://shop.example/forms', 'https://shop.example/forms/a', false],
  ];
  for (const [sources, url, expected] of rows)
    it(`is ${expected ? '' : 'not '}${url} by ${sources || 'an empty list'}`, () =>
      assert.equal(mayBeSentTo(formActionsOf(`form-action ${sources}`), url, PAGE), expected));
  it('is everywhere without a policy, and where all policies agree', () => {
    assert.equal(mayBeSentTo([], 'https://any.example/', PAGE), true);
    assert.equal(mayBeSentTo([['*'], ["'none'"]], 'https://any.example/', PAGE), false);
  });
});
