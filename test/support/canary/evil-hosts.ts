/** What the public addresses of the namespace answer: sites and MCP servers that lead to private ones. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { legacy, modern, TOOL_ITEMS } from '../../fixtures/mcp-servers/speaking.ts';
import { leadingInside } from '../../fixtures/sites/leading-inside.ts';
import { type McpRequest, sendJson } from '../mcp-server.ts';
import type { Answer } from '../site-server.ts';

/** By a separate name; over https, which some followed links require. */
const inner = (door: string, path = '/') => `https://${door}.inner.test${path}`;

/** Every literal in turn. @param permitted a private host that is for others to scan */
function literals(permitted: string): (path?: string) => string {
  const hosts = ['127.0.0.1', '169.254.169.254', permitted, '[::1]', '10.0.0.1:8080', '[fd00:ec2::254]', '0.0.0.0'];
  let count = 0;
  return (path = '/') => {
    count += 1;
    return `http://${hosts[count % hosts.length]}${path}`;
  };
}

export function respondAsEvil(permitted: string): RequestListener {
  const literal = literals(permitted);
  const site = leadingInside({ inner, literal });
  const mcp = evilMcpServers(literal);
  return async (request, response) => {
    response.on('error', () => undefined);
    // Each request has to connect, and so to ask for the name, anew.
    response.setHeader('connection', 'close');
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const speak = mcp[path];
    if (speak !== undefined) return speak(await readMcp(request, path), response);
    if (request.headers.host?.startsWith('away-')) {
      response.writeHead(path === '/robots.txt' ? 404 : 302, { location: literal() }).end();
      return;
    }
    const page = site.pages[path] ?? { status: 404, body: '<!doctype html><title>Not found</title>' };
    answer(response, typeof page === 'function' ? {} : page);
  };
}

function answer(response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers });
  response.end(typeof body === 'function' ? '' : body);
}

async function readMcp(request: IncomingMessage, path: string): Promise<McpRequest> {
  const body = await text(request).catch(() => '');
  let message: McpRequest['message'];
  try {
    message = Object(JSON.parse(body));
  } catch {
    message = undefined;
  }
  return { method: request.method ?? '', path, headers: request.headers, body, message };
}

type Speak = (request: McpRequest, response: ServerResponse) => unknown;

function evilMcpServers(literal: (path?: string) => string): Readonly<Record<string, Speak>> {
  const icons = [{ src: inner('mcp-icon', '/a.png'), mimeType: 'image/png' }, { src: literal('/a.png') }];
  const facts = {
    serverInfo: { name: 'evil', version: '1.0.0', websiteUrl: inner('mcp-website'), icons },
    lists: {
      tools: TOOL_ITEMS.map((tool) => ({ ...tool, icons })),
      resources: [
        { uri: inner('mcp-resource', '/a'), name: 'a', icons },
        { uri: literal('/a'), name: 'b' },
      ],
      resourceTemplates: [{ uriTemplate: `${literal()}{path}`, name: 'c', icons }],
    },
  };
  const redirect =
    (location: () => string, status = 307): Speak =>
    (_, response) =>
      response.writeHead(status, { location: location() }).end();
  const challenge =
    (metadata: (host: string) => string): Speak =>
    ({ headers }, response) =>
      sendJson(
        response,
        401,
        { error: 'unauthorized' },
        { 'www-authenticate': `Bearer resource_metadata="${metadata(`http://${headers.host}`)}"` },
      );
  return {
    '/mcp': modern(facts),
    '/legacy': legacy(facts),
    '/away': redirect(() => inner('mcp-redirect', '/mcp')),
    '/away-literal': redirect(() => literal('/mcp'), 308),
    '/guarded': challenge(() => inner('mcp-metadata', '/a')),
    '/guarded-literal': challenge(() => literal('/a')),
    '/guarded-around': challenge((host) => `${host}/metadata-around`),
    '/guarded-issuer': challenge((host) => `${host}/metadata-issuer`),
    '/metadata-around': redirect(() => inner('mcp-metadata-redirect', '/a'), 302),
    '/metadata-issuer': ({ headers }, response) =>
      sendJson(response, 200, {
        resource: `http://${headers.host}/guarded-issuer`,
        authorization_servers: [inner('mcp-issuer'), literal()],
      }),
    // HTTP with SSE, as it was before Streamable HTTP: the first event says where messages are to be sent.
    '/sse': ({ method }, response) =>
      method === 'GET'
        ? response
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .end(`event: endpoint\ndata: ${literal('/m')}\n\n`)
        : response.writeHead(405).end(),
  };
}
