/** The two MCP endpoints: admission, ownership, and errors for modern clients that break the protocol. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, it } from 'node:test';
import * as z from 'zod';
import { CLIENTS } from '../../support/mcp-clients.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, rpc, startScan, toolCall, untilEnded } from '../../support/service-doors.ts';
import { type SiteServer, serveSite } from '../../support/site-server.ts';

let service: TestService;
let site: SiteServer;
before(async () => {
  service = await startTestService();
  site = await serveSite({
    pages: { '/': { body: '<!doctype html><title>A site</title><h1>A site</h1><p>Words.</p>' } },
  });
});
after(async () => {
  await service.stop();
  await site.close();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(body),
  });

describe('/mcp', () => {
  for (const { name, connect } of CLIENTS) {
    it(`answers ${name} without a key: public tools work, the others say how to get one`, async () => {
      const client = await connect({ url: service.url, path: '/mcp' });
      const asked = answerOf(await client.callTool('ask', { query: 'llms.txt' }));
      assert.equal(asked.failed, false, asked.text);
      const refused = answerOf(await client.callTool('list_scans', {}));
      assert.ok(refused.failed, 'it needs a key');
      assert.match(refused.text, /^missing_key: /);
      assert.ok(refused.text.includes(`${service.url}/dashboard/api-keys`), refused.text);
      const ref = { type: 'ref/resource', uri: 'legible://scans/{id}{?cursor}' };
      const completed = await client.request('completion/complete', { ref, argument: { name: 'id', value: '' } });
      assert.deepEqual(Object(completed).completion.values, []);
      await client.close();
    });
  }

  it('gives each key separate limits', async () => {
    const authorization = `Bearer ${await service.key()}`;
    const reply = await post('/mcp', toolCall('list_scans'), { authorization });
    assert.deepEqual(answerOf(Object(await reply.json()).result).output, { data: [] });
  });

  it('counts calls outside tools by key, and reports the remainder', async () => {
    const authorization = `Bearer ${await service.key()}`;
    const left = [];
    for (const method of ['ping', 'tools/list']) {
      const { headers } = await post('/mcp', { jsonrpc: '2.0', id: 1, method }, { authorization });
      assert.equal(headers.get('x-ratelimit-limit'), '600', method);
      left.push(headers.get('x-ratelimit-remaining'));
    }
    assert.deepEqual(left, ['599', '598']);
  });

  it('refuses a key that is not valid', async () => {
    const reply = await post('/mcp', toolCall('ask', { query: 'x' }), { authorization: 'Bearer svc_live_nope' });
    assert.equal(reply.status, 401);
    assert.match(reply.headers.get('www-authenticate') ?? '', /resource_metadata=/);
    assert.equal(Object(await reply.json()).error.data.code, 'invalid_key');
  });

  it('reports limits, and rejects other origins', async () => {
    const reply = await post('/mcp', toolCall('ask', { query: 'llms.txt' }));
    assert.equal(reply.headers.get('x-ratelimit-limit'), '60');
    assert.equal(reply.headers.has('access-control-allow-origin'), false);
    assert.equal((await post('/mcp', toolCall('ask'), { origin: 'https://evil.example' })).status, 403);
  });

  it('reports limits in the headers of a stream too, which are sent before its end', async () => {
    const { params } = toolCall('ask', { query: 'llms.txt' });
    const _meta = { progressToken: 'p' };
    const reply = await post('/mcp', { ...toolCall('ask'), params: { ...params, _meta } });
    assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.equal(reply.headers.get('x-ratelimit-limit'), '60');
    assert.match(await reply.text(), /^event: message\ndata: \{.*"structuredContent"/);
  });

  it('is answered under its own name or a loopback one, and under no other', async () => {
    const { hostname, port } = new URL(service.url);
    const statusFor = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
        httpRequest({ hostname, port, path: '/mcp', method: 'POST', headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode));
        })
          .once('error', reject)
          .end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
      });
    for (const [host, status] of [
      [`localhost:${port}`, 200],
      [`127.0.0.1:${port}`, 200],
      ['[::1]:80', 200],
      ['10.0.0.5', 421],
      ['evil.example', 421],
      ['localhost.evil.example', 421],
      [`evil.example:${port}`, 421],
      ['127.0.0.1.nip.example', 421],
      ['a b', 400],
    ] as const) {
      assert.equal(await statusFor(host), status, host);
    }
  });
});

describe("another account's data", () => {
  it('is not found: resource, report, prompt and completion', async () => {
    const [mine, theirs] = [await service.key(), await service.key()];
    const { id } = await startScan(service, mine, { url: site.origin, pageLimit: 1 });
    await untilEnded(service, mine, id);
    const ask = async (key: string, method: string, params: unknown) =>
      Object((await rpc(service, key, { jsonrpc: '2.0', id: 1, method, params })).body);
    const ref = { type: 'ref/prompt', name: 'fix_site' };
    const complete = { ref, argument: { name: 'site', value: id.slice(0, 6) } };

    const whole = await ask(mine, 'resources/read', { uri: `legible://scans/${id}` });
    assert.equal(JSON.parse(whole.result.contents[0].text).id, id);
    const report = await ask(mine, 'resources/read', { uri: `legible://scans/${id}/report.md` });
    assert.match(report.result.contents[0].text, /^# /);
    const work = await ask(mine, 'prompts/get', { name: 'fix_site', arguments: { site: id } });
    assert.match(work.result.messages[0].content.text, /## Task 1/);
    assert.deepEqual((await ask(mine, 'completion/complete', complete)).result.completion.values, [id]);

    for (const uri of [`legible://scans/${id}`, `legible://scans/${id}/report.md`]) {
      const { error } = await ask(theirs, 'resources/read', { uri });
      const nobody = await ask(theirs, 'resources/read', { uri: uri.replace(id, `${id.slice(0, -1)}_`) });
      assert.equal(error.code, -32002);
      assert.equal(error.message, nobody.error.message);
    }
    assert.equal(
      (await ask(theirs, 'prompts/get', { name: 'fix_site', arguments: { site: id } })).error.code,
      -32602,
    );
    assert.deepEqual((await ask(theirs, 'completion/complete', complete)).result.completion.values, []);
  });
});

describe('raw messages of the modern era', () => {
  const VERSION = '2026-07-28';
  const meta = (version: string = VERSION) => ({
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  });
  const message = (method: string, params: Record<string, unknown> = {}, version?: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: meta(version) },
  });
  const headers = (method: string, name?: string, version = VERSION) => ({
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  });
  const ErrorOf = z.object({ error: z.object({ code: z.int(), data: z.unknown().optional() }) });

  it('are answered with how long the answer may be kept', async () => {
    const reply = await post('/mcp', message('tools/list'), headers('tools/list'));
    assert.equal(reply.status, 200);
    const { result } = Object(await reply.json());
    assert.deepEqual([result.ttlMs, result.cacheScope, result.resultType], [300_000, 'public', 'complete']);
    const discovered = Object(
      await (await post('/mcp', message('server/discover'), headers('server/discover'))).json(),
    );
    assert.ok(discovered.result.supportedVersions.includes(VERSION));
  });

  const ROWS: readonly (readonly [
    name: string,
    body: unknown,
    headers: Record<string, string>,
    status: number,
    code: number,
  ])[] = [
    [
      'an unknown version',
      message('tools/list', {}, '2099-01-01'),
      headers('tools/list', undefined, '2099-01-01'),
      400,
      -32022,
    ],
    [
      'a header and a body that disagree on the version',
      message('tools/list'),
      headers('tools/list', undefined, '2025-11-25'),
      400,
      -32020,
    ],
    ['a header and a body that disagree on the method', message('tools/list'), headers('prompts/list'), 400, -32020],
    [
      'a header and a body that disagree on the name',
      message('tools/call', { name: 'ask' }),
      headers('tools/call', 'get_scan'),
      400,
      -32020,
    ],
    ['no method header', message('tools/list'), { 'mcp-protocol-version': VERSION }, 400, -32020],
    [
      'a modern header without _meta',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers('tools/list'),
      400,
      -32602,
    ],
    ['an unknown method', message('nope'), headers('nope'), 404, -32601],
    ['a method of the other era', message('ping'), headers('ping'), 404, -32601],
    ['a tool without a name', message('tools/call'), headers('tools/call'), 200, -32602],
    [
      'a resource that is not there',
      message('resources/read', { uri: 'x:y' }),
      headers('resources/read', 'x:y'),
      200,
      -32602,
    ],
    ['a cursor nobody gave out', message('tools/list', { cursor: 'x' }), headers('tools/list'), 200, -32602],
  ];
  for (const [name, body, sent, status, code] of ROWS) {
    it(`${name}: ${status}, ${code}`, async () => {
      const reply = await post('/mcp', body, sent);
      const { error } = ErrorOf.parse(await reply.json());
      assert.deepEqual([reply.status, error.code], [status, code]);
    });
  }
});
