import * as z from 'zod';
import { AskAnswer, AskFailure, AskMeta, AskResult, SchemaObject } from '../../schema/ask.ts';
import { CheckChange, Comparison, PageCheckChange } from '../../schema/comparison.ts';
import { CheckShare, Explanation, Fix } from '../../schema/explanation.ts';
import { McpScan, McpScanResponse } from '../../schema/mcp-scan.ts';
import {
  CheckResult,
  PageResult,
  PaidScan,
  Scan,
  ScanListResponse,
  ScanSummary,
  StartScanResponse,
} from '../../schema/scan.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

const ErrorEnvelope = z.object({
  error: z.object({
    code: z.string().describe('Stable; see the status for the class of error'),
    message: z.string().describe('For people: names the field and the remedy'),
  }),
});

/** What crosses the doors, under the names that generated clients will show. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Error: ErrorEnvelope,
  CheckResult,
  PageResult,
  Scan,
  ScanSummary,
  ScanListResponse,
  StartScanResponse,
  PaidScan,
  Explanation,
  CheckShare,
  Fix,
  Comparison,
  CheckChange,
  PageCheckChange,
  McpScan,
  McpScanResponse,
  AskAnswer,
  AskFailure,
  AskMeta,
  AskResult,
  SchemaObject,
};

const REFERENCE = '#/components/schemas/';

/** Every named schema, referring to the others, and the references themselves by zod schema. */
export function namedSchemas(): { schemas: Record<string, JsonSchema>; referenceTo(schema: z.ZodType): JsonSchema } {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: (id) => `${REFERENCE}${id}`, io: 'output' });
  const names = new Map(Object.entries(NAMED).map(([name, schema]) => [schema, name]));
  return {
    schemas: Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, open(schema)])),
    referenceTo(schema) {
      const name = names.get(schema);
      if (name === undefined) throw new Error('an output schema has no name in the OpenAPI description');
      return { $ref: `${REFERENCE}${name}` };
    },
  };
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
