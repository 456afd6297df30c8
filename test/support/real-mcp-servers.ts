/** Third-party MCP servers from npm; none of them needs the network to be listed. */
import { installTools, startToolServer, type ToolServer, type Tools } from './npm-tools.ts';

const PACKAGES = {
  '@modelcontextprotocol/server-everything': '2026.8.31',
  '@upstash/context7-mcp': '4.1.1',
  '@playwright/mcp': '0.0.83',
};

interface RealServer {
  readonly name: string;
  readonly script: string;
  argumentsFor(port: number): readonly string[];
}

/** Legacy era with sessions; modern era; legacy era with 20 and more tools. */
export const REAL_SERVERS: readonly RealServer[] = [
  {
    name: 'everything',
    script: 'node_modules/@modelcontextprotocol/server-everything/dist/index.js',
    argumentsFor: () => ['streamableHttp'],
  },
  {
    name: 'context7',
    script: 'node_modules/@upstash/context7-mcp/dist/index.js',
    argumentsFor: (port) => ['--transport', 'http', '--port', String(port)],
  },
  {
    name: 'playwright',
    script: 'node_modules/@playwright/mcp/cli.js',
    argumentsFor: (port) => ['--port', String(port)],
  },
];

export const installRealServers = (): Promise<Tools> => installTools(PACKAGES);

/** Starts one; its endpoint is under the name it listens to. */
export async function startRealServer(
  folder: string,
  { script, argumentsFor }: RealServer,
): Promise<ToolServer & { readonly url: string }> {
  const server = await startToolServer(folder, script, argumentsFor);
  return { ...server, url: `http://localhost:${server.port}/mcp` };
}
