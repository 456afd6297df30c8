/** What checks read of a listed tool: its names, texts and parameters, and where these contradict each other. */

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

export interface Contradiction {
  /** The tool, or the parameter: `tool.filter.name`. */
  readonly at: string;
  /** Trusted text with a name or value of the server in it: escape it before display. */
  readonly found: string;
}

const MAX_TEXT_CHARS = 8_192;
const MAX_FOUND = 20;
const MAX_VALUES = 100;

/** Where what a tool's text says is not what its schema or its annotations say. */
export function contradictionsOf(tool: McpTool): Contradiction[] {
  const parameters = parametersOf(tool.inputSchema);
  const required =
    isObject(tool.inputSchema) && Array.isArray(tool.inputSchema.required) ? tool.inputSchema.required : [];
  return [
    ...unknownParameters(tool, parameters),
    ...parameters.flatMap((parameter) => {
      const at = `${tool.name}.${parameter.path}`;
      const isTop = parameter.path === parameter.key;
      const found = [
        isTop && necessityFault(parameter, required.includes(parameter.key)),
        valuesFault(parameter),
        defaultFault(parameter),
      ];
      return found.filter((says) => says !== false).map((says) => ({ at, found: says }));
    }),
    ...(tool.annotations.readOnlyHint === true && CHANGES.test(trimmed(tool.description).slice(0, MAX_TEXT_CHARS))
      ? [{ at: tool.name, found: 'the text says that it changes something, and readOnlyHint is true' }]
      : []),
  ].slice(0, MAX_FOUND);
}

/** Verbs that no tool without effects begins with; "Removes" and "Creates" may be about what it returns. */
const CHANGES = /^(?:deletes?|updates?|overwrites?|renames?|inserts?|publish(?:es)?|permanently)\s/i;

/** The head of a list of parameters, as docstrings write it. */
const LIST_HEAD = /^\s{0,20}(?:args|arguments|parameters|params)\s{0,4}:\s{0,20}$/i;
/** `name (type, optional): what it is`, with or without a bullet. */
const LIST_ENTRY = /^(\s{0,20})(?:[-*] )?[`"']?([A-Za-z_]\w{0,60})[`"']?(?: ?\([^)\n]{0,80}\))? ?(?::|-|–) /;
/** "the `limit` parameter" */
const NAMED = /\bthe [`'"]([A-Za-z_]\w{0,60})[`'"] (?:parameter|argument)\b/gi;

function unknownParameters(
  { name, description, inputSchema }: McpTool,
  parameters: readonly Parameter[],
): Contradiction[] {
  if (!isObject(inputSchema) || !isObject(inputSchema.properties)) return [];
  const known = new Set(parameters.map(({ key }) => key));
  const text = trimmed(description).slice(0, MAX_TEXT_CHARS);
  const named = [...listedNames(text), ...[...text.matchAll(NAMED)].map(([, parameter = '']) => parameter)];
  return [...new Set(named)]
    .filter((parameter) => !known.has(parameter))
    .map((parameter) => ({
      at: name,
      found: `the text describes the parameter ${parameter}, which the schema does not have`,
    }));
}

/** The names in a list of parameters: lines at the depth of the first one, until a line that is less deep. */
function listedNames(text: string): string[] {
  const names: string[] = [];
  let depth: number | undefined;
  let isInList = false;
  for (const line of text.split('\n')) {
    if (LIST_HEAD.test(line)) {
      isInList = true;
      depth = undefined;
      continue;
    }
    if (!isInList) continue;
    if (line.trim() === '') {
      isInList = depth === undefined;
      continue;
    }
    const [, indent = '', parameter = ''] = LIST_ENTRY.exec(line) ?? [];
    const at = line.length - line.trimStart().length;
    if (depth !== undefined && at < depth) isInList = false;
    else if (parameter !== '' && (depth === undefined || indent.length === depth)) {
      depth ??= indent.length;
      names.push(parameter);
    }
  }
  return names;
}

const OPTIONAL = /^\(?\[?optional\b(?! (?:when|if|unless|for|in|only))/i;
const REQUIRED = /^\(?\[?required\b(?! (?:when|if|unless|for|in|only|with|by))[\])]?[.:,;)-]?/i;

function necessityFault({ schema, description }: Parameter, isRequired: boolean): string | false {
  if (isRequired && OPTIONAL.test(description) && schema?.default === undefined)
    return 'the text calls it optional, and the schema requires it';
  return (
    !isRequired &&
    REQUIRED.test(description) &&
    schema?.default === undefined &&
    'the text calls it required, and the schema does not require it'
  );
}

/** "One of: "a", "b"", as far as the values are quoted. */
const VALUES =
  /\b(?:one of|allowed values|valid values|possible values|must be)(?: the following)?:? ?((?:(?:, | or |, or | \| )?["'`][\w.-]{1,60}["'`]){2,40})/i;

function valuesFault({ schema, description }: Parameter): string | false {
  const items = isObject(schema?.items) ? schema.items.enum : undefined;
  const values: unknown = schema?.enum ?? items;
  if (!Array.isArray(values) || values.length > MAX_VALUES) return false;
  const listed = VALUES.exec(description.slice(0, MAX_TEXT_CHARS))?.[1]?.match(/(?<![\w.-])[\w.-]+(?=["'`])/g) ?? [];
  const unknown = listed.find((value) => !values.some((each) => String(each) === value));
  return unknown !== undefined && `the text offers the value ${unknown}, which the schema refuses`;
}

const DEFAULT =
  /\bdefaults?(?: value)?(?: is| to|:| =|=) ?["'`]?(-?\w[\w-]{0,60}(?:\.\d{1,10})?)(?=["'`]?(?:[\s).,;]|$))/i;

function defaultFault({ schema, description }: Parameter): string | false {
  const value = schema?.default;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const said = DEFAULT.exec(description.slice(0, MAX_TEXT_CHARS))?.[1];
  if (!isPlain || said === undefined || !/^(?:-?\d+(?:\.\d+)?|true|false)$/i.test(said)) return false;
  return (
    said.toLowerCase() !== String(value) && `the text says that the default is ${said}, and the schema says ${value}`
  );
}
