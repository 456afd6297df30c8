import assert from 'node:assert/strict';
import { it } from 'node:test';
import { callArguments } from '../../../../src/scanner/mcp/call-arguments.ts';
import { tool } from '../../../support/mcp-artifacts.ts';

const object = (properties: object, required: readonly unknown[], more: object = {}) => ({
  type: 'object',
  properties,
  required,
  ...more,
});
const CASES: readonly [string, unknown, Record<string, unknown>, unknown][] = [
  ['no arguments', { type: 'object' }, { readOnlyHint: true }, {}],
  ['optional arguments alone', object({ a: { type: 'string' } }, []), { readOnlyHint: true }, {}],
  ['an example', object({ a: { examples: ['x', 'y'] } }, ['a']), { readOnlyHint: true }, { a: 'x' }],
  ['a default that is false', object({ a: { default: false } }, ['a']), { readOnlyHint: true }, { a: false }],
  ['an example of the whole', object({ a: {} }, ['a'], { examples: [{ a: 1 }] }), { readOnlyHint: true }, { a: 1 }],
  ['a required argument without an example', object({ a: {} }, ['a']), { readOnlyHint: true }, undefined],
  ['a required argument that the schema lacks', object({}, ['toString']), { readOnlyHint: true }, undefined],
  ['no word that it only reads', { type: 'object' }, {}, undefined],
  ['a word that is no true', { type: 'object' }, { readOnlyHint: 'true' }, undefined],
  ['reading and destroying', { type: 'object' }, { readOnlyHint: true, destructiveHint: true }, undefined],
  ['no schema', undefined, { readOnlyHint: true }, undefined],
];

for (const [when, inputSchema, annotations, expected] of CASES) {
  it(`${when}: ${expected === undefined ? 'not called' : JSON.stringify(expected)}`, () => {
    assert.deepEqual(callArguments(tool('t', { inputSchema, annotations })), expected);
  });
}
