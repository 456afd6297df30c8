/** What checks read of a listed tool: its names, its texts and its parameters. */

import type { McpTool } from '../model/mcp.ts';
import { isObject } from '../parse/json/json.ts';

/** Why a check of tools does not apply. */
export const NO_TOOLS = 'The server lists no tools.';

/** A text without the space around it; '' for a value that is no string. */
export const trimmed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The name shown to people: the tool's own title, else that of its annotations (where it stood before 2025-06-18). */
export const titleOf = ({ title, annotations }: McpTool): string => trimmed(title) || trimmed(annotations.title);

/** Longer names are read up to here. */
const MAX_NAME_CHARS = 256;

/** The words of an identifier, lower-case: `get_or-createUser` is get, or, create, user. */
export const wordsOfName = (name: string): string[] =>
  name
    .slice(0, MAX_NAME_CHARS)
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

/** Properties further inside are seldom filled in by a model. */
const MAX_DEPTH = 3;
/** Schemas looked into per tool: references may lead in circles. */
const MAX_VISITS = 1_000;

type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  /** From the root, e.g. `filter.tags[].name`. */
  readonly path: string;
  readonly key: string;
  /** undefined where the value is not an object (`true`, or junk). */
  readonly schema: Schema | undefined;
  /** Its own description, else that of the definition it refers to; '' for none. */
  readonly description: string;
}

/**
 * The parameters of a tool, outermost first: all properties to depth 3, with those of array items, of alternatives
 * (anyOf, oneOf, allOf) and of definitions of the same schema that are referred to. Nothing outside is looked up.
 */
export function parametersOf(inputSchema: unknown): Parameter[] {
  if (!isObject(inputSchema)) return [];
  const found = new Map<string, Parameter>();
  const queue: { schema: Schema; path: string; depth: number }[] = [{ schema: inputSchema, path: '', depth: 1 }];
  for (let at = 0; at < MAX_VISITS; at += 1) {
    const visit = queue[at];
    if (visit === undefined) break;
    const { schema, path, depth } = visit;
    for (const [key, value] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      const inner = path === '' ? key : `${path}.${key}`;
      if (found.has(inner) || found.size >= MAX_VISITS) continue;
      found.set(inner, { path: inner, key, ...described(value, inputSchema) });
      if (isObject(value) && depth < MAX_DEPTH) queue.push({ schema: value, path: inner, depth: depth + 1 });
    }
    for (const branch of [definitionOf(schema, inputSchema), ...branchesOf(schema)]) {
      if (isObject(branch)) queue.push({ schema: branch, path, depth });
    }
    for (const item of [schema.items, ...listOf(schema.prefixItems)]) {
      if (isObject(item)) queue.push({ schema: item, path: `${path}[]`, depth });
    }
  }
  return [...found.values()];
}

function described(value: unknown, root: Schema): Pick<Parameter, 'schema' | 'description'> {
  if (!isObject(value)) return { schema: undefined, description: '' };
  const [only, ...others] = branchesOf(value);
  const wrapped = isObject(only) && others.length === 0 ? definitionOf(only, root) : undefined;
  const description =
    trimmed(value.description) || trimmed(definitionOf(value, root)?.description) || trimmed(wrapped?.description);
  return { schema: value, description };
}

const branchesOf = ({ anyOf, oneOf, allOf }: Schema): readonly unknown[] => [
  ...listOf(anyOf),
  ...listOf(oneOf),
  ...listOf(allOf),
];

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The definition at `#/$defs/Name` or `#/definitions/Name`; other references are not followed. */
function definitionOf({ $ref: reference }: Schema, root: Schema): Schema | undefined {
  if (typeof reference !== 'string') return undefined;
  for (const place of ['$defs', 'definitions']) {
    const prefix = `#/${place}/`;
    const definitions = root[place];
    if (!reference.startsWith(prefix) || !isObject(definitions)) continue;
    const name = reference.slice(prefix.length);
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    return isObject(definition) ? definition : undefined;
  }
  return undefined;
}
