import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import { type McpHandshake, TOO_DEEP } from '../model/mcp.ts';
import { isObject } from '../parse/json/json.ts';

/** Untrusted schemas are only validated, never compiled; their formats and patterns stay text. */
const OPTIONS = { strict: false, validateFormats: false, logger: false, addUsedSchema: false } as const;

/**
 * Draft 7 without the rule that the values of an enum are unique: the standard only recommends it, and Ajv compares each
 * pair of them, so that one long enum would take minutes.
 */
const DRAFT_7 = {
  ...draft7,
  properties: { ...draft7.properties, enum: { type: 'array', items: true, minItems: 1 } },
};

export type Dialect = '2020-12' | 'draft-07' | 'other';

type SchemaObject = Readonly<Record<string, unknown>>;

/** MCP: without `$schema` it is 2020-12. Draft 6 is a part of draft 7. */
export function dialectOf({ $schema: declared }: SchemaObject): Dialect {
  if (declared === undefined) return '2020-12';
  if (typeof declared !== 'string') return 'other';
  const name = declared.slice(0, 200).replace(/^https?:\/\/json-schema\.org\//, '');
  if (name === 'draft/2020-12/schema' || name === 'draft/2020-12/schema#') return '2020-12';
  return /^draft-0[67]\/schema#?$/.test(name) ? 'draft-07' : 'other';
}

export interface MetaFault {
  /** JSON pointer of the keyword that is wrong. */
  readonly pointer: string;
  /** Ajv's words. */
  readonly says: string;
}

/**
 * The first place where a schema breaks the meta-schema of its dialect; undefined for none. Recursive: bound the depth of
 * the schema before.
 * @param dialect a schema of another dialect has no meta-schema here, and must not be handed over
 */
function metaFault(schema: SchemaObject, dialect: Exclude<Dialect, 'other'>): MetaFault | undefined {
  // Which meta-schema applies is decided: Ajv would look the declared one up by its exact spelling, and throw.
  const { $schema: _, ...rest } = schema;
  const validator = dialect === 'draft-07' ? validators.draft7() : validators.draft2020();
  if (validator.validateSchema(rest) === true) return undefined;
  const first = validator.errors?.[0];
  return { pointer: first?.instancePath ?? '', says: first?.message ?? 'breaks the meta-schema' };
}

/** One of each for the process: preparing one takes longer than checking hundreds of schemas. Made when first needed. */
const validators = {
  draft7: once(() => new Ajv({ ...OPTIONS, meta: false }).addMetaSchema(DRAFT_7)),
  draft2020: once(() => new Ajv2020(OPTIONS)),
};

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const MAX_BYTES = 200_000;
const MAX_DEPTH = 40;
const MAX_SUBSCHEMAS = 50_000;
const MAX_FAULTS = 20;

interface SchemaFault {
  /** JSON pointer into the schema, '' for the whole. */
  readonly pointer: string;
  /** In trusted text, or the validator's; completes "the schema ...". */
  readonly says: string;
}

type Schema = Readonly<Record<string, unknown>>;

/** `object-output`: an output of the revisions before 2026-07-28, whose clients drop the list when its root is no object. */
export type SchemaRole = 'input' | 'output' | 'object-output';

/**
 * The role of output schemas in a session.
 * @see https://modelcontextprotocol.io/seps/2106-json-schema-2020-12
 */
export const outputRole = ({ era }: Pick<McpHandshake, 'era'>): SchemaRole =>
  era === 'legacy' ? 'object-output' : 'output';

/** What makes the schema of a tool's input or output invalid: no more than 20 faults, none where it is fine. */
type SchemaJudge = (schema: unknown, role: SchemaRole) => SchemaFault[];

/**
 * A judge for all schemas of one server. Nothing is fetched, and patterns are compiled but never run. The work is bounded for all of them
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
      ...(role !== 'output' && schema.type !== 'object' ? [{ pointer: '/type', says: 'must be "object"' }] : []),
      ...(invalid === undefined ? [] : [invalid]),
      ...undefinedRequired(schema),
      ...foreignReferences(schema, subschemas),
      ...danglingReferences(schema, subschemas),
      ...impossibleValues(subschemas),
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

/** Keywords that can add properties to the schema's own. */
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

/**
 * References within the schema that lead nowhere. Clients that resolve them drop the whole list of tools.
 * @see https://www.rfc-editor.org/rfc/rfc6901
 */
function danglingReferences(root: Schema, subschemas: readonly Subschema[]): SchemaFault[] {
  // A schema with an identifier of its own is the base of the references below it.
  if (subschemas.some(({ schema, pointer }) => pointer !== '' && typeof schema.$id === 'string')) return [];
  const anchors = new Set(subschemas.flatMap(({ schema }) => [schema.$anchor, schema.$dynamicAnchor, schema.$id]));
  return subschemas.flatMap(({ schema, pointer }) =>
    ['$ref', '$dynamicRef'].flatMap((keyword) => {
      const reference = schema[keyword];
      if (typeof reference !== 'string' || !reference.startsWith('#')) return [];
      const isFound =
        reference === '#' ||
        (reference.startsWith('#/')
          ? resolves(root, reference)
          : anchors.has(reference.slice(1)) || anchors.has(reference));
      return isFound
        ? []
        : [{ pointer: `${pointer}/${keyword}`, says: 'refers to a place that the schema does not have' }];
    }),
  );
}

function resolves(root: Schema, reference: string): boolean {
  const value = resolvedIn(root, reference);
  return isObject(value) || typeof value === 'boolean';
}

/** Where a JSON pointer such as `#/$defs/node` leads within a schema; `#` is the root. Undefined where it leads nowhere. */
export function resolvedIn(root: Schema, reference: string): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let value: unknown = root;
  for (const step of reference.slice(2).split('/', MAX_DEPTH + 1)) {
    const name = unescaped(step);
    if (name === undefined) return undefined;
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}

function unescaped(step: string): string | undefined {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

const MAX_PATTERN_CHARS = 2_000;
const MAX_ENUM_VALUES = 1_000;

/** Patterns that are no regular expressions, and enums none of whose values has the declared type. Patterns are never run. */
function impossibleValues(subschemas: readonly Subschema[]): SchemaFault[] {
  return subschemas.flatMap(({ schema, pointer }) => [
    ...(typeof schema.pattern === 'string' && schema.pattern.length <= MAX_PATTERN_CHARS && !compiles(schema.pattern)
      ? [{ pointer: `${pointer}/pattern`, says: 'is no regular expression of ECMA-262' }]
      : []),
    ...(Array.isArray(schema.enum) &&
    schema.enum.length > 0 &&
    !fitsType(schema.enum.slice(0, MAX_ENUM_VALUES), schema.type)
      ? [{ pointer: `${pointer}/enum`, says: 'holds no value of the declared type' }]
      : []),
  ]);
}

function compiles(pattern: string): boolean {
  for (const flags of ['u', '']) {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      // Without the flag more is allowed.
    }
  }
  return false;
}

function fitsType(values: readonly unknown[], type: unknown): boolean {
  if (type === undefined) return true;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return values.some((value) => types.some((each) => isOfType(value, each)));
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  // An unknown type is the meta-schema's fault to name.
  return type === 'string' || type === 'number' || type === 'boolean' ? typeof value === type : true;
}

const withoutFragment = (uri: unknown): unknown => (typeof uri === 'string' ? uri.split('#', 1)[0] : undefined);

const KEYWORD = 'x-mcp-header';
/** RFC 9110, section 5.6.2: token. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,256}$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];

/**
 * What makes `x-mcp-header` declarations of an input schema invalid. A client of 2026-07-28 must leave out the whole tool
 * for one of them.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
function headerFaults(subschemas: readonly Subschema[]): SchemaFault[] {
  const taken = new Set<string>();
  return subschemas.flatMap(({ schema, pointer, isPlainProperty }) => {
    if (!Object.hasOwn(schema, KEYWORD)) return [];
    const name = schema[KEYWORD];
    const says = faultOf(name, schema.type, isPlainProperty && pointer !== '', taken);
    if (typeof name === 'string') taken.add(name.toLowerCase());
    return says === undefined ? [] : [{ pointer: `${pointer}/${KEYWORD}`, says }];
  });
}

function faultOf(name: unknown, type: unknown, isReachable: boolean, taken: ReadonlySet<string>): string | undefined {
  if (typeof name !== 'string' || !TOKEN.test(name)) return 'is no name of a header';
  if (taken.has(name.toLowerCase())) return 'names the same header as another parameter';
  if (!isReachable) return 'does not stand on a plain property';
  return TYPES.includes(type) ? undefined : 'stands on a parameter that is no string, integer or boolean';
}

/**
 * Keywords whose value is a schema, a list of schemas, or a map of names to schemas; the values of all others are data.
 */
const ONE = [
  'additionalItems',
  'additionalProperties',
  'contains',
  'contentSchema',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const LIST = ['allOf', 'anyOf', 'items', 'oneOf', 'prefixItems'];
const MAP = ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'];

export interface Subschema {
  readonly schema: Readonly<Record<string, unknown>>;
  /** JSON pointer from the root, '' for the root itself. */
  readonly pointer: string;
  /** Nothing but `properties` leads here from the root: a client can tell the argument without evaluating the schema. */
  readonly isPlainProperty: boolean;
}

/** A schema and all schemas inside it, the outer ones first. References are not followed. */
export function* subschemasOf(root: Readonly<Record<string, unknown>>): Generator<Subschema> {
  const queue: Subschema[] = [{ schema: root, pointer: '', isPlainProperty: true }];
  for (let at = 0; ; at += 1) {
    const visit = queue[at];
    if (visit === undefined) return;
    yield visit;
    const { schema, pointer, isPlainProperty } = visit;
    const add = (value: unknown, under: string, isPlain = false) => {
      if (isObject(value)) queue.push({ schema: value, pointer: `${pointer}/${under}`, isPlainProperty: isPlain });
    };
    for (const keyword of ONE) add(schema[keyword], keyword);
    for (const keyword of LIST) {
      const list = schema[keyword];
      if (!Array.isArray(list)) continue;
      for (const [index, value] of list.entries()) add(value, `${keyword}/${index}`);
    }
    for (const keyword of MAP) {
      const map = schema[keyword];
      if (!isObject(map)) continue;
      const isPlain = isPlainProperty && keyword === 'properties';
      for (const [name, value] of Object.entries(map)) add(value, `${keyword}/${escaped(name)}`, isPlain);
    }
  }
}

/** RFC 6901. */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');
