/** MCP over HTTP alone, with a surface that refuses. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createOwnSite } from '../../../src/http/own-site.ts';
import { createHttpApp, requestIdOf } from '../../../src/http/server.ts';
import { createLog } from '../../../src/log.ts';
import { createCancellations } from '../../../src/transport/cancellations.ts';
import type { Surface } from '../../../src/transport/features/surface.ts';
import { mountMcp } from '../../../src/transport/http.ts';
import { toolCall } from '../../support/service-doors.ts';

/** As much of a surface as a call asks for: it is refused for as many seconds as its tool's name says. */
const surface = {
  info: { name: 'refusing', title: 'Refusing', version: '1', websiteUrl: 'https://legible.example' },
  instructionsFor: () => '',
  async callTool(seconds: string, _: unknown, { onRetryAfter }: Parameters<Surface['callTool']>[2]) {
    onRetryAfter?.(Number(seconds));
    return { isError: true, content: [{ type: 'text', text: 'rate_limited' }] };
  },
} as unknown as Surface;

const baseUrl = 'https://legible.example';
const lines: string[] = [];
const app = createHttpApp({ baseUrl, log: createLog('info', { write: (line) => lines.push(line) }) });
const mcp = mountMcp(app, {
  surface,
  baseUrl,
  ownSite: createOwnSite(baseUrl),
  cancellations: createCancellations(),
  admission: {
    identify: async () => ({ kind: 'address', address: '192.0.2.1' }),
    requireKey: () => Promise.reject(new Error('secret words of a bug')),
  },
  quotas: { draw: async () => [], peek: async () => [] },
  credentialsOf: () => ({ authorization: undefined, clientAddress: '192.0.2.1', isSecure: true }),
  requestIdOf,
});
after(() => mcp.close());

const post = (path: string, message: unknown) =>
  app.request(baseUrl + path, {
    method: 'POST',
    headers: {
      host: 'legible.example',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify(message),
  });

it('the answer to a batch says when the last of its calls can succeed', async () => {
  const reply = await post('/mcp', [toolCall('3', {}, 1), toolCall('900', {}, 2), toolCall('20', {}, 3)]);
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('retry-after'), '900');
  assert.equal(Object(await reply.json()).length, 3);
});

it('an internal error is a JSON-RPC error with the request id and nothing else; the log has the cause', async () => {
  const reply = await post('/api/v1/mcp', toolCall('3'));
  const requestId = reply.headers.get('x-request-id') ?? '';
  assert.equal(reply.status, 500);
  assert.deepEqual(await reply.json(), {
    jsonrpc: '2.0',
    id: null,
    error: {
      code: -32603,
      message: `Something went wrong on our side. Quote request ${requestId}.`,
      data: { code: 'internal_error' },
    },
  });
  assert.match(lines.find((line) => line.includes(requestId)) ?? '', /secret words of a bug/);
});
