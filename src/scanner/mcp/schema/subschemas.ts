import { isObject } from '../../parse/json-ld.ts';

/** Keywords whose value is a schema, a list of schemas, or a map of names to schemas; in all others stands data. */
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
