import { createHash } from 'node:crypto';
import {
  type InnerList,
  type Item,
  isInnerList,
  parseDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers';

/** A request as a signature sees it, or a response together with the request it answers. */
export interface SignedMessage {
  readonly method: string;
  /** The target URI. Its host is the addressed one, even behind a proxy. */
  readonly url: URL;
  /** The value of a field, several lines joined by ", "; lower-case names. */
  header(name: string): string | undefined;
  /** Of a response: the request. Components with `;req` are read from it. */
  readonly request?: SignedMessage;
}

/** A field name as signatures write it (RFC 9110, section 5.1, in lower case), or a derived component's. */
const COMPONENT_NAME = /^@?[!#$%&'*+.^`|~\w-]+$/;

/** A signature that cannot belong to this message, or names its parts in a way that is not allowed. */
export class BadComponent extends Error {}
/** A component that may be valid, but is not supported here. */
export class UnsupportedComponent extends Error {}

/**
 * The text a signature is made over (RFC 9421, section 2.5).
 * @param input covered components with the signature's parameters, in the order they were sent
 * @throws BadComponent for one that is missing from the message, covered twice or malformed; UnsupportedComponent for
 * an unsupported one
 */
export function signatureBase(message: SignedMessage, input: InnerList): string {
  const [components] = input;
  const lines = new Map<string, string>();
  for (const component of components) {
    const identifier = serializeItem(component);
    if (lines.has(identifier)) throw new BadComponent('a component is covered twice');
    lines.set(identifier, `${identifier}: ${componentValue(message, component)}`);
  }
  return [...lines.values(), `"@signature-params": ${serializeInnerList(input)}`].join('\n');
}

function componentValue(message: SignedMessage, [name, parameters]: Item): string {
  if (typeof name !== 'string' || !COMPONENT_NAME.test(name) || name !== name.toLowerCase()) {
    throw new BadComponent('a component is not a name');
  }
  const own = [...parameters.keys()].filter((parameter) => parameter !== 'req');
  const from = parameters.has('req') ? message.request : message;
  if (from === undefined) throw new BadComponent('a request has no request before it');
  const known = name === '@query-param' ? 'name' : name.startsWith('@') ? undefined : 'key';
  if (own.some((parameter) => parameter !== known)) throw new UnsupportedComponent('a parameter of a component');
  const argument = known === undefined ? undefined : parameters.get(known);
  if (name.startsWith('@')) return derivedValue(from, name, argument);
  const value = from.header(name);
  if (value === undefined) throw new BadComponent('a covered field is missing');
  return parameters.has('key') ? memberOf(value, argument) : value.trim();
}

/** RFC 9421, section 2.2. `URL` has normalised host, port and path already. */
function derivedValue({ method, url }: SignedMessage, name: string, argument: unknown): string {
  switch (name) {
    case '@method':
      return method;
    case '@target-uri':
      return url.href;
    case '@authority':
      return url.host;
    case '@scheme':
      return url.protocol.slice(0, -1);
    case '@request-target':
      return url.pathname + url.search;
    case '@path':
      return url.pathname;
    case '@query':
      return url.search === '' ? '?' : url.search;
    case '@query-param':
      return queryParameter(url, argument);
    default:
      throw new UnsupportedComponent('a derived component');
  }
}

/** RFC 9421, section 2.2.8: one value, decoded as a form and encoded again by its rules, with %20 for a space. */
function queryParameter(url: URL, encodedName: unknown): string {
  if (typeof encodedName !== 'string') throw new BadComponent('a query parameter without a name');
  const values = url.searchParams.getAll(decoded(encodedName));
  const [value] = values;
  if (value === undefined || values.length > 1) throw new BadComponent('a query parameter is missing or repeated');
  return encodeURIComponent(value).replaceAll(
    /[!~'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadComponent('the name of a query parameter is not percent-encoded');
  }
}

/** RFC 9421, section 2.1.2. */
function memberOf(field: string, key: unknown): string {
  const member = typeof key === 'string' ? readDictionary(field)?.get(key) : undefined;
  if (member === undefined) throw new BadComponent('a covered member is missing');
  return isInnerList(member) ? serializeInnerList(member) : serializeItem(member);
}

/** A Dictionary (RFC 9651); undefined for text that is none. */
export function readDictionary(field: string): ReturnType<typeof parseDictionary> | undefined {
  try {
    return parseDictionary(field);
  } catch {
    return undefined;
  }
}

/** Of RFC 9530, those that still are safe, with their names in node:crypto. */
const ALGORITHMS = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
]);

/** The Content-Digest of a body (RFC 9530). */
export const contentDigest = (body: string): string =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/**
 * Whether a body matches a Content-Digest field; undefined when the field has no supported digest.
 * Every supported digest must match.
 */
export function matchesDigest(field: string, body: Uint8Array): boolean | undefined {
  const known = [...(readDictionary(field) ?? [])].flatMap(([name, member]) => {
    const algorithm = ALGORITHMS.get(name);
    if (algorithm === undefined || isInnerList(member) || !(member[0] instanceof ArrayBuffer)) return [];
    return [Buffer.from(member[0]).equals(createHash(algorithm).update(body).digest())];
  });
  return known.length === 0 ? undefined : known.every(Boolean);
}
