import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Headers that only offer another protocol; HTTP2-Settings belongs to HTTP/2 over plain text (RFC 7540, 3.2). */
const OFFER = new Set(['upgrade', 'http2-settings']);

/** Whether a request asks for a WebSocket, the only other protocol of this server. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket');

/**
 * Answers a request as if it had not offered another protocol (RFC 9110, 7.8), because some clients always offer
 * HTTP/2. With an `upgrade` listener Node hands over the bare connection, so the request is put back and the server
 * reads it as a new connection.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (OFFER.has(name.toLowerCase())) continue;
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? withoutOffer(value) : value}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !OFFER.has(option.toLowerCase()))
    .join(', ');
