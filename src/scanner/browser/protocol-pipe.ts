/** The DevTools protocol over two pipes of a browser (`--remote-debugging-pipe`). Only what is short enough reaches the driver. */

import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport } from 'playwright-core';
import { createMessageReader } from './message-reader.ts';

/**
 * @param requests what the browser reads
 * @param messages what it writes
 * @param onDropped called with the length of each event that was too long
 */
export function openProtocolPipe(
  requests: Writable,
  messages: Readable,
  onDropped: (bytes: number) => void,
): ConnectOverCDPTransport {
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
      if (requests.writable) requests.write(`${JSON.stringify(message)}\0`);
    },
    close() {
      requests.destroy();
      messages.destroy();
    },
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
  messages.on('data', read);
  messages.once('close', () => transport.onclose?.());
  // The end of the browser closes both.
  for (const pipe of [requests, messages]) pipe.on('error', () => undefined);
  return transport;
}
