/** `legible scan-mcp`, from this machine and by a server. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { McpScan } from '../../../src/schema/scan.ts';
import { legacy, modern } from '../../fixtures/mcp-servers/speaking.ts';
import { type McpHandler, serveMcp } from '../../support/mcp-server.ts';
import { legibleUnder } from '../../support/service-process.ts';

const TOKEN = 'Bearer SECRET-of-the-owner';
const forTheOwner =
  (handler: McpHandler): McpHandler =>
  (request, response) =>
    request.headers.authorization === TOKEN
      ? handler(request, response)
      : response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();

/** Runs the command on a separate server. */
async function scanMcp(handler: McpHandler, ...options: string[]) {
  const server = await serveMcp(handler);
  const ended = await legibleUnder({}, 'scan-mcp', server.url, '--allow-private', ...options);
  await server.close();
  return { ...ended, requests: server.requests };
}

describe('legible scan-mcp', { concurrency: 2 }, () => {
  it('prints score, counts and fixes', async () => {
    const good = await scanMcp(modern());
    assert.deepEqual([good.code, good.stderr], [0, '']);
    assert.match(good.stdout, /^http:\S+\nMCP score 100\/100 \(excellent\)\nTools: 2, .*\n\nNothing to fix\.\n$/);
    const closed = await scanMcp(forTheOwner(modern()));
    assert.match(
      closed.stdout,
      /\nTools: not visible, .*\n\nWhat to fix, what costs most first:\nM\d+ (?:fail|warn): .*\n {5}\w/,
    );
  });

  it('--format json is the whole result; below --fail-under it ends with 1', async () => {
    const { code, stdout, stderr } = await scanMcp(legacy(), '--format', 'json', '--fail-under', '100');
    const { status, mcpScore, checks } = McpScan.parse(JSON.parse(stdout));
    assert.deepEqual([code, status, checks.length], [1, 'completed', 25]);
    assert.equal(stderr, `legible: the score ${mcpScore} is below 100\n`);
  });

  it('--header reads a server that requires a token, and sends the token to no other host', async () => {
    const closed = await scanMcp(forTheOwner(modern()), '--format', 'json');
    const open = await scanMcp(forTheOwner(modern()), '--format', 'json', '--header', `Authorization: ${TOKEN}`);
    assert.equal(open.code, 0, open.stderr);
    assert.equal(McpScan.parse(JSON.parse(closed.stdout)).toolCount, null);
    assert.ok((McpScan.parse(JSON.parse(open.stdout)).toolCount ?? 0) > 0);
    assert.ok(!`${open.stdout}${open.stderr}`.includes('SECRET'));
  });

  it('what does not answer, or is private without leave: 2', async () => {
    const silent = await legibleUnder({}, 'scan-mcp', 'http://127.0.0.1:9/mcp', '--allow-private');
    assert.deepEqual([silent.code, silent.stdout], [2, '']);
    const refused = await legibleUnder({}, 'scan-mcp', 'http://127.0.0.1:9/mcp');
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /private network|this machine/);
  });

  it('by a server: the endpoint is sent, and nothing that a server cannot do', async () => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      asked.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'invalid_url', message: 'endpoint: no.' } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const settings = { LEGIBLE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    const sent = await legibleUnder(settings, 'scan-mcp', 'a.example/mcp');
    const refused = await legibleUnder(settings, 'scan-mcp', 'https://a.example/mcp', '--header', 'a: SECRET');
    server.close();
    assert.deepEqual([sent.code, sent.stderr], [2, 'legible: endpoint: no.\n']);
    assert.deepEqual(asked, ['POST /api/v1/scan/mcp {"endpoint":"https://a.example/mcp"}']);
    assert.equal(refused.code, 64);
    assert.match(refused.stderr, /--header, --allow-private: only scans of this machine/);
    assert.ok(!refused.stderr.includes('SECRET'));
  });
});
