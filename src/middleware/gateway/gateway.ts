import { createServer, type IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type AgentReadyOptions, createCore } from '../core.ts';
import { valuesOf } from '../raw-fields.ts';
import { isHost } from '../request-fields.ts';
import { startOperator } from './operator-server.ts';
import { pageListener } from './page-listener.ts';
import { createProxy, type ProxyOptions } from './proxy.ts';

export interface GatewayOptions extends ProxyOptions, AgentReadyOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where /healthz, /readyz and /metrics are served, on the same host; undefined for nowhere. */
  readonly operatorPort?: number;
}

export interface Gateway {
  /** Where it listens: `http://127.0.0.1:8081`. */
  readonly url: string;
  /**
   * Takes no more connections, lets requests end, and closes open connections after a time.
   * @param withinMs for requests that run; WebSockets end then too
   */
  close(withinMs: number): Promise<void>;
}

/** Longer than the proxies before it keep an idle connection, so that none closes while a request is on its way. */
const KEEP_ALIVE_MS = 75_000;
/** Within which the fields of a request must have come. */
const HEADERS_TIMEOUT_MS = 30_000;
/** For a whole request: large uploads over slow lines take long. */
const REQUEST_TIMEOUT_MS = 3_600_000;

/**
 * Starts the middleware as a reverse proxy of a target.
 * @throws the Error of a port that is not free
 */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const proxy = createProxy(options);
  const ready = pageListener(createCore(options), proxy);
  const { host, operatorPort } = options;
  const operator =
    operatorPort === undefined
      ? undefined
      : await startOperator({ host, port: operatorPort, isTargetUp: proxy.isTargetUp });
  const listener: RequestListener = (incoming, response) => {
    operator?.watch(response);
    const refused = refusalOf(incoming);
    if (refused === undefined) ready(incoming, response);
    else response.writeHead(refused, { connection: 'close' }).end();
  };
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      requireHostHeader: true,
    },
    listener,
  );
  // 16 KB of fields are the limit; of more than 2,000 in them Node would leave out the last.
  server.maxHeadersCount = 0;
  const upgraded = new Set<Duplex>();
  server.on('upgrade', (incoming, socket, head) => {
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    const isWebSocket = incoming.headers.upgrade?.toLowerCase() === 'websocket' && incoming.method === 'GET';
    if (isWebSocket && !hasBody(incoming) && refusalOf(incoming) === undefined) proxy.upgrade(incoming, socket, head);
    else answerWithoutUpgrade(incoming, socket, listener);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    url: urlOf(server),
    async close(withinMs) {
      operator?.drain();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Answers that are on their way end their connections; a kept one would wait for another request.
      server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
      const sweep = setInterval(() => server.closeIdleConnections(), 100);
      const limit = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, withinMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(limit);
      await operator?.close();
      proxy.close();
    },
  };
}

/** The status of the answer to a request that the target might read in another way; undefined for none. */
function refusalOf({ rawHeaders, headers, httpVersion }: IncomingMessage): 400 | 501 | undefined {
  // Of two hosts the target may believe the one that the middleware did not: Node keeps the first.
  const hosts = valuesOf(rawHeaders, 'host').length;
  // HTTP/1.0 may leave it out, and an empty one is allowed.
  if (hosts > 1 || (hosts === 1 && headers.host !== '' && !isHost(headers.host ?? ''))) return 400;
  const coding = headers['transfer-encoding']?.trim().toLowerCase();
  // HTTP/1.0 has no chunks (RFC 9112, section 6.1).
  if (coding !== undefined && httpVersion === '1.0') return 400;
  // Node undoes the chunks alone, and the target would not learn of the other coding.
  return coding === undefined || coding === 'chunked' ? undefined : 501;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  'content-length' in headers || 'transfer-encoding' in headers;

/**
 * Answers a request for another protocol in the one that it came by, as its sender must expect (RFC 9110, section 7.8).
 * The connection ends then, because Node reads no further request from it.
 */
function answerWithoutUpgrade(incoming: IncomingMessage, socket: Duplex, listener: RequestListener): void {
  const response = new ServerResponse(incoming);
  response.shouldKeepAlive = false;
  // Only servers of TLS and TCP ask, and their connections are sockets.
  response.assignSocket(socket as Socket);
  socket.on('error', () => socket.destroy());
  response.once('finish', () => socket.end());
  // Its body would be among the bytes behind the request, which no parser reads any more.
  if (hasBody(incoming)) response.writeHead(400).end();
  else listener(incoming, response);
}

function urlOf(server: Server): string {
  // A TCP server that listens has such an address.
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
