import { isObject } from '../parse/json-ld.ts';
import { advertisedText } from './advertised-text.ts';
import type { McpArtifacts, McpHandshake, McpListing, McpListings } from './artifacts.ts';
import { readTools } from './read-tools.ts';

type Read = Pick<McpArtifacts, 'advertised'> & Partial<Pick<McpArtifacts, 'tools' | 'resources' | 'prompts'>>;

/** What there is to read in the lists of a session. */
export function readLists(handshake: McpHandshake, listings: McpListings): Read {
  const { tools, resources, resourceTemplates, prompts } = listings;
  return {
    advertised: advertisedText(handshake, listings),
    ...(isUsable(tools) ? { tools: readTools(tools.items) } : {}),
    ...(isUsable(resources)
      ? { resources: { resources: objectsIn(resources), templates: objectsIn(resourceTemplates) } }
      : {}),
    ...(isUsable(prompts) ? { prompts: objectsIn(prompts) } : {}),
  };
}

/** An empty list in trouble says nothing of what the server has. */
const isUsable = ({ items, trouble }: McpListing): boolean => trouble === undefined || items.length > 0;

const objectsIn = ({ items }: McpListing) => items.filter(isObject);
