import { VERSION } from '../../version.ts';

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json';
export const AI_CATALOG_TYPE = 'application/ai-catalog+json';
/** Below the endpoint that needs no key, and where cards stood before a catalog led to them. */
export const SERVER_CARD_PATHS = ['/mcp/server-card', '/.well-known/mcp/server-card.json'];

/**
 * What our MCP server is and where (SEP-2127): no tools, those are asked of the server.
 * @see https://github.com/modelcontextprotocol/experimental-ext-server-card
 */
export const serverCard = (baseUrl: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: `${reverseDns(baseUrl)}/legible`,
  title: 'Legible',
  version: VERSION,
  description: 'Grades how well a website or a remote MCP server can be used by AI agents, and says what to fix.',
  websiteUrl: baseUrl,
  remotes: [
    { type: 'streamable-http', url: `${baseUrl}/mcp` },
    {
      type: 'streamable-http',
      url: `${baseUrl}/api/v1/mcp`,
      headers: [{ name: 'Authorization', description: 'Bearer and an API key', isRequired: true, isSecret: true }],
    },
  ],
});

/** AI Catalog 1.0: what there is here for agents. @see https://agenticresourcediscovery.org/spec/ */
export const aiCatalog = (baseUrl: string) => ({
  specVersion: '1.0',
  entries: [
    {
      identifier: `urn:air:${hostOf(baseUrl)}:mcp:legible`,
      type: SERVER_CARD_TYPE,
      url: `${baseUrl}${SERVER_CARD_PATHS[0]}`,
    },
  ],
});

const hostOf = (baseUrl: string): string => new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, '-');

const reverseDns = (baseUrl: string): string => hostOf(baseUrl).split('.').reverse().join('.');
