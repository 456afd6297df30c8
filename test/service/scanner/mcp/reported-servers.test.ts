import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import * as listing from '../../../fixtures/mcp-servers/listing.ts';
import { legacy, modern } from '../../../fixtures/mcp-servers/speaking.ts';
import { listedTool, tool } from '../../../support/mcp-artifacts.ts';
import { createMcpScanner, withServer } from '../../../support/mcp-scan.ts';
import type { McpHandler } from '../../../support/mcp-server.ts';

const scanner = createMcpScanner({ timesMs: 20 });
after(() => scanner.close());

async function recordsOf(handler: McpHandler): Promise<Readonly<Record<string, CheckRecord>>> {
  const outcome = await withServer(handler, ({ url }) => scanner.scan(url));
  assert.ok(outcome.reached && outcome.status === 'completed', 'the server is graded');
  return Object.fromEntries(outcome.records.map((record) => [record.id, record]));
}

const only = (overrides: Parameters<typeof tool>[1]) => ({
  lists: { tools: [listedTool(tool('get_order', overrides))] },
});

/** What differs from the same server without the fault: each check with the status that is right. */
const SERVERS: readonly (readonly [
  what: string,
  handler: McpHandler,
  right: Readonly<Record<string, CheckRecord['status']>>,
  says?: readonly [id: string, message: RegExp],
])[] = [
  [
    'null for members that may be left out',
    legacy({ more: { instructions: null, _meta: null } }),
    { M3: 'warn', M10: 'warn' },
    ['M3', /another type than the schema of 2025-11-25/],
  ],
  [
    'a cursor in a circle, told once',
    legacy(listing.cursorLoop),
    { M8: 'fail' },
    ['M8', /tools\/list has a cursor that leads back/],
  ],
  ['a cursor that is ignored, told once', legacy(listing.sameAgain), { M8: 'fail' }],
  [
    'an output schema whose reference leads nowhere',
    legacy(
      only({
        outputSchema: { type: 'object', properties: { screen: { $ref: '#/$defs/Screen', description: 'It.' } } },
      }),
    ),
    { M17: 'fail' },
  ],
  [
    'an array without items',
    legacy(
      only({
        inputSchema: {
          type: 'object',
          properties: { numbers: { type: 'array', description: 'Numbers of orders, such as A-1001.' } },
          required: ['numbers'],
        },
      }),
    ),
    { M17: 'warn' },
  ],
  ['arrays as answers', listing.inArrays(legacy()), { M3: 'warn' }, ['M3', /array of messages/]],
  [
    'arrays as answers in 2025-03-26, but for initialize',
    listing.inArrays(legacy({ protocolVersion: '2025-03-26' })),
    { M3: 'warn' },
    ['M3', /array of messages/],
  ],
  ['revision 2024-11-05', legacy({ protocolVersion: '2024-11-05' }), {}, ['M2', /speaks is 2024-11-05/]],
  ['arrays from a modern server', listing.inArrays(modern()), { M3: 'warn' }],
];

describe('servers after bug reports', () => {
  let healthy: Readonly<Record<string, CheckRecord>>;
  before(async () => {
    healthy = await recordsOf(legacy(only({})));
  });
  for (const [what, handler, right, says] of SERVERS)
    it(what, async () => {
      const records = await recordsOf(handler);
      const wrong = Object.entries(records).filter(
        ([id, { status }]) => status !== (right[id] ?? healthy[id]?.status) && (status === 'fail' || status === 'warn'),
      );
      assert.deepEqual(
        wrong.map(([id, { message }]) => `${id}: ${message}`),
        [],
      );
      for (const [id, status] of Object.entries(right)) assert.equal(records[id]?.status, status, id);
      if (says !== undefined) assert.match(records[says[0]]?.message ?? '', says[1]);
    });
});
