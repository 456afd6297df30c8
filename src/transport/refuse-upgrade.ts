import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers a connection that asked for another protocol in HTTP, with the error envelope of REST, and ends it. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  { code, message }: { readonly code: string; readonly message: string },
  retryAfterSeconds?: number,
): void {
  const body = JSON.stringify({ error: { code, message } });
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'content-type: application/json',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(body)}`,
    ...(retryAfterSeconds === undefined ? [] : [`retry-after: ${retryAfterSeconds}`]),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
