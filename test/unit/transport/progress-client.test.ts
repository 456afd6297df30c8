/** Following a scan of another service: its messages, and every way in which they end. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { type ProgressMessage, type WatchOptions, watchProgress } from '../../../src/transport/progress-client.ts';

let server: WebSocketServer;
let behave = (_: WebSocket) => {};
before(async () => {
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: ({ req }: { req: IncomingMessage }) => req.url !== '/api/v1/scans/no/progress',
  });
  server.on('connection', (socket) => behave(socket));
  await once(server, 'listening');
});
after(() => server.close());

const hear = (parts: Partial<WatchOptions> = {}) => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return watchProgress({ baseUrl, apiKey: 'svc_live_x_y', scanId: 'scn_1', onProgress() {}, ...parts });
};
const at = (pagesScanned: number, status = 'running') => JSON.stringify({ status, pagesDiscovered: 9, pagesScanned });

describe('a scan', () => {
  it('is followed until it has ended; messages other than progress are ignored', async () => {
    behave = (socket) => {
      for (const text of [at(1), 'no JSON', '{"status":5}', '[]', at(9, 'completed')]) socket.send(text);
      socket.close(1000);
    };
    const heard: ProgressMessage[] = [];
    await hear({ onProgress: (progress) => heard.push(progress) });
    assert.deepEqual(
      heard.map(({ status, pagesScanned }) => [status, pagesScanned]),
      [
        ['running', 1],
        ['completed', 9],
      ],
    );
  });

  for (const [name, does] of [
    ['breaks off', (socket: WebSocket) => socket.terminate()],
    ['says nothing', () => {}],
    ['says too much', (socket: WebSocket) => socket.send('x'.repeat(20_000))],
  ] as const) {
    it(`is followed no longer when the service ${name}`, { timeout: 10_000 }, async () => {
      behave = does;
      await hear({ silenceMs: 300 });
    });
  }

  it('is followed for as long as the service responds', async () => {
    behave = (socket) => {
      const beating = setInterval(() => socket.ping(), 100);
      setTimeout(() => socket.close(1000), 2000);
      socket.once('close', () => clearInterval(beating));
    };
    const beganMs = performance.now();
    await hear({ silenceMs: 1000 });
    assert.ok(performance.now() - beganMs > 1900);
  });

  it('is not followed when it is refused, or the service is unreachable', async () => {
    behave = () => assert.fail('it was let in');
    await hear({ scanId: 'no' });
    await hear({ baseUrl: 'http://127.0.0.1:1' });
  });

  it('is not waited for by who has left', async () => {
    behave = () => {};
    const controller = new AbortController();
    const hearing = hear({ signal: controller.signal });
    setTimeout(() => controller.abort(new Error('left')), 100);
    await assert.rejects(hearing, /left/);
    await assert.rejects(hear({ signal: AbortSignal.abort(new Error('gone')) }), /gone/);
  });
});
