import assert from 'node:assert/strict';
import { it } from 'node:test';
import check from '../../../../../src/scanner/checks/mcp/input-output-schemas.ts';
import { checkTable } from '../../../../support/check-table.ts';
import { cpuMs } from '../../../../support/cpu-time.ts';
import { handshake, legacyHandshake, TOOLS, tool } from '../../../../support/mcp-artifacts.ts';

const given = (inputSchema: unknown, outputSchema?: unknown) => ({
  handshake: handshake(),
  tools: [...TOOLS, tool('odd', { inputSchema, outputSchema })],
});
const parameter = (schema: unknown, key = 'a') => given({ type: 'object', properties: { [key]: schema } });
const text = { type: 'string' };

checkTable(check, [
  { when: 'healthy tools', given: { handshake: handshake(), tools: TOOLS }, expect: 'pass', says: /2 tools/ },
  { when: 'no parameters', given: given({ type: 'object' }), expect: 'pass' },
  { when: 'typed by enum, const or reference', given: parameter({ enum: ['a'] }), expect: 'pass' },
  { when: 'an alternative further inside', given: parameter({ anyOf: [text, { type: 'null' }] }), expect: 'pass' },
  {
    when: 'an alternative at the top',
    given: given({ type: 'object', anyOf: [{}] }),
    expect: 'warn',
    says: /in 1 place\./,
  },
  {
    when: 'an alternative at the top of an output',
    given: given({ type: 'object' }, { anyOf: [text] }),
    expect: 'pass',
  },
  { when: 'an untyped parameter', given: parameter({ description: 'What' }), expect: 'warn' },
  { when: 'a parameter that may be anything', given: parameter(true), expect: 'warn' },
  { when: 'a list of types', given: parameter({ type: ['string', 'null'] }), expect: 'warn' },
  { when: 'a key with a space', given: parameter(text, 'a b'), expect: 'warn' },
  { when: 'a key of 64 characters', given: parameter(text, 'k'.repeat(64)), expect: 'pass' },
  { when: 'a key of 65 characters', given: parameter(text, 'k'.repeat(65)), expect: 'warn' },
  {
    when: 'an untyped parameter of list items',
    given: parameter({ type: 'array', items: { properties: { b: {} } } }),
    expect: 'warn',
  },
  {
    when: 'a dialect of its own',
    given: given({ type: 'object', $schema: 'https://h.example/dialect' }),
    expect: 'warn',
  },
  { when: 'no input schema', given: given(undefined), expect: 'fail', says: /in 1 place\./ },
  { when: 'no root type', given: given({}), expect: 'fail' },
  { when: 'an unknown type', given: parameter({ type: 'text' }), expect: 'fail' },
  { when: 'an output schema that is none', given: given({ type: 'object' }, 'text'), expect: 'fail' },
  { when: 'an output schema with an unknown type', given: given({ type: 'object' }, { type: 'text' }), expect: 'fail' },
  {
    when: 'an output schema with a reference that leads nowhere',
    given: given({ type: 'object' }, { type: 'object', properties: { a: { $ref: '#/$defs/A' } } }),
    expect: 'fail',
    says: /in 1 place\./,
  },
  {
    when: 'an output schema with a pattern that does not compile, and an enum without a value of its type',
    given: given(
      { type: 'object' },
      { type: 'object', properties: { a: { pattern: '(' }, b: { type: 'string', enum: [1] } } },
    ),
    expect: 'fail',
    says: /in 2 places\./,
  },
  {
    when: 'an output schema of an array, before 2026-07-28',
    given: { ...given({ type: 'object' }, { type: 'array', items: text }), handshake: legacyHandshake() },
    expect: 'fail',
    says: /in 1 place\./,
  },
  {
    when: 'an output schema of an array since then',
    given: given({ type: 'object' }, { type: 'array', items: text }),
    expect: 'pass',
  },
  { when: 'an output schema of null', given: given({ type: 'object' }, null), expect: 'fail' },
  {
    when: 'a required property that is not there',
    given: given({ type: 'object', properties: {}, required: ['a'] }),
    expect: 'fail',
  },
  { when: 'a reference to another host', given: parameter({ $ref: 'http://169.254.169.254/' }), expect: 'fail' },
  { when: 'invalid and not portable', given: given({ anyOf: [] }), expect: 'fail' },
  { when: 'no tools', given: { handshake: handshake(), tools: [] }, expect: 'na' },
]);

it('names the place', () => {
  const outcome = check.evaluate(parameter({ type: 'array', items: { type: 'text' } }));
  assert.equal(outcome.evidence?.findings?.[0]?.at, 'odd.inputSchema/properties/a/items/type');
});

it('500 tools take less than two seconds of the processor', () => {
  const tools = Array.from({ length: 500 }, (_, at) => tool(`t${at}`));
  const tookMs = cpuMs(() => assert.equal(check.evaluate({ handshake: handshake(), tools }).status, 'pass'));
  assert.ok(tookMs < 2_000);
});
