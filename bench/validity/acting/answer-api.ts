/** The API of a site, its description, and its tools over MCP. */
import type { Asked, Served } from '../site-variant.ts';
import type { ActFault } from './act-faults.ts';
import { type Acts, apiCode, codeOf, type Operation, toolCode } from './acts.ts';

const json = (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Served => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
});
const keyFor = (email: string): string => codeOf('KEY', email);
const GONE = json({ error: 'not found' }, 404);
const CARD = 'application/mcp-server-card+json';
/** Where a description is that nothing links. */
const HIDDEN_PLACE = '/internal/build-7741/spec.json';

export function answerApi(acts: Acts, fault: ActFault, asked: Asked): Served | undefined {
  if (acts.api.length === 0) return undefined;
  const { path, origin } = asked;
  if (path === '/.well-known/api-catalog') {
    if (!isLinked(fault)) return GONE;
    const item = { 'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json' }] };
    const linkset = { linkset: [{ anchor: `${origin}/api/v1/`, ...item }] };
    return json(linkset, 200, {
      'content-type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    });
  }
  if (path === '/openapi.json') return isLinked(fault) ? described(acts, fault, origin) : GONE;
  if (path === HIDDEN_PLACE && fault.api === 'unlinked') return described(acts, fault, origin);
  if (path.startsWith('/api/v1/')) return call(acts.api, fault, asked);
  return answerTools(acts, fault, asked);
}

/** Whether pages and the catalog lead to the description. */
export const isLinked = ({ api }: ActFault): boolean => api !== 'undocumented' && api !== 'unlinked' && api !== 'none';

function described({ api }: Acts, fault: ActFault, origin: string): Served {
  if (fault.api === 'html')
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><html lang="en"><title>API</title><main><h1>API</h1><p>Welcome to our developers.</p></main></html>',
    };
  const wrong = fault.api === 'wrong-paths' ? '/rest' : '';
  const hasWay = fault.api !== 'no-way';
  const text = {
    '200': { description: 'The answer', content: { 'application/json': { schema: { type: 'object' } } } },
  };
  const paths = Object.fromEntries(
    api.map((operation) => [
      `${wrong}${operation.path}`,
      {
        get: {
          operationId: operation.id,
          summary: operation.summary,
          parameters: operation.parameters.map(({ name, in: place, description }) => ({
            name,
            in: place,
            required: true,
            description,
            schema: { type: 'string' },
          })),
          responses: text,
          ...(operation.needsKey && hasWay ? { security: [{ key: [] }] } : {}),
        },
      },
    ]),
  );
  const createKey = {
    [`${wrong}/api/v1/keys`]: {
      post: {
        operationId: 'createKey',
        summary: 'Create an API key for an email address',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { email: { type: 'string', format: 'email' } },
                required: ['email'],
              },
            },
          },
        },
        responses: text,
      },
    },
  };
  return json({
    openapi: '3.1.0',
    info: { title: 'Parcelwatch API', version: '1.4.0', description: 'Depots, quotes and parcels.' },
    servers: [{ url: origin }],
    paths: { ...paths, ...(hasWay ? createKey : {}) },
    components: hasWay ? { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } } } : {},
  });
}

function call(
  api: readonly Operation[],
  fault: ActFault,
  { path, search = '', method = 'GET', body = '', apiKey }: Asked,
): Served {
  if (fault.api === 'gone' || fault.api === 'none') return GONE;
  if (path === '/api/v1/keys' && fault.api !== 'no-way') {
    if (method !== 'POST') return json({ error: 'send a POST' }, 405, { allow: 'POST' });
    const email = /"email":"([^"]{3,99})"/.exec(body)?.[1];
    return email === undefined ? json({ error: 'email is missing' }, 400) : json({ key: keyFor(email) });
  }
  const query = new URLSearchParams(search);
  for (const operation of api) {
    const values = valuesIn(operation, path, query);
    if (values === undefined) continue;
    if (fault.api === 'no-way') return json({ error: 'unauthorized' }, 401);
    if (operation.needsKey && apiKey?.startsWith('KEY-') !== true)
      return json({ error: 'a key is missing' }, 401, {
        'www-authenticate': `ApiKey realm="parcelwatch", header="X-Api-Key"`,
      });
    if (values.includes(''))
      return json({ error: `expected ${operation.parameters.map(({ name }) => name).join(', ')}` }, 400);
    return json({ result: apiCode(operation.id, values) });
  }
  return GONE;
}

/** Undefined where the address is another operation's. */
function valuesIn(
  { path: template, parameters }: Operation,
  path: string,
  query: URLSearchParams,
): string[] | undefined {
  const [own, given] = [template.split('/'), path.split('/')];
  if (own.length !== given.length) return undefined;
  if (own.some((part, at) => !part.startsWith('{') && part !== given[at])) return undefined;
  return parameters.map(({ name, in: place }) =>
    place === 'query' ? (query.get(name) ?? '') : decodeURIComponent(given[own.indexOf(`{${name}}`)] ?? ''),
  );
}

function answerTools(
  { tools }: Acts,
  fault: ActFault,
  { path, origin, method = 'GET', body = '' }: Asked,
): Served | undefined {
  const hasCard = tools.length > 0 && fault.tools !== 'none';
  if (path === '/.well-known/ai-catalog.json')
    return hasCard
      ? json({
          specVersion: '1.0',
          entries: [
            {
              identifier: 'urn:air:parcelwatch:tools',
              displayName: 'Parcelwatch',
              type: CARD,
              url: `${origin}/mcp/server-card`,
            },
          ],
        })
      : GONE;
  if (path === '/mcp/server-card')
    return hasCard
      ? json(
          {
            $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
            name: 'example.parcelwatch/tools',
            version: '1.0.0',
            description: 'Finds carriers and estimates arrivals.',
            remotes: [{ type: 'streamable-http', url: `${origin}/mcp` }],
          },
          200,
          { 'content-type': CARD },
        )
      : GONE;
  if (path !== '/mcp') return undefined;
  if (!hasCard || fault.tools === 'dead') return GONE;
  if (method !== 'POST') return json({ error: 'send a POST' }, 405, { allow: 'POST' });
  return rpc(tools, body);
}

function rpc(tools: Acts['tools'], body: string): Served {
  // Requests of the agents of this experiment alone.
  const { id, method, params } = JSON.parse(body) as {
    id?: number;
    method?: string;
    params?: { name?: string; arguments?: Record<string, string> };
  };
  const result = (value: unknown) => json({ jsonrpc: '2.0', id, result: value });
  if (method === 'initialize')
    return result({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'parcelwatch', version: '1.0.0' },
    });
  if (method === 'tools/list')
    return result({
      tools: tools.map(({ name, description, argument }) => ({
        name,
        description,
        inputSchema: { type: 'object', properties: { [argument]: { type: 'string' } }, required: [argument] },
      })),
    });
  const tool = tools.find(({ name }) => name === params?.name);
  const value = tool === undefined ? undefined : params?.arguments?.[tool.argument];
  if (method !== 'tools/call' || tool === undefined || value === undefined)
    return json({ jsonrpc: '2.0', id, error: { code: -32602, message: 'unknown tool or argument' } });
  return result({ content: [{ type: 'text', text: toolCode(tool.name, value) }] });
}
