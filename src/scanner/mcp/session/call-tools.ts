import type { McpCall, McpListings } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import { callArguments } from '../call-arguments.ts';
import { readTools } from '../read.ts';
import type { Dialect } from './message.ts';
import type { Wire } from './wire.ts';

const MAX_TOOLS = 20;
const MAX_RESOURCES = 10;
const MAX_PROMPTS = 10;
/** What may be in the header Mcp-Name as it is. */
const PLAIN = /^[\x21-\x7e]{1,200}$/;

interface Caller {
  readonly wire: Wire;
  readonly dialect: Dialect;
  nextId(): number;
}

/**
 * Tries a server: each tool that only reads and whose arguments are known, once; the first resources; the first prompts
 * without required arguments. Only for the server's owner, who asked for it.
 */
export async function gatherCalls({ wire, dialect, nextId }: Caller, listings: McpListings): Promise<McpCall[]> {
  const tools = readTools(listings.tools.items).flatMap(({ name, ...rest }) => {
    const given = callArguments({ name, ...rest });
    if (given === undefined) return [];
    // A client of the modern era sends such arguments in headers as well.
    if (JSON.stringify(rest.inputSchema).includes('"x-mcp-header"')) return [];
    return [call('tool', name, 'tools/call', { name, arguments: given })];
  });
  const resources = listings.resources.items.flatMap((item) => {
    const uri = isObject(item) ? item.uri : undefined;
    return typeof uri === 'string' ? [call('resource', uri, 'resources/read', { uri })] : [];
  });
  const prompts = listings.prompts.items.flatMap((item) => {
    if (!isObject(item) || typeof item.name !== 'string') return [];
    const given = Array.isArray(item.arguments) ? item.arguments : [];
    const needs = given.some((each) => isObject(each) && each.required === true);
    return needs ? [] : [call('prompt', item.name, 'prompts/get', { name: item.name, arguments: {} })];
  });
  const wanted = [
    ...tools.slice(0, MAX_TOOLS),
    ...resources.slice(0, MAX_RESOURCES),
    ...prompts.slice(0, MAX_PROMPTS),
  ].filter(({ name }) => dialect.era === 'legacy' || PLAIN.test(name));
  const calls: McpCall[] = [];
  for (const { kind, name, method, params } of wanted) {
    const { headers, ...spoken } = dialect.request(nextId(), method, params);
    const named = dialect.era === 'modern' ? { ...headers, 'mcp-name': name } : headers;
    calls.push({ kind, name, exchange: await wire.post({ ...spoken, headers: named }, 'page') });
  }
  return calls;
}

const call = (kind: McpCall['kind'], name: string, method: string, params: Readonly<Record<string, unknown>>) => ({
  kind,
  name,
  method,
  params,
});
