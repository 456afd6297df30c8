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

export function serverNames(tools: readonly ListedTool[], own?: ListedTool): ServerNames {
  const properties = own !== undefined && isObject(own.inputSchema) ? own.inputSchema.properties : undefined;
  const unexplained = Object.entries(isObject(properties) ? properties : {})
    .filter(
      ([, schema]) => isObject(schema) && schema.type === 'string' && !('enum' in schema) && !('description' in schema),
    )
    .map(([key]) => key);
  return { tools: new Set(tools.map(({ name }) => name)), own: own?.name, unexplained: new Set(unexplained) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
