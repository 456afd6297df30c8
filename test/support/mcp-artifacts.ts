/** Literal artifacts of the mcp series: by default a healthy server of the modern era, and legacy parts. */
import type {
  Advertised,
  AdvertisedText,
  McpArtifacts,
  McpExchange,
  McpHandshake,
  McpListing,
  McpListings,
  McpProbes,
  McpTool,
} from '../../src/scanner/model/mcp.ts';

export const ENDPOINT = 'https://mcp.example/mcp';

export type AnsweredExchange = Extract<McpExchange, { answered: true }>;

/** An answered exchange: by default 200 JSON with an empty result; text and size follow the message. */
export function exchange(overrides: Partial<AnsweredExchange> = {}): AnsweredExchange {
  const sentId = 'sentId' in overrides ? overrides.sentId : 1;
  const message =
    'message' in overrides ? overrides.message : { jsonrpc: '2.0', id: sentId, result: { resultType: 'complete' } };
  const contentType = overrides.contentType ?? 'application/json';
  const text = overrides.text ?? (message === undefined ? '' : JSON.stringify(message));
  return {
    answered: true,
    status: 200,
    headers: contentType === '' ? {} : { 'content-type': contentType },
    contentType,
    message,
    sentId,
    text: text.slice(0, 4096),
    events: [],
    bodyBytes: Buffer.byteLength(text),
    firstByteMs: 40,
    totalMs: 45,
    ...overrides,
  };
}

/** A JSON-RPC result to request 1. */
export const resultOf = (result: unknown, overrides: Partial<AnsweredExchange> = {}): AnsweredExchange =>
  exchange({ message: { jsonrpc: '2.0', id: 1, result }, ...overrides });

/** A JSON-RPC error to request 1. */
export const errorOf = (code: number, status: number, overrides: Partial<AnsweredExchange> = {}): AnsweredExchange =>
  exchange({ message: { jsonrpc: '2.0', id: 1, error: { code, message: 'No.' } }, status, ...overrides });

/** An answer that holds no JSON-RPC. */
export const plainAnswer = (status: number, overrides: Partial<AnsweredExchange> = {}): AnsweredExchange =>
  exchange({ status, contentType: '', message: undefined, sentId: undefined, ...overrides });

export const noExchange = (reason: Extract<McpExchange, { answered: false }>['reason'] = 'timeout'): McpExchange => ({
  answered: false,
  reason,
  failure: { code: reason === 'too_large' ? 'too_large' : 'timeout', message: 'no answer within 8 s' },
});

export const SERVER_INFO = {
  name: 'docs-search',
  version: '1.4.2',
  title: 'Docs search',
  description: 'Searches the documentation of Example.',
  websiteUrl: 'https://mcp.example/',
};
const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
const INSTRUCTIONS = 'Call search_docs first, then get_page with a path it returned. At most 60 calls a minute.';
const CACHE = { resultType: 'complete', ttlMs: 300_000, cacheScope: 'public' };

/** A connected session of the modern era. */
export function handshake(overrides: Partial<McpHandshake> = {}): McpHandshake {
  const discover = resultOf({
    ...CACHE,
    supportedVersions: ['2026-07-28'],
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    _meta: { 'io.modelcontextprotocol/serverInfo': SERVER_INFO },
  });
  return {
    endpoint: ENDPOINT,
    finalUrl: ENDPOINT,
    hops: [],
    refusedRedirect: undefined,
    outcome: 'connected',
    era: 'modern',
    decisive: overrides.discover ?? discover,
    discover,
    initialize: undefined,
    protocolVersion: '2026-07-28',
    supportedVersions: ['2026-07-28'],
    serverInfo: SERVER_INFO,
    capabilities: CAPABILITIES,
    instructions: INSTRUCTIONS,
    firstByteMs: [40, 35],
    ...overrides,
  };
}

/** A connected session of the legacy era. */
export function legacyHandshake(overrides: Partial<McpHandshake> = {}): McpHandshake {
  const protocolVersion = overrides.protocolVersion ?? '2025-11-25';
  const initialize = resultOf({ protocolVersion, capabilities: CAPABILITIES, serverInfo: SERVER_INFO });
  return handshake({
    era: 'legacy',
    discover: errorOf(-32_000, 400),
    initialize,
    decisive: overrides.initialize ?? initialize,
    protocolVersion,
    supportedVersions: [],
    ...overrides,
  });
}

/** A session that ended at the handshake: nothing of it is known but how it ended. */
export const endedHandshake = (
  outcome: McpHandshake['outcome'],
  decisive: McpExchange,
  overrides: Partial<McpHandshake> = {},
): McpHandshake =>
  handshake({
    outcome,
    decisive,
    discover: decisive,
    era: undefined,
    protocolVersion: undefined,
    supportedVersions: [],
    serverInfo: undefined,
    capabilities: {},
    instructions: undefined,
    ...overrides,
  });

/** What a healthy modern server answers to requests no client would send. */
export const probes = (overrides: Partial<McpProbes> = {}): McpProbes => ({
  unknownMethod: errorOf(-32_601, 404),
  malformed: errorOf(-32_700, 400, { sentId: undefined }),
  get: plainAnswer(405),
  foreignOrigin: plainAnswer(403),
  notification: undefined,
  ...overrides,
});

/** The same of a healthy legacy one. */
export const legacyProbes = (overrides: Partial<McpProbes> = {}): McpProbes =>
  probes({ unknownMethod: errorOf(-32_601, 200), notification: plainAnswer(202), ...overrides });

/** A whole list that was declared, on one page. */
export const listing = (items: readonly unknown[] = [], overrides: Partial<McpListing> = {}): McpListing => ({
  declared: true,
  items,
  pages: [resultOf(CACHE)],
  trouble: undefined,
  ...overrides,
});

/** A list that was not declared, so it was not requested. */
export const undeclared: McpListing = { declared: false, items: [], pages: [], trouble: undefined };

/** A tool without fault. `contextBytes` follows name, description and input schema. */
export function tool(name: string, overrides: Partial<McpTool> = {}): McpTool {
  const plain = {
    name,
    title: `Title of ${name}`,
    description: `Reads what is known under ${name} and returns it as text. Use it when the exact name is known.`,
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What to look for, in plain words.' } },
      required: ['query'],
    },
    outputSchema: { type: 'object', properties: { text: { type: 'string', description: 'What was found.' } } },
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    ...overrides,
  };
  const { description, inputSchema } = plain;
  return { contextBytes: Buffer.byteLength(JSON.stringify({ name, description, inputSchema })), ...plain };
}

/** A tool as a server lists it. */
export function listedTool({ contextBytes: _, ...item }: McpTool): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}

export const TOOLS: readonly McpTool[] = [
  tool('search_docs', {
    title: 'Search the docs',
    description:
      'Searches all pages for words and returns up to ten paths with a snippet each. Use it before get_page.',
  }),
  tool('get_page', {
    title: 'Get a page',
    description: 'Returns one page of the documentation as Markdown. Use it when the path is known from search_docs.',
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Path of the page as search_docs returned it, e.g. /start.' },
      },
      required: ['path'],
    },
  }),
];

export const RESOURCES = [
  { uri: 'docs://index', name: 'index', description: 'Every page with its path.', mimeType: 'text/markdown' },
];
export const TEMPLATES = [
  { uriTemplate: 'docs://page/{path}', name: 'page', description: 'One page by path.', mimeType: 'text/markdown' },
];
export const PROMPTS = [
  {
    name: 'explain',
    description: 'Explains a term of the documentation.',
    arguments: [{ name: 'term', description: 'The term to explain.', required: true }],
  },
];

/** The four lists of a healthy server, the tools listed twice with the same answer. */
export function listings(overrides: Partial<McpListings> = {}): McpListings {
  const tools = overrides.tools ?? listing(TOOLS.map(listedTool));
  return {
    tools,
    toolsAgain: tools.declared && tools.trouble === undefined ? tools : undefined,
    resources: listing(RESOURCES),
    resourceTemplates: listing(TEMPLATES),
    prompts: listing(PROMPTS),
    ...overrides,
  };
}

/** One advertised text, by default a tool's description. */
export const advertised = (text: string, overrides: Partial<AdvertisedText> = {}): AdvertisedText => ({
  path: 'tools.search_docs.description',
  kind: 'value',
  text,
  ...overrides,
});

/** Texts all of which were read. */
export const allRead = (texts: readonly AdvertisedText[], overrides: Partial<Advertised> = {}): Advertised => ({
  texts,
  unread: 0,
  cutLists: [],
  isWithheld: false,
  ...overrides,
});

/** All artifacts of a healthy modern server. */
export const mcp = (overrides: Partial<McpArtifacts> = {}): McpArtifacts => ({
  handshake: handshake(),
  authorization: { challenged: false, challenge: undefined, metadata: [], servers: [] },
  probes: probes(),
  listings: listings(),
  tools: TOOLS,
  resources: { resources: RESOURCES, templates: TEMPLATES },
  prompts: PROMPTS,
  advertised: allRead([
    advertised(SERVER_INFO.description, { path: 'serverInfo.description' }),
    advertised(INSTRUCTIONS, { path: 'instructions' }),
    ...TOOLS.map(({ name, description }) => advertised(String(description), { path: `tools.${name}.description` })),
  ]),
  ...overrides,
});
