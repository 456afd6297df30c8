import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SHAPES, type Shape, shapeFaults } from '../../../../src/scanner/mcp/message-shapes.ts';

describe('members of another type than the schema says', () => {
  const rows: readonly (readonly [
    when: string,
    value: unknown,
    shape: Shape,
    revision: string,
    faults: readonly string[],
  ])[] = [
    ['nothing given', {}, SHAPES.greeting, '2025-11-25', []],
    ['no object', null, SHAPES.greeting, '2025-11-25', []],
    [
      'null for what may be left out',
      { instructions: null, _meta: null },
      SHAPES.greeting,
      '2025-06-18',
      ['greeting._meta is null', 'greeting.instructions is null'],
    ],
    [
      'an inner member',
      { serverInfo: { name: 'a', version: 2 } },
      SHAPES.greeting,
      '2024-11-05',
      ['greeting.serverInfo.version is a number'],
    ],
    [
      'a capability that is a boolean',
      { capabilities: { tools: true } },
      SHAPES.greeting,
      '2025-11-25',
      ['greeting.capabilities.tools is a boolean'],
    ],
    [
      'an entry of an array',
      { arguments: [{ name: 'a' }, { name: 'b', required: 'yes' }] },
      SHAPES.prompts,
      '2024-11-05',
      ['greeting.arguments[1].required is a string'],
    ],
    ['a member that the revision does not have', { title: null, icons: {} }, SHAPES.tools, '2025-03-26', []],
    [
      'the same members where it does',
      { title: null, icons: {} },
      SHAPES.tools,
      '2025-11-25',
      ['greeting.title is null', 'greeting.icons is an object'],
    ],
    ['members of no revision', { extra: null, __proto__: { title: 5 } }, SHAPES.tools, '2025-11-25', []],
    ['what a schema in it says', { inputSchema: { default: null } }, SHAPES.tools, '2025-11-25', []],
  ];
  for (const [when, value, shape, revision, faults] of rows)
    it(when, () => assert.deepEqual(shapeFaults(value, shape, revision, 'greeting'), faults));

  it('are five at most', () => {
    const value = { arguments: Array.from({ length: 50 }, () => ({ name: null })) };
    assert.equal(shapeFaults(value, SHAPES.prompts, '2025-11-25', '').length, 5);
  });
});
