import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { CheckRecord } from '../../../../src/scanner/model/result.ts';
import * as listing from '../../../fixtures/mcp-servers/listing.ts';
import { legacy, modern } from '../../../fixtures/mcp-servers/speaking.ts';
import { listedTool, tool } from '../../../support/mcp-artifacts.ts';
import { createMcpScanner, withServer } from '../../../support/mcp-scan.ts';
import { type McpHandler, sendJson } from '../../../support/mcp-server.ts';

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

/** Answers with events, before each of which comes one that is no message. */
const withHeartbeats =
  (handler: McpHandler): McpHandler =>
  (request, response) => {
    const end = response.end.bind(response);
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((status: number, headers: Record<string, string> = {}) =>
      writeHead(status, status === 200 ? { ...headers, 'content-type': 'text/event-stream' } : headers)) as never;
    response.end = ((body?: string) =>
      end(response.statusCode === 200 ? `data: {"type":"heartbeat"}\n\ndata: ${body}\n\n` : body)) as never;
    return handler(request, response);
  };

/** Refuses initialize with a revision newer than 2025-06-18. */
const refusesNewest =
  (handler: McpHandler, refuse: (response: ServerResponse, id: unknown) => unknown): McpHandler =>
  (request, response) => {
    const { message } = request;
    return message?.method === 'initialize' && request.body.includes('"2025-11-25"')
      ? refuse(response, message.id)
      : handler(request, response);
  };

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
  [
    'heartbeats that are no messages',
    withHeartbeats(legacy(only({}))),
    { M3: 'warn' },
    ['M3', /no JSON-RPC message comes before/],
  ],
  [
    'a revision that is refused in words',
    refusesNewest(legacy({ ...only({}), protocolVersion: '2025-06-18' }), (response) =>
      response
        .writeHead(400, { 'content-type': 'text/plain' })
        .end('Unsupported protocol version (supported versions: 2025-06-18, 2025-03-26, 2024-11-05)'),
    ),
    { M1: 'warn' },
    ['M1', /refuses revision 2025-11-25/],
  ],
  [
    'a revision that is refused with an error',
    refusesNewest(legacy({ ...only({}), protocolVersion: '2025-03-26' }), (response, id) =>
      sendJson(response, 200, {
        jsonrpc: '2.0',
        id,
        error: { code: -32_602, message: 'Invalid protocol version', data: { supported: ['2025-03-26'] } },
      }),
    ),
    { M1: 'warn' },
    ['M1', /refuses revision 2025-11-25/],
  ],
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
