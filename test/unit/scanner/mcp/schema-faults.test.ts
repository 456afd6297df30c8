import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { portabilityFaults } from '../../../../src/scanner/mcp/portability.ts';
import { createSchemaJudge } from '../../../../src/scanner/mcp/schema-faults.ts';
import { MAX_DEPTH, TOO_DEEP } from '../../../../src/scanner/model/mcp.ts';
import { cpuMs } from '../../../support/cpu-time.ts';
import { inWhole } from '../../../support/exhaustive.ts';

const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const object = (properties: unknown, more: object = {}) => ({ type: 'object', properties, ...more });
const nested = (levels: number): unknown => (levels === 0 ? true : { not: nested(levels - 1) });
const header = (name: unknown, type = 'string') => ({ type, 'x-mcp-header': name });

const FINE: readonly [string, unknown][] = [
  ['no parameters', { type: 'object' }],
  ['closed', object({}, { additionalProperties: false })],
  ['2020-12 declared', object({}, { $schema: 'https://json-schema.org/draft/2020-12/schema' })],
  ['draft 7 declared, with a list of items', object({ a: { items: [{ type: 'string' }] } }, { $schema: DRAFT_7 })],
  [
    'another dialect',
    object({ a: { exclusiveMinimum: true } }, { $schema: 'http://json-schema.org/draft-04/schema#' }),
  ],
  ['a required property', object({ a: {} }, { required: ['a'] })],
  ['required where alternatives add properties', object({ a: {} }, { required: ['b'], anyOf: [object({ b: {} })] })],
  ['required without properties', { type: 'object', required: ['a'] }],
  ['a reference inside', object({ a: { $ref: '#/$defs/A' } }, { $defs: { A: {} } })],
  [
    'a reference to its own id',
    object({ a: { $ref: 'https://s.example/a#/$defs/A' } }, { $id: 'https://s.example/a', $defs: { A: {} } }),
  ],
  ['a reference to a name', object({ a: { $ref: 'urn:uuid:1' } })],
  ['a property called $ref', object({ $ref: { type: 'string' } })],
  ['an address that is data', object({ a: { default: { $ref: 'http://169.254.169.254/' }, enum: [{ $ref: '//x' }] } })],
  ['a pattern that a regular expression engine chokes on', object({ a: { type: 'string', pattern: '^(a+)+$' } })],
  ['an unknown format and keyword', object({ a: { format: 'colour', 'x-order': 1 } })],
  ['40 levels', { type: 'object', not: nested(39) }],
  ['headers', object({ a: header('Region'), b: object({ c: header('Tenant', 'integer') }) })],
  ['a property called x-mcp-header', object({ 'x-mcp-header': { type: 'string' } })],
];

const WRONG: readonly [string, unknown, string, RegExp][] = [
  ['missing', undefined, '', /missing/],
  ['null', null, '', /no JSON object/],
  ['a list', [], '', /no JSON object/],
  ['true', true, '', /no JSON object/],
  ['no root type', { properties: {} }, '/type', /object/],
  ['another root type', { type: 'string' }, '/type', /object/],
  ['a list of root types', { type: ['object'] }, '/type', /object/],
  ['an unknown type', object({ 'a/b': { type: 'strng' } }), '/properties/a~1b/type', /allowed values/],
  ['properties that are a list', { type: 'object', properties: [] }, '/properties', /object/],
  ['required that is true', object({ a: { required: true } }), '/properties/a/required', /array/],
  ['a list of items in 2020-12', object({ a: { items: [{}] } }), '/properties/a/items', /object,boolean/],
  [
    'a number as text in draft 7',
    object({ a: { minimum: '1' } }, { $schema: DRAFT_7 }),
    '/properties/a/minimum',
    /number/,
  ],
  ['an undefined required property', object({ a: {} }, { required: ['a', 'b'] }), '/required/1', /not defined/],
  [
    'required of what every object inherits',
    object({ a: {} }, { required: ['toString'] }),
    '/required/0',
    /not defined/,
  ],
  [
    'a reference to a metadata address',
    object({ a: { $ref: 'http://169.254.169.254/latest' } }),
    '/properties/a/$ref',
    /another host/,
  ],
  [
    'a reference without a scheme',
    object({ a: { items: { $ref: '//h.example/s' } } }),
    '/properties/a/items/$ref',
    /another host/,
  ],
  [
    'a reference to a file',
    object({ a: { $dynamicRef: 'file:///etc/passwd' } }),
    '/properties/a/$dynamicRef',
    /another host/,
  ],
  [
    'a reference under a property called items',
    object({ items: { $ref: 'https://h.example/' } }),
    '/properties/items/$ref',
    /another host/,
  ],
  ['41 levels', { type: 'object', not: nested(40) }, '', /40 deep/],
  ['what was cut for its depth', object({ a: TOO_DEEP }), '', /40 deep/],
  ['200 kB and more', object({ a: { description: 'x'.repeat(200_000) } }), '', /200000 bytes/],
  ['a header without a name', object({ a: header('') }), '/properties/a/x-mcp-header', /no name/],
  ['a header with a line break', object({ a: header('A\r\nB') }), '/properties/a/x-mcp-header', /no name/],
  ['a header that is no text', object({ a: header(7) }), '/properties/a/x-mcp-header', /no name/],
  ['a header twice', object({ a: header('Region'), b: header('region') }), '/properties/b/x-mcp-header', /same header/],
  ['a header on a number', object({ a: header('N', 'number') }), '/properties/a/x-mcp-header', /no string/],
  ['a header on the root', { type: 'object', 'x-mcp-header': 'A' }, '/x-mcp-header', /plain property/],
  [
    'a header in a list',
    object({ a: { type: 'array', items: header('A') } }),
    '/properties/a/items/x-mcp-header',
    /plain/,
  ],
  [
    'a header in an alternative',
    object({}, { anyOf: [object({ a: header('A') })] }),
    '/anyOf/0/properties/a/x-mcp-header',
    /plain/,
  ],
];

describe('createSchemaJudge', () => {
  for (const [what, schema] of FINE) {
    it(`fine: ${what}`, () => assert.deepEqual(createSchemaJudge()(schema, 'input'), []));
  }
  for (const [what, schema, pointer, says] of WRONG) {
    it(`wrong: ${what}`, () => {
      const [first] = createSchemaJudge()(schema, 'input');
      assert.equal(first?.pointer, pointer);
      assert.match(first.says, says);
    });
  }

  it('an output may be of any type and its annotations are its own affair', () => {
    const judge = createSchemaJudge();
    assert.deepEqual(judge({ type: 'string', 'x-mcp-header': '' }, 'output'), []);
    assert.equal(judge({ type: 'strng' }, 'output').length, 1);
  });

  it('one bad schema leaves the judge of the next as it was', () => {
    const judge = createSchemaJudge();
    for (const $id of ['https://a.example/s', 'https://a.example/s']) {
      assert.deepEqual(judge(object({ a: {} }, { $id }), 'input'), []);
      assert.equal(judge(object({ a: { type: 7 } }, { $id }), 'input').length, 1);
    }
  });

  it('gives no more than 20 faults', () => {
    const names = Array.from({ length: 500 }, (_, at) => `missing${at}`);
    assert.equal(createSchemaJudge()(object({}, { required: names }), 'input').length, 20);
  });

  it('nesting at the depth limit of artifacts, or deeper, is handled without recursion', () => {
    for (const levels of [MAX_DEPTH, 5_000]) {
      let deep: unknown = {};
      for (let at = 0; at < levels; at += 1) deep = { not: deep };
      assert.match(createSchemaJudge()(deep, 'input')[0]?.says ?? '', /40 deep/);
    }
  });

  inWhole(() =>
    it('the work for one server is bounded', () => {
      const judge = createSchemaJudge();
      const wide = { type: 'object', allOf: Array.from({ length: 9_000 }, () => ({ not: {} })) };
      const verdicts: ReturnType<typeof judge>[] = [];
      const tookMs = cpuMs(() => {
        for (let at = 0; at < 40; at += 1) verdicts.push(judge(wide, 'input'));
      });
      assert.ok(tookMs < 10_000);
      assert.deepEqual(verdicts[0], []);
      assert.match(verdicts.at(-1)?.[0]?.says ?? '', /50000 subschemas/);
    }),
  );

  it('long lists of values are not compared with each other', () => {
    const values = Array.from({ length: 30_000 }, (_, at) => at);
    for (const $schema of [DRAFT_7, undefined]) {
      const schema = object({ a: { enum: values } }, $schema ? { $schema } : {});
      const tookMs = cpuMs(() => assert.deepEqual(createSchemaJudge()(schema, 'input'), []));
      assert.ok(tookMs < 1_000);
    }
  });
});

describe('values and references that cannot work', () => {
  const faults = (schema: unknown, role: 'input' | 'output' = 'output') =>
    createSchemaJudge()(schema, role).map(({ pointer, says }) => `${pointer} ${says}`);
  const nowhere = 'refers to a place that the schema does not have';
  const cases: readonly (readonly [name: string, schema: unknown, expected: readonly string[]])[] = [
    ['a definition that is missing', object({ a: { $ref: '#/$defs/A' } }), [`/properties/a/$ref ${nowhere}`]],
    ['an anchor that is missing', object({ a: { $ref: '#A' } }), [`/properties/a/$ref ${nowhere}`]],
    ['an anchor', object({ a: { $ref: '#A' } }, { $defs: { A: { $anchor: 'A' } } }), []],
    ['a circle', object({ a: { $ref: '#' } }), []],
    ['a reference into properties', object({ a: { type: 'string' }, b: { $ref: '#/properties/a' } }), []],
    ['an escaped step', object({ a: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': {} } }), []],
    ['a step that is no schema', object({ a: { $ref: '#/type' } }), [`/properties/a/$ref ${nowhere}`]],
    [
      'a pattern that does not compile',
      object({ a: { type: 'string', pattern: '([a-z' } }),
      ['/properties/a/pattern is no regular expression of ECMA-262'],
    ],
    [
      'an enum of another type',
      object({ a: { type: 'integer', enum: ['1'] } }),
      ['/properties/a/enum holds no value of the declared type'],
    ],
    ['an enum with a value of its type', object({ a: { type: ['string', 'null'], enum: ['x', null] } }), []],
  ];
  for (const [name, schema, expected] of cases) it(name, () => assert.deepEqual(faults(schema), expected));

  it('an array without items is valid and not portable', () => {
    const schema = object({ numbers: { type: 'array' }, pairs: { type: 'array', items: {} } });
    assert.deepEqual(faults(schema, 'input'), []);
    assert.deepEqual(
      portabilityFaults(schema).map(({ at }) => at),
      ['numbers'],
    );
  });
});
