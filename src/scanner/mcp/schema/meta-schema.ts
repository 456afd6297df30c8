import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };

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
export function metaFault(schema: SchemaObject, dialect: Exclude<Dialect, 'other'>): MetaFault | undefined {
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
