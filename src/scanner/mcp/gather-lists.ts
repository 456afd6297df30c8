import { isObject } from '../parse/json-ld.ts';
import type { McpExchange, McpHandshake, McpListings } from './artifacts.ts';
import { type Lister, listAll, UNDECLARED } from './list-all.ts';

/** Everything a connected server lists, of what it declares; the tools twice. */
export async function gatherLists(lister: Lister, { capabilities }: McpHandshake): Promise<McpListings> {
  // Specification: a capability that is there is an object, of its options.
  const declares = (name: string) => isObject(capabilities[name]);
  const tools = declares('tools') ? await listAll(lister, 'tools') : UNDECLARED;
  const resources = declares('resources') ? await listAll(lister, 'resources') : UNDECLARED;
  const resourceTemplates = declares('resources') ? await listAll(lister, 'resourceTemplates') : UNDECLARED;
  const prompts = declares('prompts') ? await listAll(lister, 'prompts') : UNDECLARED;
  const canCompare = tools.declared && tools.trouble === undefined;
  const toolsAgain = canCompare ? await listAll(lister, 'tools') : undefined;
  return { tools, toolsAgain, resources, resourceTemplates, prompts };
}

/** The 401 to a list, of a server that greets everybody and asks for authorization then. */
export const refusalIn = ({ tools, resources, prompts }: McpListings): McpExchange | undefined =>
  [tools, resources, prompts].flatMap(({ pages }) => pages).find((page) => page.answered && page.status === 401);
