/** The forbidden target of every endpoint: this machine, in every spelling, with a listener that counts connections. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Resolve } from '../../src/scanner/net/fetch-types.ts';

/** 6bone's old prefix: it passes the guard, and connecting to it fails on every machine. */
const PUBLIC_BUT_DEAD = '3ffe::1';

export interface Inside {
  readonly port: number;
  connections(): number;
  /** Names asked for, and how often. */
  readonly asked: ReadonlyMap<string, number>;
  /** `<door>.inner.test` is this machine, `mixed.test` half of it, `<door>.rebind.test` from the second lookup on. */
  readonly resolve: Resolve;
  /** A URL of the listener with a host name for each endpoint, which identifies the source of a request. */
  named(door: string, path?: string): string;
  /** The same by its address. */
  literal(path?: string): string;
  rebinding(door: string, path?: string): string;
  /** URLs that a service must refuse before any lookup. */
  spellings(): readonly string[];
  close(): Promise<void>;
}

export async function listenInside(): Promise<Inside> {
  let connections = 0;
  const asked = new Map<string, number>();
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  // On all of the machine's addresses, IPv6 too.
  listener.listen(0);
  await once(listener, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port } = listener.address() as AddressInfo;
  const literal = (path = '/') => `http://127.0.0.1:${port}${path}`;
  const named = (door: string, path = '/') => `http://${door}.inner.test:${port}${path}`;
  return {
    port,
    connections: () => connections,
    asked,
    async resolve(host) {
      const times = (asked.get(host) ?? 0) + 1;
      asked.set(host, times);
      if (host.endsWith('mixed.test')) return ['93.184.216.34', '::ffff:127.0.0.1'];
      if (host.endsWith('rebind.test')) return times === 1 ? [PUBLIC_BUT_DEAD] : ['127.0.0.1'];
      if (host.endsWith('inner.test')) return ['127.0.0.1'];
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
    named,
    literal,
    rebinding: (door, path = '/') => `http://${door}.rebind.test:${port}${path}`,
    spellings: () => [
      literal(),
      ...['localhost', 'a.localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0.0.0.0'].map(
        (host) => `http://${host}:${port}/`,
      ),
      ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '１２７.０.０.１', 'user@127.0.0.1'].map(
        (host) => `http://${host}:${port}/`,
      ),
      named('submitted'),
      `http://mixed.test:${port}/`,
    ],
    async close() {
      listener.close();
      await once(listener, 'close');
    },
  };
}
