import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../parse/json/json.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 40;
const MAX_VISITS = 20_000;
const MAX_FAULTS = 10;

export interface Misfit {
  /** From the root, such as `items[0].name`; '' for the whole. */
  readonly at: string;
  /** In trusted text. */
  readonly says: string;
}

/**
 * Where a value does not have the structure of a schema: types, required and unknown members, enums, items. Untrusted
 * schemas are never compiled, so that patterns and formats are not looked at; nothing outside the schema is looked up.
 */
export function misfitsOf(value: unknown, root: Schema): Misfit[] {
  let visits = 0;
  const faultsIn = (inner: unknown, schema: unknown, at: string, depth: number): Misfit[] => {
    visits += 1;
    if (visits > MAX_VISITS || depth > MAX_DEPTH) return [];
    if (schema === false) return [{ at, says: 'is not allowed' }];
    if (!isObject(schema)) return [];
    const fault = ownFault(inner, schema);
    if (fault !== undefined) return [{ at, says: fault }];
    const next = (value: unknown, part: unknown, path: string) => faultsIn(value, part, path, depth + 1);
    const alternatives = [schema.anyOf, schema.oneOf].filter((list) => Array.isArray(list));
    return [
      ...(typeof schema.$ref === 'string' ? next(inner, definitionAt(root, schema.$ref), at) : []),
      ...(Array.isArray(schema.allOf) ? schema.allOf.flatMap((part) => next(inner, part, at)) : []),
      ...alternatives.flatMap((list) =>
        list.some((part) => next(inner, part, at).length === 0) ? [] : [{ at, says: 'fits none of the alternatives' }],
      ),
      ...(isObject(inner) ? memberFaults(inner, schema, at, next) : []),
      ...(Array.isArray(inner) && isObject(schema.items)
        ? inner.flatMap((item, index) => next(item, schema.items, `${at}[${index}]`))
        : []),
    ].slice(0, MAX_FAULTS);
  };
  return faultsIn(value, root, '', 0);
}

function memberFaults(
  value: Schema,
  schema: Schema,
  at: string,
  next: (value: unknown, part: unknown, path: string) => Misfit[],
): Misfit[] {
  const path = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(value, name));
  const names = Object.keys(value);
  const isClosed = schema.additionalProperties === false && !('patternProperties' in schema);
  return [
    ...missing.map((name) => ({ at: path(String(name)), says: 'is required and missing' })),
    ...names.flatMap((name) => {
      if (Object.hasOwn(properties, name)) return next(value[name], properties[name], path(name));
      return isClosed ? [{ at: path(name), says: 'is no member of the schema' }] : [];
    }),
  ];
}

function ownFault(value: unknown, { type, enum: values, const: only }: Schema): string | undefined {
  const types: readonly unknown[] = type === undefined ? [] : Array.isArray(type) ? type : [type];
  if (types.length > 0 && !types.some((each) => isOfType(value, each))) return `is not of type ${types.join(' or ')}`;
  if (Array.isArray(values) && !values.some((each) => isDeepStrictEqual(each, value))) return 'is no value of the enum';
  return only !== undefined && !isDeepStrictEqual(only, value) ? 'is not the constant' : undefined;
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return type === 'string' || type === 'number' || type === 'boolean' ? typeof value === type : true;
}

/** A reference that leads nowhere asks for nothing: M17 names it. */
function definitionAt(root: Schema, reference: string): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : true;
  let value: unknown = root;
  for (const step of reference.slice(2).split('/', MAX_DEPTH)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value ?? true;
}
