/** Small websites on a free loopback port: written as one object, or read from a folder. */
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface SiteRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** '' or '?…'. */
  readonly search: string;
  readonly headers: IncomingMessage['headers'];
  /** Of the server, for absolute URLs. */
  readonly origin: string;
}

/** Sends the rest of an answer by hand; one that never ends the response is an answer that never comes. */
export type Stream = (response: ServerResponse) => unknown;

export interface Answer {
  /** Default 200. */
  readonly status?: number;
  /** Lower-case names. `content-type` defaults to HTML in UTF-8. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | Stream;
}

export type Page = Answer | ((request: SiteRequest) => Answer);

/** One website. A page is found by its path with its query, else by its path. */
export interface Site {
  readonly pages: Readonly<Record<string, Page>>;
  /** For every other path; default a 404 page. */
  readonly fallback?: Page;
}

export interface SeenRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly userAgent: string;
  /** '' when the header was not sent. */
  readonly accept: string;
}

export interface SiteServer {
  /** http://127.0.0.1:port */
  readonly origin: string;
  /** In order of arrival. */
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

export interface ServeOptions {
  /** How long each answer is held back, in milliseconds: one number, or one a request. */
  readonly latencyMs?: number | (() => number);
}

/** The site, whose pages add the headers of each request to `asked`. */
export const noting = (site: Site, asked: SiteRequest['headers'][]): Site => ({
  ...site,
  pages: Object.fromEntries(
    Object.entries(site.pages).map(([path, page]) => [
      path,
      (request: SiteRequest) => {
        asked.push(request.headers);
        return typeof page === 'function' ? page(request) : page;
      },
    ]),
  ),
});

export const serveSite = ({ pages, fallback = NOT_FOUND }: Site, options: ServeOptions = {}): Promise<SiteServer> =>
  serve((request) => {
    const page = pages[request.path + request.search] ?? pages[request.path] ?? fallback;
    return typeof page === 'function' ? page(request) : page;
  }, options);

/** Serves a folder as static hosts do: index.html for folders, a slash added to their names, types by ending. */
export const serveFolder = (folder: string, options: ServeOptions = {}): Promise<SiteServer> =>
  serve((request) => answerFromFolder(resolve(folder), request), options);

const HTML_TYPE = 'text/html; charset=utf-8';
const NOT_FOUND: Answer = {
  status: 404,
  body: '<!doctype html><html lang="en"><title>Not found</title><h1>Not found</h1><p>There is no such page here.</p>',
};

const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML_TYPE,
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

async function answerFromFolder(folder: string, { path }: SiteRequest): Promise<Answer> {
  const file = join(folder, decodeURIComponent(path));
  if (file !== folder && !file.startsWith(folder + sep)) return NOT_FOUND;
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory() && !path.endsWith('/')) return { status: 301, headers: { location: `${path}/` } };
  const name = found?.isDirectory() ? join(file, 'index.html') : file;
  const body = await readFile(name).catch(() => undefined);
  if (body === undefined) return NOT_FOUND;
  return { headers: { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }, body };
}

async function serve(
  answerTo: (request: SiteRequest) => Answer | Promise<Answer>,
  { latencyMs = 0 }: ServeOptions,
): Promise<SiteServer> {
  const requests: SeenRequest[] = [];
  const handle = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => {});
    const { method = 'GET', url = '/', headers } = message;
    requests.push({ method, path: url, userAgent: headers['user-agent'] ?? '', accept: headers.accept ?? '' });
    const { pathname, search } = new URL(url, origin);
    const waitMs = typeof latencyMs === 'number' ? latencyMs : latencyMs();
    if (waitMs > 0) await delay(waitMs);
    await send(response, await answerTo({ method, path: pathname, search, headers, origin }));
  };
  const server = createServer((message, response) => {
    handle(message, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer): Promise<void> {
  response.writeHead(status, { 'content-type': HTML_TYPE, ...headers });
  if (typeof body === 'function') await body(response);
  else response.end(body);
}
