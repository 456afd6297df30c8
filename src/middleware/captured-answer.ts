/** Runs a listener of Node's http for a request that no client sent, and answers what it writes. */
import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex, PassThrough } from 'node:stream';
import { webStream } from './web-stream.ts';

/** Of the status line and the fields; Node itself writes no more by far. */
const MAX_HEAD_BYTES = 1024 * 1024;

export interface CapturedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  /** The connection of the client that is behind the request: listeners ask it for addresses. */
  readonly socket: Socket;
}

/**
 * The answer of a listener, as soon as its fields are written; its body follows as a stream.
 * @throws an Error where the listener throws, ends without an answer, or its client is gone
 */
export function capturedAnswer(listener: RequestListener, request: CapturedRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const body = new PassThrough();
    // Without a reader of the answer, or after it, an error has nowhere else to go.
    body.on('error', reject);
    const socket = answerSocket(request.socket, body, (head) => {
      try {
        resolve(responseOf(head, request.method, body));
      } catch (error) {
        reject(error);
        socket.destroy();
      }
    });
    const incoming = new IncomingMessage(socket);
    incoming.method = request.method;
    incoming.url = request.path;
    incoming.httpVersion = '1.1';
    incoming.httpVersionMajor = 1;
    incoming.httpVersionMinor = 1;
    incoming.rawHeaders = [...request.headers].flat();
    incoming.headers = Object.fromEntries(request.headers);
    incoming.complete = true;
    incoming.push(null);
    const response = new ServerResponse(incoming);
    response.shouldKeepAlive = false;
    // The body is not framed, because no connection carries it.
    response.useChunkedEncodingByDefault = false;
    Object.defineProperty(response, 'chunkedEncoding', { get: () => false, set: () => {} });
    response.assignSocket(socket);
    // For connections of a server, the server does this.
    socket.on('drain', () => {
      if (!response.writableEnded) response.emit('drain');
    });
    response.once('finish', () => socket.end());
    socket.once('close', () => reject(new Error('The listener ended without an answer.')));
    const stop = (): void => void socket.destroy();
    if (request.signal.aborted) stop();
    else request.signal.addEventListener('abort', stop, { once: true });
    socket.once('close', () => request.signal.removeEventListener('abort', stop));
    try {
      listener(incoming, response);
    } catch (error) {
      reject(error);
      socket.destroy();
    }
  });
}

/** What Node writes to a connection: the fields go to `onHead`, the body into the stream, as fast as it is read. */
function answerSocket(client: Socket, body: PassThrough, onHead: (head: string) => void): Socket {
  let head: Buffer | undefined = Buffer.alloc(0);
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      if (head !== undefined) {
        head = Buffer.concat([head, chunk]);
        if (head.length > MAX_HEAD_BYTES) return done(new Error('The fields of the answer are too long.'));
        const found = finalHead(head);
        if (found === undefined) return done();
        head = undefined;
        onHead(found.head);
        rest = found.rest;
      }
      if (rest.length === 0 || body.write(rest)) return done();
      body.once('drain', done);
    },
    final(done) {
      body.end();
      done();
    },
    destroy(error, done) {
      // The end of a body that was written whole is no error.
      if (!body.writableEnded) body.destroy(error ?? new Error('The answer broke off.'));
      done(error);
    },
  });
  body.once('close', () => socket.destroy());
  const { remoteAddress, remotePort, remoteFamily, localAddress, localPort } = client;
  return Object.assign(socket, {
    ...{ remoteAddress, remotePort, remoteFamily, localAddress, localPort },
    encrypted: 'encrypted' in client && client.encrypted === true,
    setTimeout: () => socket,
    setNoDelay: () => socket,
    setKeepAlive: () => socket,
    ref: () => socket,
    unref: () => socket,
    // Listeners and Node use no more of a connection than this.
  }) as unknown as Socket;
}

const BLANK_LINE = '\r\n\r\n';

/** The head of the answer, behind those of interim answers (1xx), and what follows it; undefined while it is not whole. */
function finalHead(bytes: Buffer): { readonly head: string; readonly rest: Buffer } | undefined {
  let start = 0;
  for (;;) {
    const end = bytes.indexOf(BLANK_LINE, start, 'latin1');
    if (end === -1) return undefined;
    const head = bytes.toString('latin1', start, end);
    start = end + BLANK_LINE.length;
    if (!/^HTTP\/1\.[01] 1\d\d/.test(head)) return { head, rest: bytes.subarray(start) };
  }
}

const NO_BODY = new Set([204, 205, 304]);
/** Of a connection that there is not. */
const OF_THE_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** @throws RangeError for a status that a Response cannot have */
function responseOf(head: string, method: string, body: PassThrough): Response {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(statusLine.slice(9, 12));
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !OF_THE_CONNECTION.has(name)) headers.append(name, line.slice(colon + 1).trim());
  }
  const hasBody = method !== 'HEAD' && !NO_BODY.has(status);
  if (!hasBody) body.resume();
  return new Response(hasBody ? webStream(body) : null, { status, statusText: statusLine.slice(13), headers });
}
