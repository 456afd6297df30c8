import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Refuses a WebSocket upgrade over HTTP, with the error envelope of REST, and closes the connection.
 * @param headers trusted text only
 */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
  headers: Readonly<Record<string, string>>,
): void {
  const body = JSON.stringify({ error: { code, message } });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  // After `end` alone the client could keep the socket half open, where no limit counts it.
  socket.once('finish', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
