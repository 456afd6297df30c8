import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CONDUCTS, effectsOf, isRefused } from '../../../../src/scanner/mcp/client-table.ts';
import { outputPortabilityFaults, portabilityFaults } from '../../../../src/scanner/mcp/portability.ts';
import { cpuMs } from '../../../support/cpu-time.ts';

const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const NODE = object({ child: { $ref: '#/$defs/node' } });

describe('what clients refuse', () => {
  const cases: readonly (readonly [name: string, schema: unknown, refused: readonly string[]])[] = [
    ['plain parameters', object({ a: { type: 'string' } }), []],
    ['a reference', object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { type: 'string' } } }), []],
    [
      'a reference with a description',
      object({ a: { $ref: '#/$defs/a', description: 'A.' } }, { $defs: { a: { type: 'string' } } }),
      [],
    ],
    [
      'a reference with neighbours',
      object({ a: { $ref: '#/$defs/a', minLength: 1 } }, { $defs: { a: { type: 'string' } } }),
      ['reference-neighbours'],
    ],
    [
      'a reference into properties',
      object({ a: { type: 'string' }, b: { $ref: '#/properties/a' } }),
      ['reference-into-properties'],
    ],
    ['a circle', object({ a: { $ref: '#/$defs/node' } }, { $defs: { node: NODE } }), ['circular-reference']],
    ['a circle to the root', object({ a: { $ref: '#' } }), ['circular-reference']],
    [
      'a circle of two',
      object({}, { $defs: { a: object({ b: { $ref: '#/$defs/b' } }), b: object({ a: { $ref: '#/$defs/a' } }) } }),
      ['circular-reference', 'circular-reference'],
    ],
    [
      'alternatives of arrays in items',
      object({ a: { type: 'array', items: { anyOf: [{ type: 'array', items: {} }, { type: 'string' }] } } }),
      ['alternatives-in-items'],
    ],
    ['a key of the root that Claude refuses', object({ 'a[]': { type: 'string' } }), ['property-key']],
    ['such a key further inside', object({ a: object({ 'b[]': { type: 'string' } }) }), []],
    [
      'alternatives of plain types in items',
      object({ a: { type: 'array', items: { anyOf: [{ type: 'number' }, { type: 'string' }] } } }),
      [],
    ],
  ];
  for (const [name, schema, refused] of cases)
    it(name, () =>
      assert.deepEqual(
        portabilityFaults(schema)
          .filter((fault) => fault.isRefused)
          .map(({ construct }) => construct),
        refused,
      ),
    );

  it('names who refuses the whole list, and who only misreads it', () => {
    const [fault] = portabilityFaults(object({ a: { type: 'array' } }));
    assert.match(fault?.says ?? '', /an array without items \(OpenAI API: refuses the whole list; Gemini API: /);
    assert.match(effectsOf('reference'), /misreads it/);
    assert.equal(isRefused('reference'), false);
  });
  it('of an output only circles count', () => {
    assert.deepEqual(
      outputPortabilityFaults(object({ a: { $ref: '#/$defs/node', minLength: 1 } }, { $defs: { node: NODE } })).map(
        ({ at }) => at,
      ),
      ['/$defs/node/properties/child'],
    );
  });
  it('thousands of references take little time', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, at) => [`p${at}`, { $ref: `#/properties/p${(at + 1) % 4_000}` }]),
    );
    assert.ok(cpuMs(() => portabilityFaults(object(properties))) < 1_000);
  });
});

it('each report has a source and a date', () => {
  for (const { source, date } of CONDUCTS) {
    assert.match(source, /^https:\/\//);
    assert.match(date, /^202[56]-\d\d-\d\d$/);
  }
});
