/** The DevTools protocol of a browser, over its pipes or its socket. Only messages of bounded length reach the driver. */

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport } from 'playwright-core';
import { WebSocket } from 'ws';
import { createMessageReader } from './message-reader.ts';

interface Wire {
  readonly write: (text: string) => void;
  readonly close: () => void;
  /** Called with the length of each event that was too long. */
  readonly onDropped: (bytes: number) => void;
}

/** What the driver talks to, and what takes the bytes of the browser. */
function createProtocol({ write, close, onDropped }: Wire) {
  /** Sessions of the requests that are not answered yet. */
  const asked = new Map<number, string | undefined>();
  const deliver = (message: object): void => {
    // As the driver's own transport does: what one message resolves runs before the next one comes.
    setImmediate(() => transport.onmessage?.(message));
  };
  const transport: ConnectOverCDPTransport = {
    send(message) {
      const { id, sessionId } = message as { id: number; sessionId?: string }; // what the protocol is made of
      asked.set(id, sessionId);
      write(JSON.stringify(message));
    },
    close,
  };
  const read = createMessageReader({
    onMessage(text) {
      const message: { readonly id?: number } = JSON.parse(text);
      if (message.id !== undefined) asked.delete(message.id);
      deliver(message);
    },
    onDropped({ bytes, id }) {
      if (id === undefined) return onDropped(bytes);
      const sessionId = asked.get(id);
      if (asked.delete(id)) deliver({ id, sessionId, error: { code: -32000, message: 'The answer is too long.' } });
    },
  });
  return { transport, read };
}

/**
 * Over the pipes of a browser that was started here (`--remote-debugging-pipe`).
 * @param requests what the browser reads
 * @param messages what it writes
 * @param onDropped called with the length of each event that was too long
 */
export function openProtocolPipe(
  requests: Writable,
  messages: Readable,
  onDropped: (bytes: number) => void,
): ConnectOverCDPTransport {
  const { transport, read } = createProtocol({
    write: (text) => void (requests.writable && requests.write(`${text}\0`)),
    close() {
      requests.destroy();
      messages.destroy();
    },
    onDropped,
  });
  messages.on('data', read);
  messages.once('close', () => transport.onclose?.());
  // The end of the browser closes both.
  for (const pipe of [requests, messages]) pipe.on('error', () => undefined);
  return transport;
}

/** Of one message: more ends the connection. */
const MAX_SOCKET_BYTES = 64_000_000;
const END = Buffer.alloc(1);

/**
 * Over the socket of a browser that runs elsewhere.
 * @param url as the operator names it
 * @throws where nothing answers there in time
 */
export async function openProtocolSocket(
  url: string,
  { onDropped, timeoutMs }: Pick<Wire, 'onDropped'> & { readonly timeoutMs: number },
): Promise<ConnectOverCDPTransport> {
  const socket = new WebSocket(url, {
    handshakeTimeout: timeoutMs,
    maxPayload: MAX_SOCKET_BYTES,
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  const { transport, read } = createProtocol({
    write: (text) => socket.send(text, () => undefined),
    close: () => socket.terminate(),
    onDropped,
  });
  socket.on('message', (message: Buffer) => {
    read(message);
    read(END);
  });
  socket.once('close', () => transport.onclose?.());
  socket.on('error', () => undefined);
  return transport;
}
