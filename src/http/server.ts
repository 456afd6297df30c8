import { randomUUID } from 'node:crypto';
import { type IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { H3, type H3Event, type HTTPError, serve } from 'h3';
import type { ServerMiddleware, ServerRequest } from 'srvx';
import type { Credentials } from '../auth/admit.ts';
import { clientAddress } from '../auth/caller.ts';
import { ConfigError, ServiceError, settingProblem, toServiceError } from '../errors.ts';
import type { Log } from '../log.ts';
import { MAX_REQUEST_BODY_BYTES } from './body.ts';
import { compress } from './compress.ts';
import { errorResponse } from './errors.ts';
import { type OwnSite, requireOneHost } from './own-site.ts';
import { verdictOn } from './request-context.ts';

/** The parts of a request that identify its sender. */
export interface SenderSettings {
  /** Proxies in front of this process whose forwarding headers are believed. */
  readonly trustedProxies: number;
  readonly ownSite: OwnSite;
}

/**
 * Longer than clients and proxies keep an idle connection (60 seconds in nginx and most balancers), so that they close
 * it first. With Node's 5 seconds some of their requests meet a reset.
 */
const KEEP_ALIVE_MS = 65_000;
/** How long requests under way may go on once the listener closes. */
export const CLOSE_AFTER_MS = 8000;

/** An app whose every response carries the common headers and whose every error is the contract's envelope. */
export function createHttpApp({ baseUrl, log }: { baseUrl: string; log: Log }): H3 {
  return new H3({
    silent: true,
    onRequest({ req: { runtime } }) {
      if (runtime?.node?.req !== undefined) requireOneHost(runtime.node.req);
    },
    onResponse(response, event) {
      response.headers.set('x-content-type-options', 'nosniff');
      response.headers.set('x-request-id', requestIdOf(event));
    },
    onError(thrown, event) {
      const requestId = requestIdOf(event);
      const error = asServiceError(thrown, requestId);
      if (error.code === 'internal_error') logFault(log, event.req, requestId, thrown.cause ?? thrown);
      return errorResponse(error, baseUrl, {}, event.req);
    },
  });
}

/** Wraps inner middleware, so that its errors are answered and logged as those of handlers. */
export function answerFaults({ baseUrl, log }: { baseUrl: string; log: Log }): ServerMiddleware {
  return async (request, next) => {
    try {
      return await next();
    } catch (thrown) {
      const requestId = randomUUID();
      const error = toServiceError(thrown, requestId);
      if (error.code === 'internal_error') logFault(log, request, requestId, thrown);
      const headers = { 'x-content-type-options': 'nosniff', 'x-request-id': requestId };
      return errorResponse(error, baseUrl, headers, request);
    }
  };
}

function logFault(log: Log, request: Request, requestId: string, fault: unknown): void {
  // An error after the client has left is no bug of the service.
  if (request.signal.aborted) return;
  log.error({ requestId, err: fault, path: new URL(request.url).pathname }, 'a request failed');
}

/** ServiceErrors unchanged, h3 errors (400, 404, 413) with the service's own messages, anything else as an internal error. */
function asServiceError(thrown: HTTPError, requestId: string): ServiceError {
  if (thrown.cause instanceof ServiceError) return thrown.cause;
  if (!thrown.unhandled && thrown.status === 400) {
    return new ServiceError('invalid_request', 'The path is not a valid one: a % must begin a percent-encoded byte.');
  }
  if (!thrown.unhandled && thrown.status === 404) {
    return new ServiceError('not_found', 'There is nothing at this path.');
  }
  if (!thrown.unhandled && thrown.status === 413) {
    return new ServiceError('payload_too_large', 'The body is too large.');
  }
  return toServiceError(thrown.cause, requestId);
}

/** Created lazily, because h3 refuses some requests before any hook runs. */
export function requestIdOf(event: H3Event): string {
  event.context.requestId ??= randomUUID();
  return String(event.context.requestId);
}

/** What the request says of its sender, as far as the configured proxies can be believed. */
export function credentialsOf(req: ServerRequest, means: SenderSettings): Credentials {
  const peer = req.runtime?.node?.req.socket.remoteAddress;
  const verdict = verdictOn(req);
  const agent = verdict.state === 'verified' ? verdict.agent.domain : undefined;
  return { ...senderOf(peer, (name) => req.headers.get(name), means), agent };
}

/** The same of a request for another protocol, which no middleware sees. */
export const credentialsOfUpgrade = ({ socket, headers }: IncomingMessage, means: SenderSettings): Credentials =>
  senderOf(socket.remoteAddress, (name) => [headers[name] ?? []].flat().join(', ') || null, means);

function senderOf(
  peer: string | undefined,
  header: (name: string) => string | null,
  { trustedProxies, ownSite }: SenderSettings,
): Credentials {
  const site = header('sec-fetch-site');
  const forwardedProto = trustedProxies > 0 ? header('x-forwarded-proto') : null;
  return {
    authorization: header('authorization') ?? undefined,
    clientAddress: clientAddress(peer ?? 'unknown', header('x-forwarded-for'), trustedProxies),
    isSecure: forwardedProto?.split(',').at(-1)?.trim() === 'https',
    // Fetch Metadata; browsers that do not send it send Origin with every POST across origins.
    fromOtherSite:
      !ownSite.allowsOrigin(header('origin'), header('host')) ||
      (site !== null && site !== 'same-origin' && site !== 'none'),
  };
}

export interface HttpServer {
  /** Lets running requests end, for a while, and then closes. */
  close(): Promise<void>;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Outermost first; they see every request and its final response. */
  readonly middleware: readonly ServerMiddleware[];
  /** Takes over connections that ask for a WebSocket; without it they are answered as plain requests. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/** @throws ConfigError when the address or the port cannot be had */
export async function listen(app: H3, { port, host, middleware, onUpgrade }: Listener): Promise<HttpServer> {
  const server = serve(app, {
    port,
    hostname: host,
    silent: true,
    middleware: [compress, ...middleware],
    gracefulShutdown: false,
    maxRequestBodySize: MAX_REQUEST_BODY_BYTES,
    node: { maxHeaderSize: MAX_HEADER_BYTES, requireHostHeader: false, keepAliveTimeout: KEEP_ALIVE_MS },
  });
  await server.ready().catch((error: unknown) => {
    throw listenerError(error, { host, port });
  });
  const http = server.node?.server;
  http?.on('clientError', refuseMalformed);
  // An unknown expectation is ignored (RFC 9110, section 10.1.1); Node would refuse it without a body.
  http?.on('checkExpectation', (request, response) => http.emit('request', request, response));
  if (onUpgrade !== undefined && http instanceof Server) {
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) =>
      wantsWebSocket(request) ? onUpgrade(request, socket, head) : ignoreUpgrade(http, request, socket, head),
    );
  }
  return {
    async close() {
      const deadline = setTimeout(() => void server.close(true), CLOSE_AFTER_MS);
      await server.close();
      clearTimeout(deadline);
    },
  };
}

/**
 * A free port, for PORT=0: absolute URLs need it before the routes are mounted.
 * @throws ConfigError when the address is unavailable
 */
export async function freePort(host: string): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(listenerError(error, { host, port: 0 }))).listen(0, host, resolve);
  });
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return address.port;
}

/** Why nothing can listen there, as the setting to change; anything else as it is. */
function listenerError(error: unknown, { host, port }: Pick<Listener, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `PORT: another process listens on "${port}". Stop it (is Legible running already?) or set PORT=0 to pick a free port.`,
      );
    case 'EACCES':
      return new ConfigError(`PORT: this user may not listen on "${port}". Choose a port above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'EAI_AGAIN':
    case 'ENOTFOUND':
      return new ConfigError(settingProblem('HOST', host, 'is not an address of this machine'));
    default:
      return error;
  }
}

/**
 * Of the request line and all headers together. Node's own 16 KiB are too few for a query of 2000 characters in an address,
 * each of which can be twelve bytes there.
 */
const MAX_HEADER_BYTES = 32 * 1024;

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
function refuseMalformed(error: Error & { readonly code?: string }, socket: Duplex): void {
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

/** Headers that only offer another protocol; HTTP2-Settings belongs to HTTP/2 over plain text (RFC 7540, 3.2). */
const OFFER = new Set(['upgrade', 'http2-settings']);

/** Whether a request asks for a WebSocket, the only other protocol of this server. */
const wantsWebSocket = ({ headers }: IncomingMessage): boolean =>
  (headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase() === 'websocket');

/**
 * Answers a request as if it had not offered another protocol (RFC 9110, 7.8), because some clients always offer
 * HTTP/2. With an `upgrade` listener Node hands over the bare connection, so the request is put back and the server
 * reads it as a new connection.
 */
function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, head: Buffer): void {
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
