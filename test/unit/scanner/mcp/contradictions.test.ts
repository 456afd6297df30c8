import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { contradictionsOf } from '../../../../src/scanner/mcp/tools.ts';
import { tool } from '../../../support/mcp-artifacts.ts';
import { assertQuick } from '../parse/assert-quick.ts';

const LIMIT = { type: 'integer', description: 'How many.' };
const tides = (description: string, properties: object = { limit: LIMIT }, required: string[] = []) =>
  tool('list_tides', { description, inputSchema: { type: 'object', properties, required } });
const ofParameter = (schema: object, required: string[] = []) =>
  contradictionsOf(tides('Lists tides.', { limit: schema }, required)).map(({ at, found }) => `${at}: ${found}`);

describe('a parameter that the text describes and the schema does not have', () => {
  const namesIn = (description: string) =>
    contradictionsOf(tides(description)).map(({ found }) => /parameter (\w+)/.exec(found)?.[1]);
  it('is found in a list of parameters and in a sentence', () => {
    assert.deepEqual(
      namesIn('Lists tides.\n\nArgs:\n    limit: how many\n    day (str): which day\n\nReturns:\n    list: the tides'),
      ['day'],
    );
    assert.deepEqual(namesIn('Lists tides. The `harbour` parameter is a name, the `limit` parameter a number.'), [
      'harbour',
    ]);
  });
  it('is none where the line explains another, follows the list, or the schema says nothing', () => {
    assert.deepEqual(namesIn('Args:\n    limit: how many\n        small: up to ten\nNote: none'), []);
    assert.deepEqual(namesIn('Returns:\n    day: which day'), []);
    assert.deepEqual(
      contradictionsOf(tool('x', { description: 'Args:\n  day: which', inputSchema: { type: 'object' } })),
      [],
    );
  });
  it('takes time in proportion to the length of a text', () => {
    for (const piece of ['the `a` parameter ', 'Args:\n  a: b\n', ' '.repeat(50), 'a ('])
      assertQuick(() => contradictionsOf(tides(piece.repeat(20_000))));
  });
});

describe('a parameter whose text is at odds with its schema', () => {
  const text = (description: string, more: object = {}) => ({ type: 'string', description, ...more });
  it('optional and required', () => {
    assert.match(
      ofParameter(text('Optional. The day.'), ['limit'])[0] ?? '',
      /list_tides\.limit: the text calls it optional/,
    );
    assert.match(ofParameter(text('(required) The day.'))[0] ?? '', /calls it required/);
    assert.deepEqual(ofParameter(text('Optional. The day.')), []);
    assert.deepEqual(ofParameter(text('Required. The day.'), ['limit']), []);
    assert.deepEqual(ofParameter(text('Required when no name is given.')), []);
    assert.deepEqual(ofParameter(text('Optional. The day.', { default: 'today' }), ['limit']), []);
  });
  it('values', () => {
    const of = (values: readonly string[]) => ofParameter(text('One of: "low", "high" or "all".', { enum: values }));
    assert.match(of(['low', 'high'])[0] ?? '', /offers the value all/);
    assert.deepEqual(of(['low', 'high', 'all', 'none']), []);
    assert.match(
      ofParameter({ type: 'array', description: "Must be 'low' or 'mid'", items: { enum: ['low'] } })[0] ?? '',
      /the value mid/,
    );
  });
  it('defaults', () => {
    assert.match(
      ofParameter({ ...LIMIT, description: 'How many (default: 10).', default: 20 })[0] ?? '',
      /is 10, and the schema says 20/,
    );
    assert.deepEqual(ofParameter({ ...LIMIT, description: 'How many. Defaults to 20.', default: 20 }), []);
    assert.deepEqual(ofParameter({ ...LIMIT, description: 'How many. Defaults to all.', default: 20 }), []);
  });
});

it('a tool that says it deletes and is annotated as read-only', () => {
  const of = (description: string, readOnlyHint: boolean) =>
    contradictionsOf(tool('tides', { description, annotations: { readOnlyHint } })).length;
  assert.equal(of('Deletes the tides of one day.', true), 1);
  assert.equal(of('Deletes the tides of one day.', false), 0);
  assert.equal(of('Lists the deletes of one day.', true), 0);
});
