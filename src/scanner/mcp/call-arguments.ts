import type { McpTool } from '../model/mcp.ts';
import { isObject } from '../parse/json/json.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * The arguments that a tool may be tried with: only of a tool that says that it reads alone, and only values that its
 * own schema gives as example or default. Undefined where there are none; nothing is made up.
 */
export function callArguments({ annotations, inputSchema }: McpTool): Arguments | undefined {
  if (annotations.readOnlyHint !== true || annotations.destructiveHint === true) return undefined;
  if (!isObject(inputSchema) || inputSchema.type !== 'object') return undefined;
  const whole = given(inputSchema);
  if (isObject(whole)) return whole;
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const values: [string, unknown][] = [];
  for (const name of required) {
    const schema = typeof name === 'string' && Object.hasOwn(properties, name) ? properties[name] : undefined;
    const value = isObject(schema) ? given(schema) : undefined;
    if (value === undefined) return undefined;
    values.push([name, value]);
  }
  return Object.fromEntries(values);
}

function given({ examples, default: preset, const: only }: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  return preset ?? only;
}
