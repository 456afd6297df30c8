import assert from 'node:assert/strict';
import { it } from 'node:test';
import { misfitsOf } from '../../../../src/scanner/mcp/fits-schema.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const text = { type: 'string' };
const CASES: readonly [string, unknown, Record<string, unknown>, readonly string[]][] = [
  ['a value that fits', { a: 'x' }, object({ a: text }, { required: ['a'] }), []],
  ['another type', { a: 1 }, object({ a: text }), ['a: is not of type string']],
  ['a missing member', {}, object({ a: text }, { required: ['a'] }), ['a: is required and missing']],
  ['an unknown member', { b: 1 }, object({}, { additionalProperties: false }), ['b: is no member of the schema']],
  ['an item', { l: ['x', 2] }, object({ l: { type: 'array', items: text } }), ['l[1]: is not of type string']],
  ['an enum', { a: 'z' }, object({ a: { enum: ['x'] } }), ['a: is no value of the enum']],
  ['a reference', { a: 1 }, object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: text } }), ['a: is not of type string']],
  ['a reference that leads nowhere', { a: 1 }, object({ a: { $ref: '#/$defs/B' } }), []],
  ['one of several', { a: null }, object({ a: { anyOf: [text, { type: 'null' }] } }), []],
  [
    'none of several',
    { a: 1 },
    object({ a: { anyOf: [text, { type: 'null' }] } }),
    ['a: fits none of the alternatives'],
  ],
  ['a pattern that would run for ever', { a: `${'a'.repeat(50)}!` }, object({ a: { pattern: '^(a+)+$' } }), []],
  ['a list in place of an object', [], object({}), [': is not of type object']],
];

for (const [when, value, schema, expected] of CASES) {
  it(`${when}: ${expected.join(', ') || 'fits'}`, () => {
    assert.deepEqual(
      misfitsOf(value, schema).map(({ at, says }) => `${at}: ${says}`),
      expected,
    );
  });
}

it('circular references and many alternatives end', () => {
  const circle = { $ref: '#', anyOf: [{ $ref: '#' }, { $ref: '#' }], allOf: [{ $ref: '#' }] };
  const startedAt = performance.now();
  misfitsOf({ a: 1 }, circle);
  misfitsOf(
    Array.from({ length: 100_000 }, () => 1),
    { items: { anyOf: [text, text] } },
  );
  assert.ok(performance.now() - startedAt < 2_000);
});
