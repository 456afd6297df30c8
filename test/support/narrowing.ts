/** What would break a client that was generated from an earlier OpenAPI description. */

type Json = { readonly [name: string]: unknown };

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Every way in which `after` takes away what `before` promised: paths, methods, success statuses, members of answers and
 * their types, and anything that makes a request stricter. Each as a path and what happened to it.
 */
export function narrowings(before: unknown, after: unknown): string[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  const breaks: string[] = [];
  for (const [path, operations] of Object.entries(objectOf(old.paths))) {
    for (const [method, operation] of Object.entries(objectOf(operations))) {
      const at = `${method.toUpperCase()} ${path}`;
      const current = objectOf(objectOf(now.paths)[path])[method];
      if (current === undefined) breaks.push(`${at}: gone`);
      else breaks.push(...operationBreaks(at, objectOf(operation), objectOf(current)));
    }
  }
  const schemasOf = (document: Json) => objectOf(objectOf(document.components).schemas);
  for (const [name, schema] of Object.entries(schemasOf(old))) {
    const current = schemasOf(now)[name];
    if (current === undefined) breaks.push(`${name}: gone`);
    else if (name.endsWith('Request')) breaks.push(...requestBreaks(name, schema, current));
    else breaks.push(...answerBreaks(name, schema, current));
  }
  return breaks;
}

function operationBreaks(at: string, old: Json, now: Json): string[] {
  const statuses = (operation: Json) => Object.keys(objectOf(operation.responses)).filter((status) => status < '300');
  const parametersOf = (operation: Json) => listOf(operation.parameters).map(objectOf);
  const named = (parameters: readonly Json[], name: unknown) => parameters.find((each) => each.name === name);
  return [
    ...statuses(old)
      .filter((status) => !statuses(now).includes(status))
      .map((status) => `${at}: no ${status} any more`),
    ...parametersOf(old).flatMap(({ name, schema }) => {
      const current = named(parametersOf(now), name);
      if (current === undefined) return [`${at}: parameter ${name} gone`];
      return requestBreaks(`${at} ${name}`, schema, current.schema);
    }),
    ...parametersOf(now)
      .filter(({ name, required }) => required === true && named(parametersOf(old), name)?.required !== true)
      .map(({ name }) => `${at}: parameter ${name} became required`),
  ];
}

/** An answer may gain members and lose none; a member keeps its type and stays there. */
function answerBreaks(at: string, before: unknown, after: unknown): string[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  const breaks = sameType(at, old, now);
  for (const name of listOf(old.required)) {
    if (!listOf(now.required).includes(name)) breaks.push(`${at}.${name}: not always there any more`);
  }
  const added = listOf(now.enum).filter((value) => old.enum !== undefined && !listOf(old.enum).includes(value));
  if (added.length > 0) breaks.push(`${at}: new values ${added.join(', ')}`);
  return [...breaks, ...memberBreaks(at, old, now, answerBreaks)];
}

/** A request may become looser and not stricter. */
function requestBreaks(at: string, before: unknown, after: unknown): string[] {
  const [old, now] = [objectOf(before), objectOf(after)];
  const breaks = sameType(at, old, now);
  for (const name of listOf(now.required)) {
    if (!listOf(old.required).includes(name)) breaks.push(`${at}.${name}: became required`);
  }
  const lost = listOf(old.enum).filter((value) => now.enum !== undefined && !listOf(now.enum).includes(value));
  if (lost.length > 0) breaks.push(`${at}: values ${lost.join(', ')} gone`);
  for (const [keyword, isStricter] of Object.entries(STRICTER)) {
    const [was, is] = [old[keyword], now[keyword]];
    if (is !== undefined && (was === undefined || isStricter(Number(is), Number(was))))
      breaks.push(`${at}: ${keyword} ${was} -> ${is}`);
  }
  if (now.pattern !== old.pattern && now.pattern !== undefined) breaks.push(`${at}: pattern changed`);
  return [...breaks, ...memberBreaks(at, old, now, requestBreaks)];
}

const STRICTER: Readonly<Record<string, (is: number, was: number) => boolean>> = {
  maximum: (is, was) => is < was,
  maxLength: (is, was) => is < was,
  maxItems: (is, was) => is < was,
  minimum: (is, was) => is > was,
  minLength: (is, was) => is > was,
  minItems: (is, was) => is > was,
};

const sameType = (at: string, old: Json, now: Json): string[] =>
  JSON.stringify([old.type, old.$ref, old.const]) === JSON.stringify([now.type, now.$ref, now.const])
    ? []
    : [`${at}: ${JSON.stringify(old.type ?? old.$ref)} -> ${JSON.stringify(now.type ?? now.$ref)}`];

function memberBreaks(
  at: string,
  old: Json,
  now: Json,
  compare: (at: string, before: unknown, after: unknown) => string[],
): string[] {
  const breaks: string[] = [];
  for (const [name, member] of Object.entries(objectOf(old.properties))) {
    const current = objectOf(now.properties)[name];
    if (current === undefined) breaks.push(`${at}.${name}: gone`);
    else breaks.push(...compare(`${at}.${name}`, member, current));
  }
  if (old.items !== undefined) breaks.push(...compare(`${at}[]`, old.items, now.items));
  for (const combinator of ['anyOf', 'oneOf', 'allOf']) {
    if (JSON.stringify(old[combinator]) !== JSON.stringify(now[combinator]))
      breaks.push(`${at}: ${combinator} changed`);
  }
  return breaks;
}
