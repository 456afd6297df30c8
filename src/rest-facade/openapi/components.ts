import * as z from 'zod';

export type JsonSchema = { readonly [keyword: string]: unknown };

/** The error envelope of REST. */
export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string().describe('Stable; see the status for the class of error'),
      message: z.string().describe('For people: names the field and the remedy'),
    }),
  })
  .meta({ id: 'Error' });

const REFERENCE = '#/components/schemas/';

/** Every schema with an id, by it, sorted; they refer to each other. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => `${REFERENCE}${id}`, io: 'output' });
  const named = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(named.map(([name, schema]) => [name, open(schema)]));
}

/** @throws Error for a schema without an id */
export function referenceTo(schema: z.ZodType): JsonSchema {
  const name = z.globalRegistry.get(schema)?.id;
  if (name === undefined) throw new Error('a schema of the OpenAPI description has no name: give it meta({ id })');
  return { $ref: `${REFERENCE}${name}` };
}

/** An input schema as JSON Schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  return open(z.toJSONSchema(schema, { io: 'input' }));
}

/**
 * Without the identifiers that only stand-alone schemas need, and without `additionalProperties: false`: answers may
 * gain members within a version, and clients that were generated earlier must not refuse them.
 */
function open(schema: unknown): JsonSchema {
  const { $schema: _, $id: __, ...rest } = opened(schema) as JsonSchema;
  return rest;
}

function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([keyword, member]) => !(keyword === 'additionalProperties' && member === false))
      .map(([keyword, member]) => [keyword, opened(member)]),
  );
}
