import assert from 'node:assert/strict';
import { it } from 'node:test';
import { withoutComments } from '../../../../../src/scanner/parse/json/jsonc.ts';

const CASES: readonly [string, string, unknown][] = [
  ['a line comment', '{"a": 1} // end', { a: 1 }],
  ['a block comment over lines', '{/* a\n b */"a": 1}', { a: 1 }],
  ['commas before a closing bracket', '{"a": [1, 2, /* c */ ], "b": {},}', { a: [1, 2], b: {} }],
  ['what looks like a comment in text', '{"a": "http://x/*y*/ // z, ]"}', { a: 'http://x/*y*/ // z, ]' }],
  ['an escaped quote', '{"a": "\\" // \\\\", "b": 1,}', { a: '" // \\', b: 1 }],
];

for (const [when, text, expected] of CASES) {
  it(`${when}: strict JSON of the same length`, () => {
    const strict = withoutComments(text);
    assert.deepEqual(JSON.parse(strict), expected);
    assert.equal(strict.length, text.length);
  });
}

it('text that never ends stays no JSON', () => {
  for (const text of ['{"a', '{/*', '{"a": /', '// only']) assert.throws(() => JSON.parse(withoutComments(text)), text);
});

it('lines stay lines, so that errors name them', () => {
  assert.equal(withoutComments('1 /* a\nb */\n2').split('\n').length, 3);
});

it('a megabyte of slashes takes no longer than of other text', () => {
  const startedAt = performance.now();
  withoutComments('/'.repeat(1_000_000));
  withoutComments(`${'[1,'.repeat(300_000)}`);
  assert.ok(performance.now() - startedAt < 3_000);
});
