/** Changes that would break a client generated from an earlier OpenAPI description. */

import { type Json, listOf, objectOf, Refs } from './json-refs.ts';
import { isIn } from './schema-inclusion.ts';

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);

/** Members of a security scheme that clients act on. */
const HOW_CREDENTIALS_ARE_SENT = ['type', 'scheme', 'in', 'name'];

/** The two descriptions, each with its own components. */
interface Versions {
  readonly old: Refs;
  readonly now: Refs;
}

/**
 * Every way in which `after` takes away what `before` promised: operations and their names, parameters, content types,
 * headers and schemas of answers, and anything that makes a request stricter or asks for other credentials. Each as a
 * place and what happened there.
 */
export function narrowings(before: unknown, after: unknown): string[] {
  const versions: Versions = { old: new Refs(before), now: new Refs(after) };
  const [old, now] = [objectOf(before), objectOf(after)];
  const breaks: string[] = [];
  for (const [path, item] of Object.entries(objectOf(old.paths))) {
    for (const [method, operation] of Object.entries(objectOf(item))) {
      if (!METHODS.has(method)) continue;
      const at = `${method.toUpperCase()} ${path}`;
      const current = objectOf(objectOf(now.paths)[path])[method];
      if (current === undefined) breaks.push(`${at}: gone`);
      else breaks.push(...operationBreaks(at, objectOf(operation), objectOf(current), versions));
    }
  }
  const componentsOf = (document: Json, kind: string) => objectOf(objectOf(document.components)[kind]);
  const schemasOf = (document: Json) => componentsOf(document, 'schemas');
  for (const name of Object.keys(schemasOf(old))) {
    // Generated clients name their types after it.
    if (schemasOf(now)[name] === undefined) breaks.push(`${name}: gone`);
  }
  for (const [name, scheme] of Object.entries(componentsOf(old, 'securitySchemes'))) {
    const current = objectOf(componentsOf(now, 'securitySchemes')[name]);
    for (const member of HOW_CREDENTIALS_ARE_SENT) {
      const [was, is] = [objectOf(scheme)[member], current[member]];
      if (was !== is) breaks.push(`credentials ${name}: ${member} ${was} -> ${is}`);
    }
  }
  return breaks;
}

function operationBreaks(at: string, old: Json, now: Json, versions: Versions): string[] {
  return [
    ...(old.operationId === now.operationId ? [] : [`${at}: operationId ${old.operationId} -> ${now.operationId}`]),
    ...securityBreaks(at, old, now),
    ...parameterBreaks(at, old, now, versions),
    ...bodyBreaks(at, old, now, versions),
    ...responseBreaks(at, old, now, versions),
  ];
}

/** Credentials that were sufficient must stay sufficient. */
function securityBreaks(at: string, old: Json, now: Json): string[] {
  const alternatives = (operation: Json) => {
    const named = listOf(operation.security).map((each) => Object.keys(objectOf(each)));
    return named.length === 0 ? [[]] : named;
  };
  return alternatives(old)
    .filter((had) => !alternatives(now).some((needed) => needed.every((scheme) => had.includes(scheme))))
    .map((had) => `${at}: security ${had.join('+') || 'none'} is not enough any more`);
}

function parameterBreaks(at: string, old: Json, now: Json, versions: Versions): string[] {
  const before = listOf(old.parameters).map((each) => versions.old.resolve(each));
  const after = listOf(now.parameters).map((each) => versions.now.resolve(each));
  const same = (one: Json) => (other: Json) => one.name === other.name && one.in === other.in;
  const lost = before.flatMap((parameter) => {
    const current = after.find(same(parameter));
    const place = `${at} ${parameter.in} ${parameter.name}`;
    return current === undefined
      ? [`${place}: gone`]
      : requestBreaks(place, parameter.schema, current.schema, versions);
  });
  const demanded = after
    .filter((parameter) => parameter.required === true && before.find(same(parameter))?.required !== true)
    .map(({ name, in: where }) => `${at} ${where} ${name}: became required`);
  return [...lost, ...demanded];
}

function bodyBreaks(at: string, old: Json, now: Json, versions: Versions): string[] {
  const [before, after] = [versions.old.resolve(old.requestBody), versions.now.resolve(now.requestBody)];
  const required = after.required === true && before.required !== true ? [`${at} body: became required`] : [];
  return [...required, ...contentBreaks(`${at} body`, before, after, (...args) => requestBreaks(...args, versions))];
}

function responseBreaks(at: string, old: Json, now: Json, versions: Versions): string[] {
  return Object.entries(objectOf(old.responses)).flatMap(([status, response]) => {
    const place = `${at} ${status}`;
    const current = objectOf(now.responses)[status];
    // An error that cannot happen any more takes nothing away; the offer of a price is none.
    if (current === undefined) return status < '400' || status === '402' ? [`${place}: gone`] : [];
    const [before, after] = [versions.old.resolve(response), versions.now.resolve(current)];
    const headers = Object.entries(objectOf(before.headers)).flatMap(([name, header]) => {
      const kept = objectOf(after.headers)[name];
      if (kept === undefined) return [`${place} header ${name}: gone`];
      const [was, is] = [versions.old.resolve(header), versions.now.resolve(kept)];
      return answerBreaks(`${place} header ${name}`, was.schema, is.schema, versions);
    });
    return [...headers, ...contentBreaks(place, before, after, (...args) => answerBreaks(...args, versions))];
  });
}

function contentBreaks(
  at: string,
  before: Json,
  after: Json,
  compare: (at: string, before: unknown, after: unknown) => string[],
): string[] {
  return Object.entries(objectOf(before.content)).flatMap(([type, media]) => {
    const current = objectOf(after.content)[type];
    if (current === undefined) return [`${at}: ${type} gone`];
    return compare(at, objectOf(media).schema, objectOf(current).schema);
  });
}

/** A request that was valid must stay valid. */
const requestBreaks = (at: string, before: unknown, after: unknown, { old, now }: Versions): string[] =>
  isIn(at, { schema: before, refs: old }, { schema: after, refs: now }, 'old is inside');

/** A new response must be valid for a client of the earlier description. */
const answerBreaks = (at: string, before: unknown, after: unknown, { old, now }: Versions): string[] =>
  isIn(at, { schema: after, refs: now }, { schema: before, refs: old }, 'old is outside');
