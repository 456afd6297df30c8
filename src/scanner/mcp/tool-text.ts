import type { McpTool } from '../model/mcp.ts';

/** Why a check of tools does not apply. */
export const NO_TOOLS = 'The server lists no tools.';

/** A text without the space around it; '' for a value that is no string. */
export const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The name shown to people: the tool's own title, else that of its annotations (where it stood before 2025-06-18). */
export const titleOf = ({ title, annotations }: McpTool): string => trimmed(title) || trimmed(annotations.title);

/** Longer names are read up to here. */
const MAX_CHARS = 256;

/** The words of an identifier, lower-case: `get_or-createUser` is get, or, create, user. */
export const wordsOfName = (name: string): string[] =>
  name
    .slice(0, MAX_CHARS)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Where a tool searches the others, a client need not show all of them to a model: so much more is fine. */
export const SEARCH_EASE = 2;

export const searchesTools = ({ name }: McpTool): boolean => {
  const words = wordsOfName(name);
  return (
    ['search', 'find', 'discover'].some((verb) => words.includes(verb)) &&
    words.some((word) => word === 'tool' || word === 'tools')
  );
};
