/** The earlier era by itself, with a surface that takes its time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createCancellations } from '../../../src/transport/cancellations.ts';
import type { Surface } from '../../../src/transport/features/surface.ts';
import { handle2025 } from '../../../src/transport/protocol-2025.ts';
import { toolCall } from '../../support/service-doors.ts';

/** As much of a surface as a call asks for; its store is slow. */
const surface = {
  info: { name: 'slow', title: 'Slow', version: '1', websiteUrl: 'https://legible.example' },
  instructionsFor: () => '',
  async callTool(_: string, __: unknown, { onWindows }: Parameters<Surface['callTool']>[2]) {
    await delay(30);
    onWindows?.([]);
    return { content: [{ type: 'text', text: 'done' }] };
  },
} as unknown as Surface;

for (const [form, _meta] of [
  ['JSON', {}],
  ['a stream', { progressToken: 'p' }],
] as const) {
  it(`a call that is answered as ${form} is admitted or refused before its headers go out`, async () => {
    const body = { ...toolCall('x'), params: { name: 'x', _meta } };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const request = new Request('https://legible.example/mcp', { method: 'POST', headers });
    let told = 0;
    const response = await handle2025(
      surface,
      request,
      body,
      {
        caller: { kind: 'address', address: '192.0.2.1' },
        requestId: 'test',
        onWindows: () => {
          told += 1;
        },
      },
      createCancellations(),
    );
    assert.equal(told, 1);
    assert.match(await response.text(), /"text":"done"/);
  });
}
