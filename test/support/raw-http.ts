/** Targets and clients of gateways that write HTTP byte by byte, as no library would. */
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Gateway, type GatewayOptions, startGateway } from '../../src/middleware/gateway/gateway.ts';

export interface GatewaysOfTests {
  /** Runs something when the tests have ended, the last first. */
  atEnd(cleanup: () => unknown): void;
  /** Waits until a server listens on a free port of the loopback. */
  listening(server: ReturnType<typeof createTcpServer>): Promise<URL>;
  site(listener: RequestListener): Promise<URL>;
  /** A target that writes these bytes to every connection that asks for something. */
  rawSite(bytes: string, then?: 'end' | 'wait'): Promise<URL>;
  /** A gateway before a target. */
  before(target: URL, options?: Partial<GatewayOptions>): Promise<Gateway>;
  close(): Promise<void>;
}

export function gatewaysOfTests(): GatewaysOfTests {
  const cleanups: (() => unknown)[] = [];
  const atEnd = (cleanup: () => unknown): void => void cleanups.push(cleanup);
  const listening = async (server: ReturnType<typeof createTcpServer>): Promise<URL> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A TCP server has such an address.
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  return {
    atEnd,
    listening,
    async site(listener) {
      const server = createServer(listener);
      atEnd(() => {
        server.closeAllConnections();
        server.close();
      });
      return listening(server);
    },
    async rawSite(bytes, then = 'end') {
      const server = createTcpServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => (then === 'end' ? socket.end(bytes, 'latin1') : socket.write(bytes, 'latin1')));
        atEnd(() => socket.destroy());
      });
      atEnd(() => server.close());
      return listening(server);
    },
    async before(target, options = {}) {
      const gateway = await startGateway({ target, host: '127.0.0.1', port: 0, trustsClients: false, ...options });
      atEnd(() => gateway.close(0));
      return gateway;
    },
    async close() {
      for (const cleanup of cleanups.reverse()) await cleanup();
    },
  };
}

/** What a server answers to bytes of a client, until it closes or two seconds are over. */
export async function rawAnswer(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString('latin1');
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await Promise.race([closed, delay(2000)]);
  socket.destroy();
  return answer;
}
