/** The HTTP door by itself, with a surface that refuses. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { H3 } from 'h3';
import { mountMcp } from '../../src/transport/mcp-http.ts';
import type { Surface } from '../../src/transport/surface.ts';
import { toolCall } from '../support/service-doors.ts';

/** As much of a surface as a call asks for: it is refused for as many seconds as its tool's name says. */
const surface = {
  info: { name: 'refusing', title: 'Refusing', version: '1', websiteUrl: 'https://legible.example' },
  instructionsFor: () => '',
  async callTool(seconds: string, _: unknown, { onRetryAfter }: Parameters<Surface['callTool']>[2]) {
    onRetryAfter?.(Number(seconds));
    return { isError: true, content: [{ type: 'text', text: 'rate_limited' }] };
  },
} as unknown as Surface;

it('the answer to a batch says when the last of its calls can succeed', async () => {
  const app = new H3({ silent: true });
  const mcp = mountMcp(app, {
    surface,
    baseUrl: 'https://legible.example',
    isBehindProxy: false,
    admission: {
      identify: async () => ({ kind: 'address', address: '192.0.2.1' }),
      requireKey: () => Promise.reject(new Error('not asked')),
    },
    quotas: { draw: async () => [], peek: async () => [] },
    credentialsOf: () => ({ authorization: undefined, clientAddress: '192.0.2.1', isSecure: true }),
    requestIdOf: () => 'test',
  });
  const reply = await app.request('https://legible.example/mcp', {
    method: 'POST',
    headers: {
      host: 'legible.example',
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify([toolCall('3', {}, 1), toolCall('900', {}, 2), toolCall('20', {}, 3)]),
  });
  assert.equal(reply.status, 200);
  assert.equal(reply.headers.get('retry-after'), '900');
  assert.equal(Object(await reply.json()).length, 3);
  await mcp.close();
});
