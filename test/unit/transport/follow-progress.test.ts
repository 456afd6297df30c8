/** A client that stopped reading or answering is let go, and nothing is kept for it. */
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { it } from 'node:test';
import type { WebSocket } from 'ws';
import type { ScanRecord } from '../../../src/scans/scan-record.ts';
import { followProgress } from '../../../src/transport/follow-progress.ts';

class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: string[] = [];
  pings = 0;
  send(text: string) {
    this.sent.push(text);
  }
  ping() {
    this.pings += 1;
  }
  close(code: number) {
    this.readyState = 3;
    this.emit('close', code);
  }
  terminate() {
    this.close(1006);
  }
}

// Progress is the only part of a record that is read.
const at = (pagesScanned: number) => ({ status: 'running', pagesDiscovered: 9, pagesScanned }) as ScanRecord;

it('a client that answers no ping is let go, and the subscription with it', async () => {
  const socket = new FakeSocket();
  let unsubscribed = 0;
  const source = {
    subscribe: async () => async () => {
      unsubscribed += 1;
    },
    read: async () => at(1),
    heartbeatMs: 10,
  };
  // As much of a socket as is used.
  await followProgress(socket as unknown as WebSocket, at(1), source);
  assert.deepEqual([socket.pings, socket.sent.length, unsubscribed], [1, 1, 1]);
});

it('a slow client gets the latest state only', async () => {
  const socket = new FakeSocket();
  let pages = 1;
  let moved = () => {};
  const source = {
    subscribe: async (listener: () => void) => {
      moved = listener;
      return async () => {};
    },
    read: async () => at(pages),
  };
  const following = followProgress(socket as unknown as WebSocket, at(pages), source);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  socket.bufferedAmount = 1_000_000;
  for (pages = 2; pages < 50; pages += 1) {
    moved();
    await settled();
  }
  assert.equal(socket.sent.length, 1);
  socket.bufferedAmount = 0;
  moved();
  await settled();
  assert.deepEqual(
    socket.sent.map((text) => JSON.parse(text).pagesScanned),
    [1, 50],
  );
  socket.terminate();
  await following;
});

it('a scan that another process works on is looked at now and then', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const socket = new FakeSocket();
  let pages = 1;
  const following = followProgress(socket as unknown as WebSocket, at(pages), {
    subscribe: async () => async () => {},
    read: async () => at(pages),
  });
  await new Promise((resolve) => setImmediate(resolve));
  pages = 2;
  t.mock.timers.tick(2000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    socket.sent.map((text) => JSON.parse(text).pagesScanned),
    [1, 2],
  );
  socket.terminate();
  await following;
});
