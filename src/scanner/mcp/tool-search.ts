import type { McpTool } from '../model/mcp.ts';
import { wordsOfName } from './name-words.ts';

/** Where a tool searches the others, a client need not show all of them to a model: so much more is fine. */
export const SEARCH_EASE = 2;

export const searchesTools = ({ name }: McpTool): boolean => {
  const words = wordsOfName(name);
  return (
    ['search', 'find', 'discover'].some((verb) => words.includes(verb)) &&
    words.some((word) => word === 'tool' || word === 'tools')
  );
};
