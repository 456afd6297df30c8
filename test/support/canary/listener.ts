/** Listens at every address of the namespace: answers for the public ones, and records who connects to any other. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { PUBLIC_IPV4, PUBLIC_IPV6 } from './name-server.ts';

const HTTP_PORT = 80;
/** The ports behind the firewall; the kernel counts refused connections to any other port. */
const OTHER_PORTS = [22, 443, 3000, 5432, 6379, 8000, 8080, 8443, 9200];
const MAY_BE_CONNECTED: ReadonlySet<string> = new Set([PUBLIC_IPV4, PUBLIC_IPV6]);

export interface Canary {
  /** `address:port` of every connection to an address that is not public, since the last time it was asked. */
  takeHits(): string[];
  /** Connections of the namespace that were refused, in all (Linux). */
  refusedConnections(): number;
  close(): Promise<void>;
}

export async function listenEverywhere(respond: RequestListener): Promise<Canary> {
  let hits: string[] = [];
  /** Whether the connection may go on. */
  const watch = (socket: Socket): boolean => {
    const address = (socket.localAddress ?? '').replace(/^::ffff:/, '');
    socket.on('error', () => undefined);
    if (MAY_BE_CONNECTED.has(address)) return true;
    hits.push(`${address}:${socket.localPort}`);
    socket.destroy();
    return false;
  };
  const http = createHttpServer(respond);
  http.on('connection', watch);
  const others = OTHER_PORTS.map((port) => ({
    port,
    server: createServer((socket) => watch(socket) && socket.destroy()),
  }));
  const servers: { port: number; server: Server }[] = [{ port: HTTP_PORT, server: http }, ...others];
  for (const { port, server } of servers) {
    server.listen(port);
    await once(server, 'listening');
  }
  return {
    takeHits() {
      const taken = hits;
      hits = [];
      return taken;
    },
    refusedConnections,
    async close() {
      http.closeAllConnections();
      for (const { server } of servers) {
        server.close();
        await once(server, 'close');
      }
    },
  };
}

/** Connects, as what must not happen would; resolves when the connection is over. */
export async function touch(host: string, port: number): Promise<void> {
  const socket = connect({ host, port });
  await Promise.race([once(socket, 'close'), once(socket, 'error')]).catch(() => undefined);
  socket.destroy();
}

/** Of /proc/net/snmp: two lines for TCP, the names of the counters and their values. */
function refusedConnections(): number {
  const [names = [], values = []] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Tcp:'))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('AttemptFails')]);
}
