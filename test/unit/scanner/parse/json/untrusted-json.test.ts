import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseUntrustedJson } from '../../../../../src/scanner/parse/json/json.ts';
import { cpuMs } from '../../../../support/cpu-time.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('parseUntrustedJson', () => {
  const rows: { when: string; text: string; expect: unknown }[] = [
    { when: 'an object', text: ' {"a":1}\n', expect: { value: { a: 1 }, problem: undefined } },
    { when: 'a byte order mark', text: '\uFEFF[]', expect: { value: [], problem: undefined } },
    { when: 'nothing', text: ' \n', expect: { value: undefined, problem: 'empty' } },
    { when: 'a broken document', text: '{"a":', expect: { value: undefined, problem: 'syntax' } },
    { when: 'too many characters', text: `"${'x'.repeat(99)}"`, expect: { value: undefined, problem: 'oversized' } },
  ];
  for (const { when, text, expect } of rows)
    it(`reads ${when}`, () => assert.deepEqual(parseUntrustedJson(text, 100), expect));

  it('takes 65 levels and no more', () => {
    assert.equal(parseUntrustedJson(nested(65), 1e6).problem, undefined);
    assert.equal(parseUntrustedJson(nested(66), 1e6).problem, 'oversized');
  });

  it('survives a depth that recursion would not', () => {
    const tookMs = cpuMs(() => assert.notEqual(parseUntrustedJson(nested(200_000), 1e6).problem, undefined));
    assert.ok(tookMs < 1000);
  });

  it('leaves references and names of the language alone', () => {
    const { value } = parseUntrustedJson('{"$ref":"http://127.0.0.1/","__proto__":{"polluted":true}}', 1e6);
    assert.deepEqual(Object.keys(value ?? {}), ['$ref', '__proto__']);
    assert.equal('polluted' in {}, false);
  });
});
