/** An agent for interfaces meant for programs: JSON-LD offers, an OpenAPI description with its key, tools over MCP. */
import { parseUrl } from '../../../src/basics/parse-url.ts';
import type { Respond } from '../site-variant.ts';
import type { Given, Task } from './acts.ts';
import { readPage } from './html-page.ts';
import { BUDGET, overlap, seek } from './matching.ts';

const USER_AGENT = 'ApiAgent/1.0';
/** Where descriptions usually are, tried after what pages and the catalog name. */
const USUAL_PLACES = ['/openapi.json', '/swagger.json', '/api/openapi.json'];
const EMAIL = 'agent@work.example';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
}
interface Description {
  readonly operations: readonly Operation[];
  readonly keyHeader: string | undefined;
}

/** Undefined for tasks that are not for it. */
export function apiAgent(respond: Respond, origin: string): (task: Task) => Promise<boolean | undefined> {
  const ask = (href: string, options: { method?: string; body?: string; apiKey?: string | undefined } = {}) => {
    const url = parseUrl(href, origin);
    if (url?.origin !== origin) return undefined;
    return respond({
      path: url.pathname,
      search: url.search,
      userAgent: USER_AGENT,
      accept: '*/*',
      origin,
      ...options,
    });
  };
  const open = async (href: string) => {
    const answer = ask(href);
    return answer?.status === 200 ? readPage(answer.body, BUDGET.pageChars) : undefined;
  };
  let description: Promise<Description | undefined> | undefined;
  const describe = async (): Promise<Description | undefined> => {
    const catalog = ask('/.well-known/api-catalog')?.body ?? '';
    const named = [...catalog.matchAll(/"href":"([^"]{1,300})"/g)].map(([, href = '']) => href);
    await seek(open, ['api', 'reference', 'openapi', 'description'], BUDGET.pages, async ({ links }) => {
      named.push(
        ...links
          .filter(({ href, words }) => /openapi|swagger|\.json$/i.test(`${href} ${words}`))
          .map(({ href }) => href),
      );
      return false;
    });
    for (const place of [...named, ...USUAL_PLACES]) {
      const read = readDescription(ask(place)?.body ?? '');
      if (read !== undefined) return read;
    }
    return undefined;
  };
  const keyFrom = ({ operations }: Description): string | undefined => {
    const way = operations.find(({ method, summary }) => method === 'POST' && /key/i.test(summary));
    const answer =
      way === undefined ? undefined : ask(way.path, { method: 'POST', body: JSON.stringify({ email: EMAIL }) });
    return /"key":"([^"]{1,99})"/.exec(answer?.body ?? '')?.[1];
  };
  const call = async (words: readonly string[], values: readonly Given[]): Promise<string> => {
    description ??= describe();
    const known = await description;
    const [best] = (known?.operations ?? [])
      .filter(({ method }) => method === 'GET')
      .map((operation) => ({ operation, hits: overlap(words, operation.summary) }))
      .sort((a, b) => b.hits - a.hits);
    if (known === undefined || best === undefined) return '';
    const href = addressOf(best.operation, values);
    const answer = ask(href);
    if (answer?.status !== 401 || known.keyHeader === undefined) return answer?.body ?? '';
    return ask(href, { apiKey: keyFrom(known) })?.body ?? '';
  };
  const tool = (words: readonly string[], values: readonly Given[]): string => {
    const catalog = ask('/.well-known/ai-catalog.json')?.body ?? '';
    const card = ask(/"url":"([^"]{1,300})"/.exec(catalog)?.[1] ?? '/mcp/server-card')?.body ?? '';
    const endpoint = /"url":"([^"]{1,300})"/.exec(card)?.[1];
    if (endpoint === undefined) return '';
    const rpc = (method: string, params: unknown) =>
      ask(endpoint, { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })?.body ?? '';
    rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } });
    const tools = [...rpc('tools/list', {}).matchAll(/"name":"([^"]{1,99})","description":"([^"]{1,300})"/g)];
    const [best] = tools
      .map(([, name = '', about = '']) => ({ name, hits: overlap(words, about) }))
      .sort((a, b) => b.hits - a.hits);
    if (best === undefined) return '';
    const given = Object.fromEntries(values.map(({ words: [name = ''], value }) => [name, value]));
    return rpc('tools/call', { name: best.name, arguments: given });
  };
  return async (task) => {
    if (task.kind === 'api') return (await call(task.words, task.values)).includes(task.answer);
    if (task.kind === 'tool') return tool(task.words, task.values).includes(task.answer);
    if (task.kind !== 'figure' || !task.isOffer) return undefined;
    return seek(open, task.words, BUDGET.pages, async ({ jsonLd }) =>
      jsonLd.some((data) => /"price":"([^"]{1,30})"/.exec(data)?.[1] === task.answer),
    );
  };
}

function addressOf({ path, parameters }: Operation, values: readonly Given[]): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = values.find(({ words }) => words.includes(name.toLowerCase()))?.value ?? '';
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

/** Undefined unless it is an OpenAPI description. */
function readDescription(body: string): Description | undefined {
  try {
    // The documents of this experiment's own sites, or its HTML, which does not parse.
    const { openapi, paths, components } = JSON.parse(body) as {
      openapi?: string;
      paths?: Record<string, Record<string, { summary?: string; parameters?: { name: string; in: string }[] }>>;
      components?: { securitySchemes?: Record<string, { name?: string }> };
    };
    if (openapi === undefined || paths === undefined) return undefined;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary = '', parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        summary,
        parameters,
      })),
    );
    return { operations, keyHeader: Object.values(components?.securitySchemes ?? {})[0]?.name };
  } catch {
    return undefined;
  }
}
