/** Lines that the SDK would leave without an answer. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterLines, type RefusedRequest, refusedRequests } from '../../../src/transport/stdio.ts';

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const initialize = {
  ...ping,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

describe('a line', () => {
  const READ: readonly (readonly [name: string, line: string])[] = [
    ['a request', JSON.stringify(ping)],
    ['an initialize', JSON.stringify(initialize)],
    ['a notification', '{"jsonrpc":"2.0","method":"notifications/initialized"}'],
    ['an answer', '{"jsonrpc":"2.0","id":1,"result":{}}'],
    ['nothing', ''],
    ['no JSON', '{"jsonrpc":"2.0","id":1,'],
    ['no object', '5'],
    ['what has no id', '{"a":1}'],
    ['what has an id that is none', '{"jsonrpc":"2.0","id":null,"method":"ping"}'],
    ['a batch of what has no id', '[{"jsonrpc":"2.0","method":"notifications/initialized"},5,null]'],
  ];
  for (const [name, line] of READ) {
    it(`that is ${name} is the SDK's`, () => assert.deepEqual(refusedRequests(line), []));
  }

  const REFUSED: readonly (readonly [
    name: string,
    body: unknown,
    refused: readonly (readonly [unknown, number, RegExp])[],
  ])[] = [
    ['params that are a list', { ...ping, params: [] }, [[1, -32600, /params/]]],
    ['params that are text', { ...ping, id: 'a', params: 'x' }, [['a', -32600, /params/]]],
    ['a _meta that is a number', { ...ping, params: { _meta: 5 } }, [[1, -32600, /params/]]],
    [
      'a _meta that is nested deeper than the SDK can follow',
      { ...ping, params: { _meta: JSON.parse(`${'['.repeat(65)}${']'.repeat(65)}`) } },
      [[1, -32600, /^params\._meta: expected at most 64 levels\.$/]],
    ],
    ['no jsonrpc', { id: 7, method: 'ping' }, [[7, -32600, /jsonrpc "2\.0"/]]],
    [
      'an initialize without parameters',
      { ...initialize, params: {} },
      [[1, -32602, /^params\.protocolVersion: expected string/]],
    ],
    [
      'a batch',
      [ping, { ...ping, id: 'b' }, { jsonrpc: '2.0', method: 'notifications/initialized' }],
      [
        [1, -32600, /a line of its own/],
        ['b', -32600, /a line of its own/],
      ],
    ],
  ];
  for (const [name, body, refused] of REFUSED) {
    it(`with ${name} is refused by id, with a message of the server`, () => {
      const requests = refusedRequests(JSON.stringify(body));
      assert.deepEqual(
        requests.map(({ id, code }) => [id, code]),
        refused.map(([id, code]) => [id, code]),
      );
      for (const [at, { message }] of requests.entries()) assert.match(message, refused[at]?.[2] ?? /never/);
    });
  }
});

describe('the filter', () => {
  /** The lines passed on, and the refused ones. */
  async function filtered(maxLineBytes: number, pieces: readonly (string | Buffer)[]) {
    const refused: RefusedRequest[] = [];
    const filter = filterLines(maxLineBytes, (requests) => refused.push(...requests));
    for (const piece of pieces) filter.write(piece);
    filter.end();
    let passed = '';
    for await (const chunk of filter) passed += String(chunk);
    return { passed, ids: refused.map(({ id }) => id) };
  }
  const good = `${JSON.stringify(ping)}\n`;
  const bad = `${JSON.stringify({ ...ping, id: 'ü', params: [] })}\r\n`;

  it('passes on the lines that are read as they came, wherever they are cut', async () => {
    const bytes = Buffer.from(good + bad + good);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const { passed, ids } = await filtered(1000, [bytes.subarray(0, cut), bytes.subarray(cut)]);
      assert.deepEqual([passed, ids], [good + good, ['ü']]);
    }
  });

  it('keeps nothing of a line that is too long', async () => {
    const long = `${JSON.stringify({ ...ping, params: { x: 'y'.repeat(100) } })}\n`;
    for (const pieces of [[long], [long.slice(0, 60), long.slice(60)]]) {
      assert.deepEqual(await filtered(50, pieces), { passed: long, ids: [] });
    }
  });
});
