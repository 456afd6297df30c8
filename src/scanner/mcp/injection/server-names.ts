import type { Signal } from './signals.ts';

/** The part of a listed tool that names things. */
interface ListedTool {
  readonly name: string;
  readonly inputSchema: unknown;
}

/** What a text of a server can refer to within that server. */
export interface ServerNames {
  readonly tools: ReadonlySet<string>;
  /** The tool that the text is of; undefined for instructions and prompts. */
  readonly own: string | undefined;
  /** Free-text parameters of that tool that no description of theirs explains. */
  readonly unexplained: ReadonlySet<string>;
}

const MAX_NAMES = 50;
/** Plainly the name of a tool or parameter: words joined by `_`, or in capitals within. */
const NAME = /\b[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8}\b|`[a-z][\w-]{1,60}`|'[a-z][\w-]{1,60}'/gi;

/** "Use this instead of another server's `read_file`" */
const REPLACED =
  /\buse this(?: (?:tool|function|one))? (?:instead of|in place of|rather than) (?:the )?[`'"]?([a-z][a-z0-9]*(?:_[a-z0-9]+){1,8})\b/gi;

export function serverNames(tools: readonly ListedTool[], own?: ListedTool): ServerNames {
  const properties = own !== undefined && isObject(own.inputSchema) ? own.inputSchema.properties : undefined;
  const unexplained = Object.entries(isObject(properties) ? properties : {})
    .filter(
      ([, schema]) => isObject(schema) && schema.type === 'string' && !('enum' in schema) && !('description' in schema),
    )
    .map(([key]) => key);
  return { tools: new Set(tools.map(({ name }) => name)), own: own?.name, unexplained: new Set(unexplained) };
}

/** What only who knows the whole server can say of a window. */
export function serverSignals(shown: string, signals: ReadonlySet<Signal>, names: ServerNames): Signal[] {
  const found = new Set<Signal>();
  const named = (shown.match(NAME) ?? []).slice(0, MAX_NAMES).map((name) => name.replace(/^[`']|[`']$/g, ''));
  const isCalling = signals.has('commandsTool') || signals.has('alsoCalls');
  for (const name of named) {
    if (names.unexplained.has(name)) found.add('unexplained');
    else if (name !== names.own && names.tools.has(name)) found.add('aboutOther');
    else if (isCalling && name.includes('_') && !names.tools.has(name)) found.add('unlisted');
  }
  if (names.tools.size > 0)
    for (const [, name = ''] of shown.matchAll(REPLACED)) if (!names.tools.has(name)) found.add('displaces');
  for (const name of names.unexplained)
    if (!found.has('unexplained') && shown.includes(name) && /[A-Z_]|.{7}/.test(name)) found.add('unexplained');
  return [...found];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
