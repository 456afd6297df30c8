import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parametersOf } from '../../../../src/scanner/mcp/tools.ts';

const paths = (schema: unknown) => parametersOf(schema).map(({ path }) => path);
const nested = (depth: number): unknown =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { [`p${depth}`]: nested(depth - 1) } };

describe('parametersOf', () => {
  it('finds properties to depth 3, outermost first', () => {
    assert.deepEqual(paths(nested(5)), ['p5', 'p5.p4', 'p5.p4.p3']);
  });

  it('looks into items, alternatives and definitions', () => {
    const schema = {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { a: {} } } },
        pair: { type: 'array', prefixItems: [{ properties: { b: {} } }] },
        either: { anyOf: [{ properties: { c: {} } }, { type: 'null' }] },
        defined: { $ref: '#/$defs/D' },
        older: { $ref: '#/definitions/E' },
      },
      oneOf: [{ properties: { kind: {} } }],
      $defs: { D: { type: 'object', properties: { d: {} } } },
      definitions: { E: { properties: { e: {} } } },
    };
    assert.deepEqual(paths(schema).sort(), [
      'defined',
      'defined.d',
      'either',
      'either.c',
      'kind',
      'list',
      'list[].a',
      'older',
      'older.e',
      'pair',
      'pair[].b',
    ]);
  });

  it('takes the description of the definition where there is none of its own', () => {
    const schema = {
      properties: {
        own: { $ref: '#/$defs/D', description: 'own' },
        referred: { $ref: '#/$defs/D' },
        wrapped: { allOf: [{ $ref: '#/$defs/D' }] },
        choice: { anyOf: [{ $ref: '#/$defs/D' }, { type: 'null' }] },
        bare: {},
      },
      $defs: { D: { description: ' of the definition ' } },
    };
    assert.deepEqual(
      parametersOf(schema).map(({ key, description }) => [key, description]),
      [
        ['own', 'own'],
        ['referred', 'of the definition'],
        ['wrapped', 'of the definition'],
        ['choice', ''],
        ['bare', ''],
      ],
    );
  });

  it('ends where references lead in circles', () => {
    const schema = {
      $ref: '#/$defs/A',
      $defs: { A: { $ref: '#/$defs/A', items: { $ref: '#/$defs/A' }, properties: { a: { $ref: '#/$defs/A' } } } },
    };
    assert.ok(paths(schema).length <= 1_000);
  });

  it('follows no reference to elsewhere and none to what every object inherits', () => {
    const schema = {
      $ref: 'https://other.example/schema',
      $defs: {},
      properties: { a: { $ref: '#/$defs/constructor' } },
    };
    assert.deepEqual(paths(schema), ['a']);
  });

  it('survives junk', () => {
    for (const junk of [undefined, null, 7, 'text', [], { properties: 7 }, { properties: [], items: 7, anyOf: {} }]) {
      assert.deepEqual(paths(junk), []);
    }
    assert.deepEqual(parametersOf({ properties: { a: true, b: null } }), [
      { path: 'a', key: 'a', schema: undefined, description: '' },
      { path: 'b', key: 'b', schema: undefined, description: '' },
    ]);
  });

  it('stops at a thousand', () => {
    const properties = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, {}]));
    assert.equal(paths({ properties }).length, 1_000);
  });
});
