/** Clients of both eras that leave in the middle of a stream: their work stops, and nothing leaks. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { neverAnswers } from '../../fixtures/mcp-servers/flooding.ts';
import { type McpHandler, type McpServer, serveMcp } from '../../support/mcp-server.ts';
import { shareTestService, type TestService } from '../../support/service.ts';
import { eventually } from '../../support/store-wait.ts';

/** Of the scan's own patience with a silent server (8 s), so that only leaving can end the request earlier. */
const AT_ONCE_MS = 4000;

const ERAS = { '2025-11-25': {}, '2026-07-28': { 'mcp-method': 'tools/call', 'mcp-name': 'scan_mcp' } } as const;

let service: TestService;
before(async () => {
  service = await shareTestService();
});
after(() => service.stop());

/** The number of its open requests. */
async function silentServer(): Promise<McpServer & { open(): number }> {
  let open = 0;
  const handler: McpHandler = (message, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    return neverAnswers(message, response);
  };
  return { ...(await serveMcp(handler)), open: () => open };
}

/** Calls scan_mcp, asking for progress; resolves with the first bytes of the stream and what ends it. */
function openStream(endpoint: string, revision: keyof typeof ERAS): Promise<{ first: string; leave(): void }> {
  const _meta = {
    progressToken: 'p',
    ...(revision === '2026-07-28'
      ? {
          'io.modelcontextprotocol/protocolVersion': revision,
          'io.modelcontextprotocol/clientInfo': { name: 'leaver', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        }
      : {}),
  };
  const params = { name: 'scan_mcp', arguments: { endpoint }, _meta };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': revision,
    ...ERAS[revision],
  };
  return new Promise((resolve, reject) => {
    const call = request(`${service.url}/mcp`, { method: 'POST', headers }, (response) => {
      response.setEncoding('utf8').on('error', () => {});
      response.once('data', (first: string) => resolve({ first, leave: () => call.destroy() }));
    });
    call.once('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  });
}

for (const revision of ['2025-11-25', '2026-07-28'] as const) {
  describe(`a client of ${revision} that leaves in the middle of its stream`, () => {
    it('is not worked for any more', async () => {
      const server = await silentServer();
      const { first, leave } = await openStream(server.url, revision);
      assert.match(first, /"progressToken":"p"/);
      await eventually('the scan asks the silent server', async () => server.open() > 0);
      const leftMs = performance.now();
      leave();
      await eventually('the scan lets go of the server', async () => server.open() === 0);
      assert.ok(performance.now() - leftMs < AT_ONCE_MS, 'at once, not when the server is given up');
      const asked = server.requests.length;
      await delay(200);
      assert.equal(server.requests.length, asked, 'nothing more is asked for it');
      await server.close();
    });
  });
}
