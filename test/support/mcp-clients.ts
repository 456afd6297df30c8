/** The MCP SDKs' clients of both eras, connected to a running service or to a process. */
import { Client as ClientOf2026, StreamableHTTPClientTransport as HttpOf2026 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioOf2026 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientOf2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioOf2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpOf2025 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport as TransportOf2025 } from '@modelcontextprotocol/sdk/shared/transport.js';

const INFO = { name: 'legible-test', version: '1.0.0' };

export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What tests ask of either client. Results are as they came over the wire; errors reject with an integer `code`. */
export interface McpClient {
  readonly revision: string | undefined;
  readonly instructions: string | undefined;
  request(method: string, params?: Record<string, unknown>): Promise<unknown>;
  callTool(name: string, input: Record<string, unknown>, onProgress?: (progress: Progress) => void): Promise<unknown>;
  close(): Promise<void>;
}

export interface HttpTarget {
  readonly url: string;
  readonly path?: string;
  readonly key?: string;
}
export interface StdioTarget {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
}

export const CLIENTS: readonly {
  readonly name: string;
  connect(target: HttpTarget | StdioTarget): Promise<McpClient>;
}[] = [
  { name: 'the v1 SDK', connect: connect2025 },
  { name: 'the v2 SDK, modern', connect: (target) => connect2026(target, 'auto') },
  { name: 'the v2 SDK, legacy', connect: (target) => connect2026(target, 'legacy') },
];

const http = ({ url, path = '/api/v1/mcp', key }: HttpTarget) =>
  [
    new URL(url + path),
    { requestInit: { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } } },
  ] as const;

async function connect2025(target: HttpTarget | StdioTarget): Promise<McpClient> {
  const client = new ClientOf2025(INFO);
  const transport = 'url' in target ? new HttpOf2025(...http(target)) : new StdioOf2025(target);
  // The SDK's optional members are not declared as exactOptionalPropertyTypes wants them.
  await client.connect(transport as TransportOf2025);
  await client.listTools();
  return {
    instructions: client.getInstructions(),
    revision: 'protocolVersion' in transport ? transport.protocolVersion : undefined,
    request: (method, params = {}) => METHODS_2025[method]?.(client, params) ?? Promise.reject(new Error(method)),
    callTool: (name, input, onprogress) =>
      client.callTool({ name, arguments: input }, undefined, onprogress === undefined ? {} : { onprogress }),
    close: () => client.close(),
  };
}

type Loose = Record<string, unknown>;
/** The client has a function for each method, and each its own type of parameters. */
const METHODS_2025: Readonly<Record<string, (client: ClientOf2025, params: Loose) => Promise<unknown>>> = {
  'tools/list': (client) => client.listTools(),
  'tools/call': (client, params) => client.callTool(params as { name: string }),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'resources/read': (client, params) => client.readResource(params as { uri: string }),
  'prompts/list': (client) => client.listPrompts(),
  'prompts/get': (client, params) => client.getPrompt(params as { name: string }),
  'completion/complete': (client, params) => client.complete(params as Parameters<ClientOf2025['complete']>[0]),
};

async function connect2026(target: HttpTarget | StdioTarget, mode: 'auto' | 'legacy'): Promise<McpClient> {
  const client = new ClientOf2026(INFO, { versionNegotiation: { mode } });
  await client.connect('url' in target ? new HttpOf2026(...http(target)) : new StdioOf2026(target));
  await client.listTools();
  return {
    instructions: client.getInstructions(),
    revision: client.getNegotiatedProtocolVersion(),
    request: (method, params = {}) => METHODS_2026[method]?.(client, params) ?? Promise.reject(new Error(method)),
    callTool: (name, input, onprogress) =>
      client.callTool({ name, arguments: input }, onprogress === undefined ? {} : { onprogress }),
    close: () => client.close(),
  };
}

const METHODS_2026: Readonly<Record<string, (client: ClientOf2026, params: Loose) => Promise<unknown>>> = {
  'tools/list': (client) => client.listTools(),
  'tools/call': (client, params) => client.callTool(params as { name: string }),
  'resources/list': (client) => client.listResources(),
  'resources/templates/list': (client) => client.listResourceTemplates(),
  'resources/read': (client, params) => client.readResource(params as { uri: string }),
  'prompts/list': (client) => client.listPrompts(),
  'prompts/get': (client, params) => client.getPrompt(params as { name: string }),
  'completion/complete': (client, params) => client.complete(params as Parameters<ClientOf2026['complete']>[0]),
};
