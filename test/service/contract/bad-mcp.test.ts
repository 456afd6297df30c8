/** Messages to the MCP endpoint that no good client sends: an answer each, none of them a crash, a hang or a dump. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { TOOLS } from '../../../src/tools/registry.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, callTool, type Reply, rpc, toolCall } from '../../support/service-doors.ts';

const KIB = 1024;

let service: TestService;
let key: string;
before(async () => {
  service = await startTestService();
  key = await service.key('team');
});
after(() => service.stop());

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const errorOf = ({ body }: Reply): { code: number; message: string; data?: { code: string } } => Object(body).error;
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

describe('tool calls', () => {
  const ROWS: readonly (readonly [name: string, input: unknown, words: RegExp])[] = [
    ['get_scan', undefined, /^invalid_request: id: expected /],
    ['get_scan', null, /^invalid_request: id: expected /],
    ['get_scan', {}, /^invalid_request: id: expected /],
    ['get_scan', { id: 5 }, /^invalid_request: id: expected /],
    ['get_scan', { id: 'x', pages: 'some' }, /^invalid_request: pages: expected one of failing, all, none\.$/],
    ['get_scan', [], /^invalid_request: The arguments must be one JSON object\.$/],
    ['get_scan', 'x', /^invalid_request: The arguments must be one JSON object\.$/],
    ['get_scan', 5, /^invalid_request: The arguments must be one JSON object\.$/],
    ['list_scans', { limit: '5' }, /^invalid_request: limit: expected /],
    ['list_scans', { cursor: {} }, /^invalid_request: cursor: expected /],
  ];
  for (const [name, input, words] of ROWS) {
    it(`${JSON.stringify(name)} ${JSON.stringify(input)}: isError, and what to do`, async () => {
      const { failed, text, output } = await callTool(service, key, name, input);
      assert.ok(failed);
      assert.match(text, words);
      assert.equal(output, undefined);
    });
  }

  for (const name of ['no_such_tool', '', '__proto__', 'START_SCAN', 'read_report']) {
    it(`of the unknown tool ${JSON.stringify(name)} are an error of the protocol that names the tools`, async () => {
      const { code, message } = errorOf(await rpc(service, key, toolCall(name, {})));
      assert.equal(code, -32602);
      assert.equal(
        message,
        `Unknown tool: there is no such tool. Tools: ${TOOLS.map((tool) => tool.name).join(', ')}.`,
      );
    });
  }

  it('without a name are an error of the protocol', async () => {
    for (const message of [toolCall(undefined), toolCall(5), { ...ping, method: 'tools/call' }]) {
      assert.equal(errorOf(await rpc(service, key, message)).code, -32602);
    }
  });

  it('that ask for a task are answered as any other: none are offered', async () => {
    const { params } = toolCall('list_scans');
    const reply = await rpc(service, key, { ...toolCall(undefined), params: { ...params, task: { ttl: 1000 } } });
    assert.deepEqual(answerOf(Object(reply.body).result).output, { data: [] });
  });

  it('refuse arguments that the tool does not know, however deep', async () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const members = `"__proto__":{"limit":0},"constructor":1,"colour":"red","nested":${nested}`;
    const message = JSON.stringify(toolCall('list_scans', {})).replace('"arguments":{}', `"arguments":{${members}}`);
    const reply = await rpc(service, key, message);
    const { isError, content } = Object(reply.body).result;
    assert.equal(isError, true);
    assert.match(content[0].text, /list_scans has no such argument/);
  });
});

describe('messages', () => {
  it('that are not JSON are 400 with a parse error', async () => {
    for (const message of ['', 'junk', '{"jsonrpc":"2.0"', '\u0000', '['.repeat(100_000)]) {
      const reply = await rpc(service, key, message);
      assert.equal(reply.status, 400, message.slice(0, 50));
      assert.equal(errorOf(reply).code, -32700, message.slice(0, 50));
    }
  });

  it('that are no JSON-RPC are 400 with an invalid request', async () => {
    for (const message of [
      'null',
      'true',
      '5',
      '"x"',
      '{}',
      '[5]',
      '[[]]',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '{"jsonrpc":"2.0","id":null,"method":"ping"}',
      '{"jsonrpc":"2.0","id":1,"method":5}',
      '{"jsonrpc":"2.0","result":{}}',
      '[]',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    ]) {
      const reply = await rpc(service, key, message);
      assert.equal(reply.status, 400, message.slice(0, 50));
      assert.equal(errorOf(reply).code, -32600, message.slice(0, 50));
    }
  });

  it('with _meta nested deeper than the SDK can follow are 400, at the cap they are answered', async () => {
    const ofDepth = (depth: number) => {
      const nested = `${'{"a":'.repeat(depth)}{}${'}'.repeat(depth)}`;
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { extensions: { 'x/y': 'NESTED' } },
      };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
      return rpc(service, key, JSON.stringify(message).replace('"NESTED"', nested), { headers });
    };
    // _meta, the capabilities and the extensions are levels too, and so is the object at the bottom.
    assert.equal((await ofDepth(60)).status, 200);
    for (const depth of [61, 40_000]) {
      const reply = await ofDepth(depth);
      assert.equal(reply.status, 400, String(depth));
      assert.deepEqual(
        [errorOf(reply).code, errorOf(reply).message],
        [-32600, 'params._meta: expected at most 64 levels.'],
      );
    }
  });

  it('of an unknown method are "method not found"', async () => {
    for (const method of [
      'nope',
      '',
      'tools/call/x',
      'resources/subscribe',
      'prompts/list/x',
      'logging/setLevel',
      '__proto__',
    ]) {
      const reply = await rpc(service, key, { ...ping, method });
      assert.equal(reply.status, 200);
      assert.equal(errorOf(reply).code, -32601, method);
    }
  });

  it('that ask for nothing are 202 without a body', async () => {
    for (const message of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'notifications/nope' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      { jsonrpc: '2.0', id: 1, result: {} },
      [{ jsonrpc: '2.0', method: 'notifications/initialized' }],
    ]) {
      const reply = await rpc(service, key, message);
      assert.equal(reply.status, 202);
      assert.equal(reply.text, '');
    }
  });

  it('that initialize with wrong parameters get the names of these, without a dump', async () => {
    const { params } = initialize;
    for (const [given, words] of [
      [undefined, /^params: expected object/],
      [{ ...params, protocolVersion: undefined }, /^params\.protocolVersion: expected string/],
      [{ ...params, capabilities: 5 }, /^params\.capabilities: expected object/],
      [{ ...params, clientInfo: { name: 'x' } }, /^params\.clientInfo\.version: expected string/],
    ] as const) {
      const reply = await rpc(service, key, { ...initialize, id: 'mine', params: given });
      assert.deepEqual([reply.status, Object(reply.body).id], [400, 'mine']);
      assert.equal(errorOf(reply).code, -32602);
      assert.match(errorOf(reply).message, words);
      assert.doesNotMatch(errorOf(reply).message, /[{\n]/);
    }
  });

  it('larger than 256 KiB are 413, those of 256 KiB are read', async () => {
    const padded = (bytes: number) => {
      const length = JSON.stringify({ ...ping, padding: '' }).length;
      return JSON.stringify({ ...ping, padding: 'x'.repeat(bytes - length) });
    };
    assert.notEqual((await rpc(service, key, padded(256 * KIB))).status, 413);
    for (const bytes of [256 * KIB + 1, 300 * KIB, 600 * KIB]) {
      const reply = await rpc(service, key, padded(bytes));
      assert.equal(reply.status, 413);
      assert.equal(errorOf(reply).data?.code, 'payload_too_large');
    }
  });
});

describe('batches', () => {
  it('are answered whole, also when one of them is refused', async () => {
    const reply = await rpc(service, key, [
      ping,
      { ...ping, id: 2, method: 'nope' },
      toolCall('list_scans', {}, 'three'),
    ]);
    const byId = new Map(Object(reply.body).map((each: { id: unknown }) => [each.id, each]));
    assert.deepEqual([...byId.keys()], [1, 2, 'three']);
    assert.equal(Object(byId.get(2)).error.code, -32601);
    assert.deepEqual(answerOf(Object(byId.get('three')).result).output, { data: [] });
  });

  it('are answered when they cancel themselves', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    const cancelled = await rpc(service, key, [toolCall('list_scans'), cancel]);
    assert.equal(cancelled.status, 200);
    assert.deepEqual(answerOf(Object(cancelled.body).result).output, { data: [] });
  });

  it('that use an id twice are refused: one of the two would have no answer', async () => {
    for (const batch of [
      [ping, { ...ping, id: 2 }, ping],
      [toolCall('list_scans', {}, 'a'), { ...ping, id: 'a' }],
    ]) {
      const reply = await rpc(service, key, batch);
      assert.equal(reply.status, 400);
      assert.equal(errorOf(reply).code, -32600);
    }
    // Text and number are different ids, and a response is no request.
    const reply = await rpc(service, key, [ping, { ...ping, id: '1' }, { jsonrpc: '2.0', id: 1, result: {} }]);
    assert.equal(reply.status, 200);
    assert.equal(Object(reply.body).length, 2);
  });

  it('of too many messages, or with initialize among others, are refused', async () => {
    const batch = (length: number) => Array.from({ length }, (_, id) => ({ ...ping, id }));
    assert.equal((await rpc(service, key, batch(20))).status, 200);
    for (const length of [21, 4000]) {
      const reply = await rpc(service, key, batch(length));
      assert.equal(reply.status, 400);
      assert.equal(errorOf(reply).code, -32600);
    }
    assert.equal((await rpc(service, key, [initialize, { ...initialize, id: 2 }])).status, 400);
  });
});

describe('requests', () => {
  it('of another method than POST are 405 with Allow, but 401 without a key', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD']) {
      const reply = await rpc(service, key, undefined, { method });
      assert.equal(reply.status, 405, method);
      assert.equal(reply.headers.get('allow'), 'POST, OPTIONS');
      assert.equal((await rpc(service, undefined, undefined, { method })).status, 401, method);
    }
  });

  it('that ask for the methods are 204 with Allow, and no leave for a page of another site', async () => {
    const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'POST' };
    for (const path of ['/api/v1/mcp', '/mcp']) {
      for (const headers of [{}, preflight]) {
        const reply = await fetch(service.url + path, { method: 'OPTIONS', headers });
        assert.equal(reply.status, 204, path);
        assert.equal(reply.headers.get('allow'), 'POST, OPTIONS');
        assert.ok(![...reply.headers.keys()].some((name) => name.startsWith('access-control-')));
        assert.match(reply.headers.get('x-ratelimit-limit') ?? '', /^\d+$/);
      }
    }
  });

  it("of another site's Origin are 403, of our own or none are answered", async () => {
    for (const origin of [
      'http://evil.example',
      'null',
      `${service.url}.evil.example`,
      service.url.replace(/\d$/, ''),
      'x',
    ]) {
      const reply = await rpc(service, key, ping, { headers: { origin } });
      assert.equal(reply.status, 403, origin);
      assert.equal(errorOf(reply).data?.code, 'foreign_origin');
      assert.equal(reply.headers.has('access-control-allow-origin'), false);
    }
    assert.equal((await rpc(service, key, ping, { headers: { origin: service.url } })).status, 200);
  });

  it('of another content type, protocol version or Accept are 4xx', async () => {
    for (const [headers, status] of [
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'mcp-protocol-version': '1999-01-01' }, 400],
      [{ accept: 'text/html' }, 406],
    ] as const) {
      assert.equal((await rpc(service, key, ping, { headers })).status, status);
    }
  });

  it('that name a session we never gave are answered: there are no sessions', async () => {
    assert.equal((await rpc(service, key, ping, { headers: { 'mcp-session-id': 'x'.repeat(1000) } })).status, 200);
  });

  it('of a client that has left do not stay: the service still answers and stops', async () => {
    const controller = new AbortController();
    const leaving = fetch(`${service.url}/api/v1/mcp`, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(toolCall('list_scans')),
    });
    controller.abort();
    await assert.rejects(leaving);
    assert.equal((await rpc(service, key, ping)).status, 200);
  });
});
