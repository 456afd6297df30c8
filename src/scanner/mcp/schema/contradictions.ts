import type { McpTool } from '../../model/mcp.ts';
import { isObject } from '../../parse/json/json.ts';
import { type Parameter, parametersOf, trimmed } from '../tools.ts';

export interface Contradiction {
  /** The tool, or the parameter: `tool.filter.name`. */
  readonly at: string;
  /** Trusted text with a name or value of the server in it: escape it before display. */
  readonly found: string;
}

const MAX_CHARS = 8_192;
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
    ...(tool.annotations.readOnlyHint === true && CHANGES.test(trimmed(tool.description).slice(0, MAX_CHARS))
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
  const text = trimmed(description).slice(0, MAX_CHARS);
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
  const listed = VALUES.exec(description.slice(0, MAX_CHARS))?.[1]?.match(/(?<![\w.-])[\w.-]+(?=["'`])/g) ?? [];
  const unknown = listed.find((value) => !values.some((each) => String(each) === value));
  return unknown !== undefined && `the text offers the value ${unknown}, which the schema refuses`;
}

const DEFAULT =
  /\bdefaults?(?: value)?(?: is| to|:| =|=) ?["'`]?(-?\w[\w-]{0,60}(?:\.\d{1,10})?)(?=["'`]?(?:[\s).,;]|$))/i;

function defaultFault({ schema, description }: Parameter): string | false {
  const value = schema?.default;
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  const said = DEFAULT.exec(description.slice(0, MAX_CHARS))?.[1];
  if (!isPlain || said === undefined || !/^(?:-?\d+(?:\.\d+)?|true|false)$/i.test(said)) return false;
  return (
    said.toLowerCase() !== String(value) && `the text says that the default is ${said}, and the schema says ${value}`
  );
}
