/**
 * One of the servers of the bench of the gateway, on a free port: `target FILE` serves a page with an entity tag, `httpxy
 * MODULE URL` is a proxy of a library alone, `gateway URL` is ours. Prints where it listens.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { startGateway } from '../src/middleware/gateway/gateway.ts';

const [kind = '', first = '', second = ''] = process.argv.slice(2);

function listen(listener: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 75_000 }, listener).listen(0, '127.0.0.1', () => {
    // A TCP server that listens has such an address.
    const { port } = server.address() as AddressInfo;
    process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
}

if (kind === 'target') {
  const page = readFileSync(first);
  const etag = `"${createHash('sha256').update(page).digest('base64url')}"`;
  const head = { 'content-type': 'text/html; charset=utf-8', etag };
  listen(({ headers, url }, response) => {
    // Without a tag it is a page that the site makes anew for each request.
    if (url === '/untagged')
      response.writeHead(200, { 'content-type': head['content-type'], 'content-length': page.length }).end(page);
    else if (headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { ...head, 'content-length': page.length }).end(page);
  });
} else if (kind === 'httpxy') {
  // Its types are not installed: it is a program of the bench alone.
  const { createProxyServer } = (await import(pathToFileURL(first).href)) as {
    createProxyServer(options: object): { web(...parameters: Parameters<RequestListener>): Promise<void> };
  };
  const { Agent } = await import('node:http');
  const proxy = createProxyServer({ target: second, agent: new Agent({ keepAlive: true, maxSockets: 256 }) });
  listen((incoming, response) => void proxy.web(incoming, response));
} else {
  const gateway = await startGateway({ target: new URL(first), host: '127.0.0.1', port: 0, trustsClients: false });
  process.stdout.write(`${gateway.url}\n`);
}
