import { isObject } from '../parse/json-ld.ts';
import type { McpTool } from './artifacts.ts';

/** The well-formed entries of a tools list: objects with a string name. */
export const readTools = (items: readonly unknown[]): McpTool[] =>
  items.flatMap((item) => (isObject(item) && typeof item.name === 'string' ? [toolOf(item, item.name)] : []));

function toolOf({ title, description, inputSchema, outputSchema, annotations }: Record<string, unknown>, name: string) {
  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: isObject(annotations) ? annotations : {},
    contextBytes: Buffer.byteLength(JSON.stringify({ name, description, inputSchema })),
  };
}
