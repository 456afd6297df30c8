import check from '../../../../../src/scanner/checks/mcp/parameter-descriptions.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { handshake, tool } from '../../../../support/mcp-artifacts.ts';

const properties = (described: number, bare: number) =>
  Object.fromEntries([
    ...Array.from({ length: described }, (_, at) => [`d${at}`, { type: 'string', description: 'abc' }]),
    ...Array.from({ length: bare }, (_, at) => [`b${at}`, { type: 'string' }]),
  ]);
const given = (...schemas: unknown[]) => ({
  handshake: handshake(),
  tools: schemas.map((inputSchema, at) => tool(`t${at}`, { inputSchema })),
});
const of = (described: number, bare: number) => given({ type: 'object', properties: properties(described, bare) });

checkTable(check, [
  { when: 'all are', given: of(3, 0), expect: 'pass', says: /^3 of 3/, credit: 0.8 },
  {
    when: 'all are, and one shows a value',
    given: given({ properties: { day: { type: 'string', description: 'A day, e.g. 2026-01-31' } } }),
    expect: 'pass',
  },
  {
    when: 'a description calls optional what the schema requires',
    given: given({ properties: { day: { type: 'string', description: '(optional) A day' } }, required: ['day'] }),
    expect: 'warn',
    says: /1 description and the schema disagree/,
  },
  {
    when: 'a description calls required what the schema does not',
    given: given({ properties: { day: { type: 'string', description: 'Required. A day' } } }),
    expect: 'warn',
  },
  {
    when: 'it is required under a condition, or has a default',
    given: given({
      properties: {
        day: { type: 'string', description: 'Required if no week is given' },
        zone: { type: 'string', description: 'Required. A zone', default: 'UTC' },
      },
    }),
    expect: 'pass',
  },
  { when: '9 of 10 are', given: of(9, 1), expect: 'pass' },
  { when: '89 of 100 are', given: of(89, 11), expect: 'warn' },
  { when: '6 of 10 are', given: of(6, 4), expect: 'warn' },
  { when: '59 of 100 are', given: of(59, 41), expect: 'fail', says: /^59 of 100/ },
  {
    when: 'a description of two characters',
    given: given({ properties: { a: { description: 'ab' } } }),
    expect: 'fail',
  },
  {
    when: 'the parameters of array items are bare',
    given: given({ properties: { a: { description: 'A list', items: { properties: properties(0, 3) } } } }),
    expect: 'fail',
    says: /^1 of 4/,
  },
  {
    when: 'parameters at depth 4 are bare',
    given: given({
      properties: {
        a: {
          description: 'abc',
          properties: {
            b: { description: 'abc', properties: { c: { description: 'abc', properties: properties(0, 9) } } },
          },
        },
      },
    }),
    expect: 'pass',
  },
  {
    when: 'the sum over all tools counts',
    given: given({ properties: properties(9, 0) }, { properties: properties(0, 1) }),
    expect: 'pass',
  },
  { when: 'no parameters', given: given({ type: 'object' }, { type: 'object', properties: {} }), expect: 'na' },
  { when: 'schemas that are none', given: given(null, 'text'), expect: 'na' },
  { when: 'no tools', given: given(), expect: 'na' },
]);
