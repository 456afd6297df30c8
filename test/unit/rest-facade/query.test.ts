import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { inputFromQuery } from '../../../src/rest-facade/query.ts';
import { ROUTES } from '../../../src/rest-facade/routes.ts';
import { TOOLS } from '../../../src/tools/registry.ts';

fc.configureGlobal({ seed: 1 });

const schema = z.object({
  limit: z.int().min(1).max(100).default(20),
  ratio: z.number().optional(),
  deep: z.boolean().optional(),
  cursor: z.iso.datetime().optional(),
  name: z.string().max(10).optional(),
  kind: z.enum(['a', 'b']).optional(),
});
const read = (query: string) => inputFromQuery(schema, new URLSearchParams(query));

describe('inputFromQuery', () => {
  const cases: [string, Record<string, unknown>][] = [
    ['', {}],
    ['limit=5', { limit: 5 }],
    ['limit=0', { limit: 0 }],
    ['limit=-3', { limit: -3 }],
    ['limit=007', { limit: 7 }],
    ['limit=999999999999999', { limit: 999_999_999_999_999 }],
    ['limit=9999999999999999', { limit: '9999999999999999' }],
    ['limit=', { limit: '' }],
    ['limit=5.0', { limit: '5.0' }],
    ['limit=1e3', { limit: '1e3' }],
    ['limit=0x10', { limit: '0x10' }],
    ['limit=+5', { limit: ' 5' }],
    ['limit=%2B5', { limit: '+5' }],
    ['limit=5%0A', { limit: '5\n' }],
    ['limit=NaN', { limit: 'NaN' }],
    ['limit=Infinity', { limit: 'Infinity' }],
    ['limit=many', { limit: 'many' }],
    ['unknown=5&unknown=6&limit=5', { limit: 5 }],
    ['ratio=2', { ratio: 2 }],
    ['ratio=-0.25', { ratio: -0.25 }],
    ['ratio=.5', { ratio: '.5' }],
    ['ratio=5.', { ratio: '5.' }],
    ['ratio=1.2.3', { ratio: '1.2.3' }],
    ['deep=true', { deep: true }],
    ['deep=false', { deep: false }],
    ['deep=TRUE', { deep: 'TRUE' }],
    ['deep=1', { deep: '1' }],
    ['deep', { deep: '' }],
    ['cursor=2026-01-01T00:00:00.000Z', { cursor: '2026-01-01T00:00:00.000Z' }],
    ['name=5', { name: '5' }],
    ['name=true', { name: 'true' }],
    ['name=', { name: '' }],
    ['kind=c', { kind: 'c' }],
    ['unknown=1&Limit=5&limit%20=5', {}],
    ['__proto__=1&constructor=2&toString=3', {}],
  ];
  for (const [query, input] of cases) it(query === '' ? 'nothing' : query, () => assert.deepEqual(read(query), input));

  it('refuses a repeated parameter by name', () => {
    for (const query of ['limit=5&limit=6', 'limit=5&name=a&limit=5']) {
      assert.throws(() => read(query), { code: 'invalid_request', message: 'limit: expected it only once.' });
    }
  });

  it('leaves junk to the schema, which refuses it by name', () => {
    for (const query of ['limit=many', 'limit=', 'limit=5.0', 'ratio=.5', 'deep=1', 'cursor=yesterday', 'kind=c']) {
      const parsed = schema.safeParse(read(query));
      assert.deepEqual(
        parsed.error?.issues.map(({ path }) => path.join('.')),
        [query.split('=')[0]],
        query,
      );
    }
  });

  it('answers members of the schema only, as text unless they are read', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.constantFrom('limit', 'deep', 'name')), fc.string()), {
          selector: ([name]) => name,
        }),
        (pairs) => {
          const query = new URLSearchParams(pairs);
          for (const [name, value] of Object.entries(inputFromQuery(schema, query))) {
            assert.ok(name in schema.shape);
            assert.equal(typeof value === 'string' ? value : String(query.get(name)), query.get(name));
          }
        },
      ),
    );
  });

  it('reads the query of every GET route there is', () => {
    for (const { method, tool: name } of ROUTES) {
      const tool = TOOLS.find((tool) => tool.name === name);
      if (method !== 'GET' || tool === undefined) continue;
      const query = new URLSearchParams(Object.keys(tool.input.shape).map((member): [string, string] => [member, '5']));
      assert.deepEqual(Object.keys(inputFromQuery(tool.input, query)), Object.keys(tool.input.shape));
    }
  });
});
