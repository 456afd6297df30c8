/** POST /api/v1/scan/mcp, and the same tool over MCP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { AgentScan } from '../../../src/schema/agent-forms.ts';
import { McpScanResponse } from '../../../src/schema/scan.ts';
import { neverAnswers } from '../../fixtures/mcp-servers/flooding.ts';
import { asksForAuthorization, breaks, servesHtml } from '../../fixtures/mcp-servers/refusing.ts';
import { modern } from '../../fixtures/mcp-servers/speaking.ts';
import { type McpHandler, serveMcp } from '../../support/mcp-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { answerOf, callTool, codeOf, connectMcp, rest, rpc, toolCall, wordsOf } from '../../support/service-doors.ts';

const CHECK_IDS = Array.from({ length: 25 }, (_, at) => `M${at + 1}`);

let service: TestService;
before(async () => {
  service = await startTestService({ settings: { TRUSTED_PROXIES: '1' } });
});
after(() => service.stop());

/** A separate client address for every test, because the limit counts by address. */
let clients = 0;
const newClient = () => {
  clients += 1;
  return { 'x-forwarded-for': `192.0.2.${clients}` };
};
const post = (body: unknown, headers: Record<string, string> = newClient()) =>
  rest(service, '/api/v1/scan/mcp', { method: 'POST', body, headers });

async function against<T>(handler: McpHandler, use: (url: string) => Promise<T>): Promise<T> {
  const server = await serveMcp(handler);
  try {
    return await use(server.url);
  } finally {
    await server.close();
  }
}

describe('4. POST /api/v1/scan/mcp', () => {
  it('answers 201 with the whole scan, without a key', async () => {
    const reply = await against(modern(), (endpoint) => post({ endpoint }));
    assert.equal(reply.status, 201, reply.text);
    const { scan, shareUrl } = McpScanResponse.strict().parse(reply.body);
    assert.match(scan.id, /^mcp_[a-z2-7]{20}$/);
    assert.equal(shareUrl, `/m/${scan.shareToken}`);
    assert.equal(scan.status, 'completed');
    assert.equal(scan.host, new URL(scan.endpoint).host);
    assert.ok(scan.mcpScore > 70, String(scan.mcpScore));
    assert.deepEqual(
      scan.checks.map(({ checkId }) => checkId),
      CHECK_IDS,
    );
    const { grade } = Object(scan.checks[0]?.details);
    assert.equal(grade.era, 'modern');
    assert.match(grade.rubricVersion, /^\d+\.\d+\.\d+$/);
    assert.equal(reply.headers.get('x-ratelimit-limit'), '10');
    assert.equal(reply.headers.get('x-ratelimit-remaining'), '9');
  });

  it('has a report that is read as a page or as Markdown', async () => {
    const reply = await against(modern(), (endpoint) => post({ endpoint }));
    const { scan, shareUrl } = McpScanResponse.parse(reply.body);
    const asked = (path: string, accept: string) => fetch(service.url + path, { headers: { accept } });
    const page = await asked(shareUrl, 'text/html');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.ok((await page.text()).includes(`href="${shareUrl}/report.md"`));
    const twin = await asked(`${shareUrl}/report.md`, '*/*');
    const negotiated = await asked(shareUrl, 'text/markdown, text/html;q=0.5');
    const text = await twin.text();
    assert.equal(await negotiated.text(), text);
    for (const { headers } of [twin, negotiated]) {
      assert.match(headers.get('content-type') ?? '', /^text\/markdown/);
      assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
      assert.match(headers.get('vary') ?? '', /Accept/);
    }
    assert.ok(text.includes(`**${scan.mcpScore}/100**`));
    for (const { checkId } of scan.checks) assert.ok(text.includes(checkId), checkId);
    assert.equal((await asked(`/m/${'0'.repeat(22)}/report.md`, '*/*')).status, 404);
  });

  it('answers 201 failed with score 0 for a server without MCP, and suggests a fix', async () => {
    const reply = await against(servesHtml, (endpoint) => post({ endpoint }));
    assert.equal(reply.status, 201);
    const { scan } = McpScanResponse.parse(reply.body);
    assert.deepEqual([scan.status, scan.mcpScore, scan.mcpRating], ['failed', 0, 'needs_improvement']);
    assert.equal(scan.checks[0]?.status, 'fail');
    assert.ok((scan.checks[0]?.howToFix ?? '').length > 10);
    assert.ok(scan.checks.slice(1).every(({ status }) => status === 'error'));
  });

  it('grades the public part of a server that requires authorization', async () => {
    const reply = await against(asksForAuthorization, (endpoint) => post({ endpoint }));
    const { scan } = McpScanResponse.parse(reply.body);
    assert.equal(scan.status, 'completed');
    assert.ok(scan.mcpScore <= 74 && scan.mcpScore > 0, String(scan.mcpScore));
    assert.deepEqual([scan.toolCount, scan.resourceCount, scan.promptCount], [null, null, null]);
    assert.match(scan.checks.find(({ checkId }) => checkId === 'M14')?.message ?? '', /authorization/);
  });

  it('answers 502 mcp_scan_failed for a server that fails or that nothing is at', async () => {
    const failing = await against(breaks, (endpoint) =>
      fetch(`${service.url}/api/v1/scan/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...newClient() },
        body: JSON.stringify({ endpoint }),
      }),
    );
    assert.equal(failing.status, 502);
    assert.equal(Object(await failing.json()).error.code, 'mcp_scan_failed');
    const gone = await fetch(`${service.url}/api/v1/scan/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newClient() },
      body: JSON.stringify({ endpoint: 'http://127.0.0.1:1/mcp' }),
    });
    assert.equal(gone.status, 502);
  });

  it('names the field of a bad request', async () => {
    for (const [body, code] of [
      [{}, 'invalid_url'],
      [{ endpoint: 5 }, 'invalid_url'],
      [{ endpoint: 'not a url' }, 'invalid_url'],
      [{ endpoint: 'ftp://example.com/mcp' }, 'invalid_url'],
      [{ endpoint: `https://example.com/${'a'.repeat(2000)}` }, 'invalid_url'],
      [{ endpoint: 'http://10.0.0.1/mcp' }, 'blocked_address'],
      [{ endpoint: 'http://[::ffff:169.254.169.254]/' }, 'blocked_address'],
    ] as const) {
      const reply = await post(body);
      assert.equal(reply.status, 400, JSON.stringify(body));
      assert.equal(codeOf(reply), code);
      assert.match(wordsOf(reply), /: endpoint\b/);
    }
  });

  it('is limited to 10 a minute by client address, and reports when to retry', async () => {
    const client = newClient();
    // Answers, and is no MCP server.
    const body = { endpoint: `${service.url.replace('localhost', '127.0.0.1')}/healthz` };
    for (let at = 0; at < 10; at += 1) assert.equal((await post(body, client)).status, 201);
    const refused = await post(body, client);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  });

  it('refuses a key that is sent but not valid, here too', async () => {
    assert.equal(
      (await post({ endpoint: 'http://10.0.0.1/' }, { authorization: 'Bearer x', ...newClient() })).status,
      401,
    );
  });
});

describe('scan_mcp over MCP', () => {
  it('answers lean, with a text that names the score and the next step', async () => {
    const key = await service.key();
    const answer = await against(modern(), (endpoint) => callTool(service, key, 'scan_mcp', { endpoint }));
    const { kind, mcpScore, report } = AgentScan.parse(answer.output);
    assert.equal(kind, 'mcp');
    assert.ok(answer.text.startsWith(`**${mcpScore}/100**`), answer.text);
    assert.ok(answer.text.includes(report));
    assert.match(answer.text, /scan_mcp/);
  });

  it('reports its progress on request: connect, list, grade', async () => {
    const key = await service.key();
    const told: unknown[] = [];
    const client = await connectMcp(service, key);
    const result = await against(modern(), (endpoint) =>
      client.callTool({ name: 'scan_mcp', arguments: { endpoint } }, undefined, {
        onprogress: ({ progress, total, message }) => told.push([progress, total, message]),
      }),
    );
    await client.close();
    assert.equal(answerOf(result).failed, false);
    assert.deepEqual(told, [
      [1, 3, 'Connecting'],
      [2, 3, 'Reading what the server lists'],
      [3, 3, 'Grading'],
    ]);
  });

  it('keeps the limit headers on a stream of progress', async () => {
    const key = await service.key();
    const response = await against(modern(), async (endpoint) => {
      const call = toolCall('scan_mcp', { endpoint });
      const answer = await fetch(`${service.url}/api/v1/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ ...call, params: { ...call.params, _meta: { progressToken: 'p' } } }),
      });
      return { headers: answer.headers, text: await answer.text() };
    });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(response.headers.get('x-ratelimit-limit'), '10');
    assert.match(response.text, /"progressToken":"p"/);
    assert.match(response.text, /"structuredContent"/);
  });

  it('is a result with isError when the server cannot be reached, and the client that leaves is not worked for', async () => {
    const key = await service.key();
    const { failed, text } = await callTool(service, key, 'scan_mcp', { endpoint: 'http://127.0.0.1:1/mcp' });
    assert.ok(failed);
    assert.match(text, /^mcp_scan_failed: endpoint/);
    const server = await serveMcp(neverAnswers);
    const controller = new AbortController();
    const call = fetch(`${service.url}/api/v1/mcp`, {
      method: 'POST',
      signal: controller.signal,
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(toolCall('scan_mcp', { endpoint: server.url })),
    });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort();
    await assert.rejects(call);
    // The service goes on, and does not wait the 8 seconds a silent server is given.
    assert.equal((await rpc(service, key, { jsonrpc: '2.0', id: 1, method: 'tools/list' })).status, 200);
    await server.close();
  });
});
