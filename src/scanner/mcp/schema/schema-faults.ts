import { isObject } from '../../parse/json-ld.ts';
import { TOO_DEEP } from '../artifacts.ts';
import { headerFaults } from './header-faults.ts';
import { dialectOf, metaFault } from './meta-schema.ts';
import { type Subschema, subschemasOf } from './subschemas.ts';

const MAX_BYTES = 200_000;
const MAX_DEPTH = 40;
const MAX_SUBSCHEMAS = 50_000;
const MAX_FAULTS = 20;

export interface SchemaFault {
  /** JSON pointer into the schema, '' for the whole. */
  readonly pointer: string;
  /** In our words or the validator's; completes "the schema ...". */
  readonly says: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** What makes the schema of a tool's input or output invalid: no more than 20 faults, none where it is fine. */
export type SchemaJudge = (schema: unknown, role: 'input' | 'output') => SchemaFault[];

/**
 * A judge for all schemas of one server. Nothing is compiled, fetched or looked up. The work is bounded for all of them
 * together: once they hold more than 50,000 subschemas, the rest are called too large without being read.
 */
export function createSchemaJudge(): SchemaJudge {
  let left = MAX_SUBSCHEMAS;
  return (schema, role) => {
    if (!isObject(schema)) return [whole(schema === undefined ? 'is missing' : 'is no JSON object')];
    if (isTooDeep(schema)) return [whole(`is nested more than ${MAX_DEPTH} deep`)];
    if (Buffer.byteLength(JSON.stringify(schema)) > MAX_BYTES) return [whole(`is larger than ${MAX_BYTES} bytes`)];
    const subschemas = [...subschemasOf(schema)];
    left -= subschemas.length;
    if (left < 0) return [whole(`is beyond the first ${MAX_SUBSCHEMAS} subschemas of the server`)];
    const dialect = dialectOf(schema);
    const invalid = dialect === 'other' ? undefined : metaFault(schema, dialect);
    return [
      ...(role === 'input' && schema.type !== 'object' ? [{ pointer: '/type', says: 'must be "object"' }] : []),
      ...(invalid === undefined ? [] : [invalid]),
      ...undefinedRequired(schema),
      ...foreignReferences(schema, subschemas),
      ...(role === 'input' ? headerFaults(subschemas) : []),
    ].slice(0, MAX_FAULTS);
  };
}

const whole = (says: string): SchemaFault => ({ pointer: '', says });

/** Level by level, so that no depth can overflow the stack. */
function isTooDeep(root: Schema): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH || level.includes(TOO_DEEP)) return true;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return false;
}

/** Keywords that can add properties beside the schema's own. */
const ADDS_PROPERTIES = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'];

function undefinedRequired(schema: Schema): SchemaFault[] {
  const { required, properties } = schema;
  if (!Array.isArray(required) || !isObject(properties)) return [];
  if (ADDS_PROPERTIES.some((keyword) => keyword in schema)) return [];
  return required.flatMap((name, index) =>
    typeof name === 'string' && !Object.hasOwn(properties, name)
      ? [{ pointer: `/required/${index}`, says: 'names a property that is not defined' }]
      : [],
  );
}

/** A scheme or a host: what a careless client would fetch. Names without an address (urn, tag) are not. */
const ADDRESS = /^(?!urn:|tag:)(?:[a-z][a-z0-9+.-]{0,30}:|\/\/)/i;

function foreignReferences(root: Schema, subschemas: readonly Subschema[]): SchemaFault[] {
  const own = new Set([root, ...subschemas.map(({ schema }) => schema)].map(({ $id: id }) => withoutFragment(id)));
  return subschemas.flatMap(({ schema, pointer }) =>
    ['$ref', '$dynamicRef', '$recursiveRef'].flatMap((keyword) => {
      const reference = schema[keyword];
      if (typeof reference !== 'string' || !ADDRESS.test(reference) || own.has(withoutFragment(reference))) return [];
      return [{ pointer: `${pointer}/${keyword}`, says: 'refers to another host' }];
    }),
  );
}

const withoutFragment = (uri: unknown): unknown => (typeof uri === 'string' ? uri.split('#', 1)[0] : undefined);
