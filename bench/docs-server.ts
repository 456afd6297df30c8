import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** Debian's python3-doc: about 530 third-party HTML pages, 77 KB on average. */
export const DOCS = '/usr/share/doc/python3/html';

/** Why that folder cannot be served; false when it can. */
export const docsMissing: string | false = existsSync(DOCS) ? false : `${DOCS} is missing: apt-get install python3-doc`;

/** @throws Error where the folder is missing */
export function requireDocs(): void {
  if (docsMissing) throw new Error(docsMissing);
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
};

export interface DocsServer {
  readonly origin: string;
  readonly requestCount: () => number;
  close(): Promise<void>;
}

/**
 * Serves a folder of HTML under several prefixes (/copy-1/, /copy-2/ ...), so that a tree of 500 pages makes a site of
 * 2,000, with a start page that links to each copy.
 * @param latencyMs waited before every answer
 */
export async function serveDocs(
  folder: string,
  { copies, latencyMs }: { copies: number; latencyMs: number },
): Promise<DocsServer> {
  let requests = 0;
  const cache = new Map<string, Buffer>();
  const home = `<!doctype html><html lang="en"><head><title>Documentation</title></head><body><main><h1>Documentation</h1>${Array.from(
    { length: copies },
    (_, at) => `<p><a href="/copy-${at + 1}/index.html">Copy number ${at + 1} of the documentation</a></p>`,
  ).join('')}</main></body></html>`;

  const answer = (path: string): { status: number; type: string; body: Buffer | string } => {
    if (path === '/') return { status: 200, type: 'text/html; charset=utf-8', body: home };
    const inCopy = /^\/copy-(\d+)\/(.*)$/.exec(path);
    const file =
      inCopy === null || Number(inCopy[1]) > copies
        ? undefined
        : join(folder, normalize(`/${inCopy[2] || 'index.html'}`));
    const body = file === undefined ? undefined : read(file);
    if (file === undefined || body === undefined) return { status: 404, type: 'text/plain', body: 'not found' };
    return { status: 200, type: TYPES[extname(file)] ?? 'application/octet-stream', body };
  };
  const read = (file: string): Buffer | undefined => {
    const known = cache.get(file);
    if (known !== undefined) return known;
    try {
      if (!statSync(file).isFile()) return undefined;
      const body = readFileSync(file);
      cache.set(file, body);
      return body;
    } catch {
      return undefined;
    }
  };

  const server = createServer((request, response) => {
    requests += 1;
    const { status, type, body } = answer(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    setTimeout(
      () => response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body),
      latencyMs,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address of a TCP listener is never a string.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requestCount: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
