import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';

/**
 * Of the request line and all headers together. Node's own 16 KiB are too few for a query of 2000 characters in an address,
 * each of which can be twelve bytes there.
 */
export const MAX_HEADER_BYTES = 32 * 1024;

/** By the code of Node's parser; anything else it cannot read is a 400. */
const REFUSALS: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: `The address and the headers of the request are larger than ${MAX_HEADER_BYTES / 1024} KiB together.`,
  },
  HPE_INVALID_METHOD: { status: '400 Bad Request', message: 'The method of the request is none that HTTP knows.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request did not arrive in time. Send it again.',
  },
};
const UNREADABLE = { status: '400 Bad Request', message: 'The request is not valid HTTP/1.1.' };

/**
 * Answers what Node's HTTP parser refuses, which never becomes a request, with the contract's envelope, and closes the
 * connection. The listener of a server's `clientError`.
 */
export function refuseMalformed(error: Error & { readonly code?: string }, socket: Duplex): void {
  // A client that has left, or is receiving a response, cannot get an error.
  if (error.code === 'ECONNRESET' || !socket.writable || ('_httpMessage' in socket && socket._httpMessage !== null)) {
    socket.destroy();
    return;
  }
  const { status, message } = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify({ error: { code: 'invalid_request', message } });
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    `x-request-id: ${randomUUID()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
