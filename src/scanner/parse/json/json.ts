/** Untrusted JSON: parsing it within limits, looking into its values, and the nodes of JSON-LD. */

/** Deeper values are no document that a check reads, and would overflow recursive walks and clones. */
const MAX_DEPTH = 64;

/**
 * Untrusted JSON: its value, or why there is none. `oversized` is a limit of the scanner, the others are the site's
 * fault.
 */
export type UntrustedJson =
  | { readonly value: unknown; readonly problem: undefined }
  | { readonly value: undefined; readonly problem: 'empty' | 'syntax' | 'oversized' };

/**
 * Parses untrusted JSON; a byte order mark is allowed. References (`$ref`) are data and are not resolved.
 * @param maxChars longer text is not parsed at all
 */
export function parseUntrustedJson(source: string, maxChars: number, maxDepth = MAX_DEPTH): UntrustedJson {
  const text = source.replace(/^\uFEFF/, '').trim();
  if (text === '') return { value: undefined, problem: 'empty' };
  if (text.length > maxChars) return { value: undefined, problem: 'oversized' };
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, maxDepth) ? { value: undefined, problem: 'oversized' } : { value, problem: undefined };
  } catch {
    return { value: undefined, problem: 'syntax' };
  }
}

/** Level by level, so that no depth can overflow the stack. */
function isDeeperThan(root: unknown, maxDepth: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** A text that says something. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const MAX_STRINGS = 5_000;

/** The strings of a parsed JSON value, without keys; the first 5,000, and none deeper than a parsed file is. */
export function stringsIn(root: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [root];
  while (open.length > 0 && found.length < MAX_STRINGS) {
    const value = open.pop();
    if (typeof value === 'string') found.push(value);
    else if (typeof value === 'object' && value !== null)
      open.push(...Object.values(value).slice(0, MAX_STRINGS).reverse());
  }
  return found;
}

const MAX_NODE_DEPTH = 32;
const MAX_VALUES = 20_000;
const MAX_NODES = 2000;
const SCHEMA_ORG_PREFIXES = [
  'https://schema.org/',
  'http://schema.org/',
  'https://www.schema.org/',
  'http://www.schema.org/',
  'schema:',
];

/** An object with a type, at any depth of a JSON-LD document. */
export interface JsonLdNode {
  /** Type names; schema.org's without their prefix, others as written. Never empty. */
  readonly types: readonly string[];
  /** Its context is schema.org, or a type is spelled as one of schema.org's IRIs. */
  readonly isSchemaOrg: boolean;
  /** It is the document, an entry of its array, or of a @graph, rather than another node's property. */
  readonly isTopLevel: boolean;
  readonly properties: Readonly<Record<string, unknown>>;
}

interface Pending {
  readonly value: unknown;
  readonly depth: number;
  readonly isSchemaOrg: boolean;
  readonly isTopLevel: boolean;
}

/**
 * The typed nodes of a parsed JSON-LD block, in document order: at most 2,000, at most 32 levels deep. Reads the usual
 * shapes without expanding them; contexts are recognised by their URL and never fetched.
 */
export function jsonLdNodes(document: unknown): JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  const pending: Pending[] = [{ value: document, depth: 0, isSchemaOrg: false, isTopLevel: true }];
  let visited = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    visited += 1;
    if (visited > MAX_VALUES || nodes.length >= MAX_NODES) break;
    const { value, depth } = next;
    if (depth > MAX_NODE_DEPTH) continue;
    if (Array.isArray(value)) {
      for (let index = Math.min(value.length, MAX_VALUES) - 1; index >= 0; index -= 1) {
        pending.push({ ...next, value: value[index], depth: depth + 1 });
      }
    } else if (isObject(value)) {
      const isSchemaOrg = '@context' in value ? isSchemaOrgContext(value['@context']) : next.isSchemaOrg;
      const node = nodeOf(value, isSchemaOrg, next.isTopLevel);
      if (node !== undefined) nodes.push(node);
      for (const [key, inner] of Object.entries(value).slice(0, MAX_VALUES).reverse()) {
        if (key === '@context' || !isObjectOrArray(inner)) continue;
        const isTopLevel = key === '@graph' && next.isTopLevel;
        pending.push({ value: inner, depth: depth + 1, isSchemaOrg, isTopLevel });
      }
    }
  }
  return nodes;
}

function nodeOf(value: Record<string, unknown>, isSchemaOrg: boolean, isTopLevel: boolean): JsonLdNode | undefined {
  const written = asList(value['@type']).filter((type) => typeof type === 'string' && type !== '');
  const types = written.map((type) => withoutPrefix(String(type)));
  if (types.length === 0) return undefined;
  const hasIri = types.some((type, index) => type !== written[index]);
  return { types, isSchemaOrg: isSchemaOrg || hasIri, isTopLevel, properties: value };
}

/** "https://schema.org", as a string, in a list, or as the `@vocab` or an alias of an inline context. */
function isSchemaOrgContext(context: unknown): boolean {
  return asList(context).some((entry) => {
    if (typeof entry === 'string') return isSchemaOrgUrl(entry);
    return (
      isObject(entry) && Object.values(entry).some((target) => typeof target === 'string' && isSchemaOrgUrl(target))
    );
  });
}

const isSchemaOrgUrl = (text: string): boolean =>
  SCHEMA_ORG_PREFIXES.some((prefix) => prefix.startsWith('http') && `${text.trim().toLowerCase()}/`.startsWith(prefix));

function withoutPrefix(type: string): string {
  const prefix = SCHEMA_ORG_PREFIXES.find((candidate) => type.startsWith(candidate));
  return prefix === undefined ? type : type.slice(prefix.length);
}

/** The values of a property: JSON-LD writes one value with or without a list around it. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** A property's first text: a string, a number, or the `@value` of a language-tagged one; undefined for none. */
export function textOf(value: unknown): string | undefined {
  for (const entry of asList(value)) {
    const text = isObject(entry) ? entry['@value'] : entry;
    if (typeof text === 'number') return String(text);
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return undefined;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isObjectOrArray = (value: unknown): boolean => typeof value === 'object' && value !== null;

type Properties = Readonly<Record<string, unknown>>;

const PRODUCTS = new Set(['Product', 'ProductGroup', 'IndividualProduct']);
const MAX_OFFERS = 100;

/**
 * What a page's JSON-LD says of things for sale: products with offers, and whether some offer is `complete` (price,
 * currency and availability: schema.org/Offer). A product without offers is a thing that is talked about, and software
 * or events with a price are no shop: `none`.
 */
export function offersIn(documents: readonly unknown[]): 'none' | 'partial' | 'complete' {
  const nodes = documents.flatMap((document) => jsonLdNodes(document));
  const offers = nodes
    .filter(({ isSchemaOrg, types }) => isSchemaOrg && types.some((type) => PRODUCTS.has(type)))
    .flatMap(({ properties }) => asList(properties.offers).filter(isObject))
    .slice(0, MAX_OFFERS);
  if (offers.length === 0) return 'none';
  return offers.some(isComplete) ? 'complete' : 'partial';
}

/** An aggregate may leave price, currency or availability to the offers in it, and an offer its price to a specification. */
function isComplete(offer: Properties): boolean {
  const parts = [offer, ...[offer.offers, offer.priceSpecification].flatMap((inner) => asList(inner).filter(isObject))];
  const has = (...names: readonly string[]) =>
    parts.slice(0, MAX_OFFERS).some((part) => names.some((name) => textOf(part[name]) !== undefined));
  return has('price', 'lowPrice') && has('priceCurrency') && isAvailable(parts);
}

/** An enumeration member, as a text or as a node with its @id. */
function isAvailable(parts: readonly Properties[]): boolean {
  return parts
    .slice(0, MAX_OFFERS)
    .some(({ availability }) =>
      asList(availability).some((value) => textOf(isObject(value) ? value['@id'] : value) !== undefined),
    );
}
