/** A loopback web server with one path for every way in which a site can misbehave (hostile-paths.ts). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { HOSTILE_PATHS } from './hostile-paths.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './test-certificate.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface HostileServer {
  readonly port: number;
  /** The server's URL for a path, under 127.0.0.1 unless another host is given. */
  url(path: string, host?: string): string;
  /** In order of arrival. */
  readonly requests: readonly SeenRequest[];
  /** Connections accepted so far, and those open now. */
  readonly connectionCount: number;
  readonly openConnections: number;
  close(): Promise<void>;
}

function handle(request: IncomingMessage, response: ServerResponse, body: string): unknown {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (pathname === '/redirect') {
    return response
      .writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('to') ?? '' })
      .end('moved');
  }
  if (pathname.startsWith('/chain/')) {
    const left = Number(pathname.slice('/chain/'.length));
    return response.writeHead(301, { location: left > 1 ? `/chain/${left - 1}` : '/ok' }).end();
  }
  const handler = HOSTILE_PATHS[pathname];
  return handler === undefined ? response.writeHead(404).end() : handler(response, request, body);
}

/** Listens on a free port of `host` (127.0.0.1). `tls` answers https under a certificate for site.test. */
export async function startHostileServer({
  host = '127.0.0.1',
  tls = false,
  port = 0,
}: {
  host?: string;
  tls?: boolean;
  port?: number;
} = {}): Promise<HostileServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let connectionCount = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => {});
    const body = (await buffer(request)).toString();
    requests.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    await handle(request, response, body);
  };
  const server: Server = tls
    ? createSecureServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, serve)
    : createServer(serve);
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket: Socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port: actualPort } = server.address() as AddressInfo;

  return {
    port: actualPort,
    url: (path, name = host) => `${tls ? 'https' : 'http'}://${name}:${actualPort}${path}`,
    requests,
    get connectionCount() {
      return connectionCount;
    },
    get openConnections() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
