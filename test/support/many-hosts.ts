/** Hundreds of hosts on one server: each address of 127.0.0.0/8 is a host of a range of its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { simpleHtml } from '../fixtures/sites/simple-page.ts';

export interface ManyHosts {
  /** `127.0.7.1:8080` */
  host(at: number): string;
  /** Of a host that nothing listens on. */
  readonly dead: (at: number) => string;
  /** What the hosts were asked and have sent, in bytes with headers. */
  readonly traffic: { requests: number; received: number; sent: number };
  /** Paths that a host was asked for, by host. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  close(): Promise<void>;
}

export interface HostOptions {
  readonly latencyMs?: number;
  readonly pages?: number;
  /** `robots.txt` of a host; none for undefined. */
  readonly robotsTxt?: (at: number) => string | undefined;
  readonly hasLlmsTxt?: (at: number) => boolean;
}

/** Ranges of hosts, of which the first is 127.0.1.0/24. */
const FIRST_RANGE = 1;
const DEAD_RANGES = 120;

export async function serveManyHosts({
  latencyMs = 0,
  pages = 10,
  robotsTxt = () => undefined,
  hasLlmsTxt = () => false,
}: HostOptions = {}): Promise<ManyHosts> {
  const traffic = { requests: 0, received: 0, sent: 0 };
  const asked = new Map<string, string[]>();
  const links = Array.from({ length: pages - 1 }, (_, page) => `/page-${page + 1}`);

  function answer(at: number, path: string): { type: string; body: string } | undefined {
    if (path === '/robots.txt') {
      const body = robotsTxt(at);
      return body === undefined ? undefined : { type: 'text/plain', body };
    }
    if (path === '/llms.txt' && hasLlmsTxt(at))
      return {
        type: 'text/plain',
        body: `# Host ${at}\n\n> A host.\n\n## Pages\n\n- [One](/page-1): the first page\n`,
      };
    const page = path === '/' ? 0 : links.indexOf(path) + 1;
    if (path !== '/' && page === 0) return undefined;
    const body = simpleHtml({
      title: `Page ${page} of host ${at}`,
      seed: at * pages + page,
      links: page === 0 ? links : ['/'],
    });
    return { type: 'text/html; charset=utf-8', body };
  }

  const server = createServer(async (request, response) => {
    const { host = '' } = request.headers;
    const path = request.url ?? '/';
    traffic.requests += 1;
    asked.set(host, [...(asked.get(host) ?? []), path]);
    if (latencyMs > 0) await delay(latencyMs);
    const at = atOf(host);
    const found = answer(at, path);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': found?.type ?? 'text/plain' });
    response.end(request.method === 'HEAD' ? undefined : (found?.body ?? 'Not found.\n'));
  });
  server.on('connection', (socket) => {
    socket.on('close', () => {
      traffic.received += socket.bytesRead;
      traffic.sent += socket.bytesWritten;
    });
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port } = server.address() as AddressInfo;
  return {
    host: (at) => `127.${Math.floor((at + FIRST_RANGE) / 100)}.${(at + FIRST_RANGE) % 100}.1:${port}`,
    dead: (at) => `127.${DEAD_RANGES}.${at % 100}.1:1`,
    traffic,
    asked,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The number of a host by its address. */
function atOf(host: string): number {
  const [, second = '0', third = '0'] = host.split('.');
  return Number(second) * 100 + Number(third) - FIRST_RANGE;
}
