import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import type { Build } from './build.ts';
import { type Change, changedText } from './changes.ts';

/** A build on a port of this machine, as a usual host of static sites answers with it. */
export interface BuildServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.pdf': 'application/pdf',
};

/**
 * Serves the files of a build with changes that are not written: `/about` and `/about.html` answer about.html, `/guide`
 * redirects to `/guide/`, unknown paths answer 404.html. Only listed files are read.
 */
export async function serveBuild(build: Build, changes: readonly Change[] = []): Promise<BuildServer> {
  const changed = new Map(changes.map((change) => [change.path, change]));
  const has = (path: string): boolean => build.files.has(path) || changed.has(path);
  const bodyOf = async (path: string): Promise<Buffer> => {
    const change = changed.get(path);
    return change === undefined
      ? readFile(join(build.folder, path))
      : Buffer.from(await changedText(build, change), 'utf8');
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const [path = '', query] = (request.url ?? '/').split('?', 2);
    const wanted = decoded(path);
    const file = wanted === undefined ? undefined : fileFor(wanted, has);
    if (file === undefined && wanted !== undefined && !wanted.endsWith('/') && has(`${wanted.slice(1)}/index.html`)) {
      response.writeHead(301, { location: `${path}/${query === undefined ? '' : `?${query}`}` }).end();
      return;
    }
    const found = file ?? (has('404.html') ? '404.html' : undefined);
    if (found === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found.\n');
      return;
    }
    const body = await bodyOf(found);
    const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
    if (file !== undefined && request.headers['if-none-match'] === etag) {
      response.writeHead(304, { etag }).end();
      return;
    }
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(found).toLowerCase()] ?? 'application/octet-stream',
      'content-length': body.length,
      'cache-control': 'public, max-age=0, must-revalidate',
      etag,
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has an address and a port.');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The file that answers a path; undefined for none. */
function fileFor(path: string, has: (path: string) => boolean): string | undefined {
  const name = path.slice(1);
  const names = path.endsWith('/') ? [`${name}index.html`, `${name}index.htm`] : [name, `${name}.html`];
  return names.find(has);
}

function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
