import { isObject } from '../parse/json-ld.ts';
import { advertisedText } from './advertised-text.ts';
import type { McpArtifacts, McpExchange, McpHandshake, McpListing, McpListings } from './artifacts.ts';
import { type Lister, listAll, UNDECLARED } from './list-all.ts';
import { readTools } from './read-tools.ts';

type Seen = Pick<McpArtifacts, 'listings' | 'advertised'> & Partial<McpArtifacts>;

/** Everything a connected server lists, of what it declares, and what there is to read in it. */
export async function gatherLists(lister: Lister, handshake: McpHandshake): Promise<Seen> {
  const { capabilities } = handshake;
  const declares = (name: string) => capabilities[name] !== undefined && capabilities[name] !== null;
  const tools = declares('tools') ? await listAll(lister, 'tools') : UNDECLARED;
  const resources = declares('resources') ? await listAll(lister, 'resources') : UNDECLARED;
  const resourceTemplates = declares('resources') ? await listAll(lister, 'resourceTemplates') : UNDECLARED;
  const prompts = declares('prompts') ? await listAll(lister, 'prompts') : UNDECLARED;
  const canCompare = tools.declared && tools.trouble === undefined;
  const toolsAgain = canCompare ? await listAll(lister, 'tools') : undefined;
  const listings = { tools, toolsAgain, resources, resourceTemplates, prompts };
  return {
    listings,
    advertised: advertisedText(handshake, listings),
    ...(isUsable(tools) ? { tools: readTools(tools.items) } : {}),
    ...(isUsable(resources)
      ? { resources: { resources: objectsIn(resources), templates: objectsIn(resourceTemplates) } }
      : {}),
    ...(isUsable(prompts) ? { prompts: objectsIn(prompts) } : {}),
  };
}

/** The 401 to a list, of a server that greets everybody and asks for authorization then. */
export const refusalIn = ({ tools, resources, prompts }: McpListings): McpExchange | undefined =>
  [tools, resources, prompts].flatMap(({ pages }) => pages).find((page) => page.answered && page.status === 401);

/** An empty list in trouble says nothing of what the server has. */
const isUsable = ({ items, trouble }: McpListing): boolean => trouble === undefined || items.length > 0;

const objectsIn = ({ items }: McpListing) => items.filter(isObject);
