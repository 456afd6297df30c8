/** Small MCP servers on a free loopback port, healthy or not: a handler is handed each request, whole. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface McpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The body as JSON; undefined when it is none. */
  readonly message: { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown } | undefined;
}

/** Answers one request; one that never ends the response is an answer that never comes. */
export type McpHandler = (request: McpRequest, response: ServerResponse) => unknown;

export interface McpServer {
  readonly origin: string;
  /** The endpoint. */
  readonly url: string;
  readonly port: number;
  /** In order of arrival. */
  readonly requests: readonly McpRequest[];
  close(): Promise<void>;
}

/** @param path of the endpoint; the handler gets every request on any path */
export async function serveMcp(handler: McpHandler, path = '/mcp'): Promise<McpServer> {
  const requests: McpRequest[] = [];
  const server = createServer(async (message, response) => {
    response.on('error', () => {});
    const { method = '', url = '', headers } = message;
    const body = await text(message).catch(() => '');
    const request = { method, path: url, headers, body, message: parsed(body) };
    requests.push(request);
    await handler(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an AddressInfo; the string form is that of pipes.
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    url: `${origin}${path}`,
    port,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

function parsed(body: string): McpRequest['message'] {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
