/**
 * One way of serving our tools over MCP, in a process of its own: `mcp-variants.ts <variant>` prints its origin. The
 * tools return the same constant, so that only the transport is measured. `GET /cpu` answers the CPU time so far.
 */
import { McpServer as ServerOf2025 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { createMcpHandler, McpServer as ServerOf2026 } from '@modelcontextprotocol/server';
import { H3, serve } from 'h3';
import { createOwnSite } from '../src/http/own-site.ts';
import { createLog } from '../src/log.ts';
import { PROMPTS } from '../src/prompts/registry.ts';
import { RESOURCES } from '../src/resources/registry.ts';
import examples from '../src/rest-facade/openapi/examples.json' with { type: 'json' };
import { AgentScan } from '../src/schema/agent-forms.ts';
import { agentScanText } from '../src/tools/agent-scan/text.ts';
import { TOOLS } from '../src/tools/registry.ts';
import { createCancellations } from '../src/transport/cancellations.ts';
import { createSurface } from '../src/transport/features/surface.ts';
import { mountMcp } from '../src/transport/http.ts';

const INFO = { name: 'legible', version: '0' };
const { rootUrl: url, shareToken, ...scan } = examples.getScan;
const { fixes } = examples.explainScan;
const next = 'Look closer.';
const shown = fixes.map((fix, at) => ({ ...fix, rank: at + 1, of: 'site', pages: fix.examples }));
const output = AgentScan.parse({ kind: 'site', ...scan, url, report: `/s/${shareToken}`, fixes: shown, next });
const result = { content: [{ type: 'text' as const, text: agentScanText(output) }], structuredContent: { ...output } };
const app = new H3({ silent: true });

/** As the SDKs' documentation shows it: a server a request, tools with their zod schemas. */
const registered = <Server extends ServerOf2025 | ServerOf2026>(server: Server): Server => {
  for (const { name, title, description, input, output: outputSchema, annotations } of TOOLS) {
    const config = { title, description, inputSchema: input, outputSchema, annotations };
    // Both SDKs take any Standard Schema; their types are not the same.
    (server.registerTool as (...parts: unknown[]) => unknown)(name, config, async () => result);
  }
  return server;
};

const VARIANTS: Readonly<Record<string, () => void>> = {
  bare: () => {
    const answers = new Map<string, unknown>([
      ['tools/call', result],
      ['tools/list', { tools: TOOLS.map(({ name, description }) => ({ name, description })) }],
    ]);
    app.post('/mcp', async ({ req }) => {
      const { id, method } = (await req.json()) as { id: unknown; method: string };
      return Response.json({ jsonrpc: '2.0', id, result: answers.get(method) });
    });
  },
  ours: () => {
    const baseUrl = 'http://localhost';
    const surface = createSurface({
      gate: {
        call: async () => ({
          notModified: false,
          output: result.structuredContent,
          text: () => result.content[0]?.text ?? '',
          bytes: () => Buffer.alloc(0),
          replayed: false,
          version: undefined,
        }),
      },
      library: {
        articles: [],
        find: () => undefined,
        ready: () => Promise.resolve(),
        isReady: true,
        answer: () => Promise.reject(new Error('not asked')) as never,
      },
      openApi: {},
      tools: TOOLS,
      resources: RESOURCES,
      prompts: PROMPTS,
      version: '0',
      websiteUrl: baseUrl,
      log: createLog('error'),
    });
    const caller = { kind: 'address', address: '127.0.0.1' } as const;
    mountMcp(app, {
      surface,
      baseUrl,
      cancellations: createCancellations(),
      ownSite: createOwnSite(baseUrl),
      admission: { identify: async () => caller, requireKey: () => Promise.reject(new Error('not asked')) },
      quotas: { draw: async () => [], peek: async () => [] },
      credentialsOf: () => ({ authorization: undefined, clientAddress: '127.0.0.1', isSecure: false }),
      requestIdOf: () => 'bench',
    });
  },
  'sdk-2025': () => {
    app.post('/mcp', async ({ req }) => {
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      const server = registered(new ServerOf2025(INFO));
      // The SDK's optional members are not declared as exactOptionalPropertyTypes wants them.
      await server.connect(transport as Parameters<ServerOf2025['connect']>[0]);
      return transport.handleRequest(req);
    });
  },
  'sdk-2026': () => {
    const handler = createMcpHandler(() => registered(new ServerOf2026(INFO)));
    app.post('/mcp', ({ req }) => handler.fetch(req));
  },
};

VARIANTS[process.argv[2] ?? '']?.();
app.get('/cpu', () => {
  const { user, system } = process.cpuUsage();
  return Response.json((user + system) / 1000);
});
const server = serve(app, { port: 0, hostname: '127.0.0.1', silent: true });
await server.ready();
process.stdout.write(`${server.url}\n`);
