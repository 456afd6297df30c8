/** Whether every value of one JSON Schema is one of another, as far as this product's schemas go. */
import { type Json, listOf, objectOf, type Refs } from './json-refs.ts';

/** A schema and the document its references point into. */
interface Side {
  readonly schema: unknown;
  readonly refs: Refs;
}

/** Selects the earlier version: its members must not get lost, on either side. */
type Earlier = 'old is inside' | 'old is outside';

/** Do not restrict valid values. */
const ANNOTATIONS = new Set(['title', 'description', 'default', 'example', 'examples', 'deprecated', '$comment']);
/** An inner bound must be as tight as the outer one. */
const BOUNDS: Readonly<Record<string, (inner: number, outer: number) => boolean>> = {
  minimum: (inner, outer) => inner >= outer,
  exclusiveMinimum: (inner, outer) => inner >= outer,
  minLength: (inner, outer) => inner >= outer,
  minItems: (inner, outer) => inner >= outer,
  maximum: (inner, outer) => inner <= outer,
  exclusiveMaximum: (inner, outer) => inner <= outer,
  maxLength: (inner, outer) => inner <= outer,
  maxItems: (inner, outer) => inner <= outer,
};
const COMPARED = new Set([
  ...['$ref', 'type', 'enum', 'const', 'required', 'properties', 'items', 'anyOf', 'oneOf', 'additionalProperties'],
  ...Object.keys(BOUNDS),
]);

/**
 * Why a value of the inner schema might be invalid in the outer: a line for each reason, with its location. Objects are
 * open: a member that only one side names is no reason, unless the earlier version named it. Unknown keywords must be
 * equal.
 */
export function isIn(
  at: string,
  inner: Side,
  outer: Side,
  earlier: Earlier,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const pair = `${refOf(inner)} ${refOf(outer)}`;
  if (seen.has(pair)) return [];
  const within = refOf(inner) === undefined && refOf(outer) === undefined ? seen : new Set([...seen, pair]);
  const [small, large] = [inner.refs.resolve(inner.schema), outer.refs.resolve(outer.schema)];
  const deeper = (place: string, one: unknown, other: unknown) =>
    isIn(place, { ...inner, schema: one }, { ...outer, schema: other }, earlier, within);

  const [smallChoices, largeChoices] = [choicesOf(small), choicesOf(large)];
  if (smallChoices !== undefined || largeChoices !== undefined) {
    return (smallChoices ?? [small])
      .filter((one) => !(largeChoices ?? [large]).some((other) => deeper(at, one, other).length === 0))
      .map((one) => `${at}: ${nameOf(one)} is none of the ${(largeChoices ?? [large]).map(nameOf).join(', ')}`);
  }
  return [
    ...valueReasons(at, small, large),
    ...memberReasons(at, small, large, earlier, deeper),
    ...(large.items === undefined ? [] : deeper(`${at}[]`, small.items, large.items)),
    ...unknownReasons(at, small, large),
  ];
}

const refOf = ({ schema }: Side) => objectOf(schema).$ref;
const choicesOf = ({ anyOf, oneOf }: Json) => (anyOf ?? oneOf) as readonly unknown[] | undefined;
const nameOf = (schema: unknown) => JSON.stringify(objectOf(schema).$ref ?? objectOf(schema).type ?? schema);

const typesOf = ({ type }: Json) => (Array.isArray(type) ? type : type === undefined ? undefined : [type]);
const valuesOf = (schema: Json) => (schema.const === undefined ? schema.enum : [schema.const]);

function valueReasons(at: string, inner: Json, outer: Json): string[] {
  const reasons: string[] = [];
  const [small, large] = [typesOf(inner), typesOf(outer)];
  const fits = (type: unknown) => large?.includes(type) || (type === 'integer' && large?.includes('number'));
  if (large !== undefined && !(small?.every(fits) ?? false)) {
    reasons.push(`${at}: type ${JSON.stringify(inner.type)} is not ${JSON.stringify(outer.type)}`);
  }
  const values = valuesOf(outer);
  if (values !== undefined) {
    const given = valuesOf(inner);
    const others = listOf(given).filter((value) => !listOf(values).includes(value));
    if (given === undefined || others.length > 0) {
      reasons.push(`${at}: ${others.join(', ') || 'any value'} is none of ${listOf(values).join(', ')}`);
    }
  }
  for (const [keyword, isTight] of Object.entries(BOUNDS)) {
    const [own, limit] = [inner[keyword], outer[keyword]];
    if (limit === undefined || valuesOf(inner) !== undefined) continue;
    if (own === undefined || !isTight(Number(own), Number(limit))) {
      reasons.push(`${at}: ${keyword} ${own} is looser than ${limit}`);
    }
  }
  return reasons;
}

function memberReasons(
  at: string,
  inner: Json,
  outer: Json,
  earlier: Earlier,
  deeper: (at: string, inner: unknown, outer: unknown) => string[],
): string[] {
  const [small, large] = [objectOf(inner.properties), objectOf(outer.properties)];
  const [old, now] = earlier === 'old is inside' ? [small, large] : [large, small];
  const gone = Object.keys(old).filter((name) => now[name] === undefined);
  const both = Object.keys(large).filter((name) => small[name] !== undefined);
  const required = listOf(outer.required).filter((name) => !listOf(inner.required).includes(name));
  return [
    ...gone.map((name) => `${at}.${name}: gone`),
    ...required.map((name) => `${at}.${name}: required on one side only`),
    ...both.flatMap((name) => deeper(`${at}.${name}`, small[name], large[name])),
    ...additionalReasons(at, inner, outer, earlier, deeper),
  ];
}

function additionalReasons(
  at: string,
  { additionalProperties: inner = true }: Json,
  { additionalProperties: outer = true }: Json,
  earlier: Earlier,
  deeper: (at: string, inner: unknown, outer: unknown) => string[],
): string[] {
  if (outer === true || inner === false) return [];
  // An answer may gain members: the contract's clients let pass what they do not know.
  if (outer === false) return earlier === 'old is outside' ? [] : [`${at}: additional members are refused`];
  if (inner === true) return [`${at}.*: any value`];
  return deeper(`${at}.*`, inner, outer);
}

function unknownReasons(at: string, inner: Json, outer: Json): string[] {
  return Object.keys(outer)
    .filter((keyword) => !ANNOTATIONS.has(keyword) && !COMPARED.has(keyword))
    .filter((keyword) => JSON.stringify(inner[keyword]) !== JSON.stringify(outer[keyword]))
    .map((keyword) => `${at}: ${keyword} is ${JSON.stringify(inner[keyword])}, not ${JSON.stringify(outer[keyword])}`);
}
