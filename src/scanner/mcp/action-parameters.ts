import { isObject } from '../parse/json-ld.ts';
import { wordsOfName } from './name-words.ts';
import { PLAIN_WRITE_VERBS, READ_VERBS, WRITE_VERBS } from './words/verbs.ts';

const MAX_VALUES = 200;
const FREE = new Set(['action', 'method', 'operation']);
const CHOOSES_ACT = new Set([...FREE, 'op', 'command', 'cmd', 'verb']);
/** What is chosen there is a right, an event or a state; the tool does not do it. */
const NOT_AN_ACT = new Set([
  ...['access', 'permission', 'permissions', 'role', 'roles', 'scope', 'scopes', 'privilege', 'level'],
  ...['event', 'events', 'trigger', 'triggers', 'hook', 'filter', 'sort', 'status', 'state', 'reason'],
]);
const HTTP_METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace', 'connect', 'query']);

export interface ActionParameter {
  readonly key: string;
  /** `mixed`: the values offered both read and write. `free`: any text names the act. */
  readonly fault: 'mixed' | 'free';
}

/**
 * Top-level parameters that choose what a tool does, so that no annotation of the tool can be true of it. The method of
 * an HTTP request is exempt: what it does is decided elsewhere.
 */
export function actionParameters(inputSchema: unknown): ActionParameter[] {
  const properties = isObject(inputSchema) && isObject(inputSchema.properties) ? inputSchema.properties : {};
  return Object.entries(properties).flatMap(([key, schema]): ActionParameter[] => {
    if (!isObject(schema) || isHttpMethod(key, schema, properties)) return [];
    if (Array.isArray(schema.enum)) return isMixed(key, schema.enum) ? [{ key, fault: 'mixed' }] : [];
    const isFree = schema.type === 'string' && !['const', 'anyOf', 'oneOf', 'pattern'].some((word) => word in schema);
    return isFree && FREE.has(key.toLowerCase()) ? [{ key, fault: 'free' }] : [];
  });
}

function isMixed(key: string, values: readonly unknown[]): boolean {
  const words = wordsOfName(key);
  if (words.some((word) => NOT_AN_ACT.has(word))) return false;
  const writes = words.some((word) => CHOOSES_ACT.has(word)) ? WRITE_VERBS : PLAIN_WRITE_VERBS;
  const verbs = values
    .slice(0, MAX_VALUES)
    .flatMap((value) => (typeof value === 'string' ? wordsOfName(value).slice(0, 1) : []));
  return verbs.some((verb) => READ_VERBS.has(verb)) && verbs.some((verb) => writes.has(verb));
}

type Schema = Readonly<Record<string, unknown>>;

function isHttpMethod(key: string, schema: Schema, siblings: Schema): boolean {
  const isCalledSo = wordsOfName(key).some((word) => word === 'method' || word === 'verb');
  if (Array.isArray(schema.enum)) {
    return schema.enum.every(
      (value) =>
        typeof value === 'string' &&
        HTTP_METHODS.has(value.toLowerCase()) &&
        (isCalledSo || value === value.toUpperCase()),
    );
  }
  if (!isCalledSo) return false;
  const says = typeof schema.description === 'string' ? schema.description.slice(0, 1_000) : '';
  return /\b(?:HTTP|GET|POST)\b/.test(says) || ['url', 'uri', 'endpoint', 'path'].some((name) => name in siblings);
}
