/**
 * The nodes of JSON-LD, in the words of schema.org: prefixes, `@vocab`, aliases and full IRIs come to the same names, and
 * references to the nodes they name (JSON-LD 1.1). Contexts are recognised by their URL and never fetched.
 */

import { asList, isObject, textOf } from './json.ts';

const MAX_NODE_DEPTH = 32;
const MAX_VALUES = 20_000;
const MAX_NODES = 2000;
const MAX_TERMS = 500;
/** How many references are followed one after the other: a product leads to its offer, and that to its price. */
const MAX_HOPS = 3;
/** Objects that references may be resolved to, over all nodes. */
const MAX_RESOLVED = 5000;
const SCHEMA_ORG = ['https://schema.org/', 'http://schema.org/', 'https://www.schema.org/', 'http://www.schema.org/'];
const USUAL_PREFIX = 'schema';
const KEYWORDS = new Set(['@type', '@id', '@graph', '@value', '@list', '@set', '@reverse', '@included', '@language']);

type Properties = Readonly<Record<string, unknown>>;

/** The structured data of a page: parsed blocks of JSON-LD, and items of microdata and RDFa as documents of it. */
export interface StructuredData {
  readonly jsonLd: readonly { readonly value: unknown }[];
  readonly items: readonly unknown[];
}

/** The nodes of all structured data of a page: JSON-LD, then microdata and RDFa. */
export const structuredNodes = ({ jsonLd, items }: StructuredData): JsonLdNode[] =>
  jsonLdNodes([...jsonLd.map(({ value }) => value), ...items]);

/** An object with a type, at any depth of a JSON-LD document. */
export interface JsonLdNode {
  /** Type names; schema.org's without their prefix, others as written. Never empty. */
  readonly types: readonly string[];
  /** A type is one of schema.org's: by the context, or spelled as one of its IRIs. */
  readonly isSchemaOrg: boolean;
  /** It is the document, an entry of its array, or of a @graph, rather than another node's property. */
  readonly isTopLevel: boolean;
  /** By name, schema.org's without their prefix; references are the nodes they name, as far as the document has them. */
  readonly properties: Properties;
}

/** The meaning of keys and types at one place of a document. */
interface Context {
  /** Words without a prefix are of schema.org. */
  readonly isVocabulary: boolean;
  readonly prefixes: ReadonlySet<string>;
  /** Words with a meaning of their own: names of schema.org, or keywords. */
  readonly terms: ReadonlyMap<string, string>;
}

const NO_CONTEXT: Context = { isVocabulary: false, prefixes: new Set([USUAL_PREFIX]), terms: new Map() };

interface Place {
  readonly context: Context;
  readonly depth: number;
  readonly isTopLevel: boolean;
}

/**
 * The typed nodes of parsed JSON-LD, in document order: at most 2,000, at most 32 levels deep.
 * @param document one document, or an array of documents, whose references may lead from one to another
 */
export function jsonLdNodes(document: unknown): JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  const byId = new Map<string, Properties>();
  let visited = 0;
  const expand = (value: unknown, place: Place): unknown => {
    visited += 1;
    if (visited > MAX_VALUES || place.depth > MAX_NODE_DEPTH) return undefined;
    const inner = { ...place, depth: place.depth + 1 };
    if (Array.isArray(value)) {
      const entries: unknown[] = [];
      for (const each of value) {
        if (visited > MAX_VALUES) break;
        entries.push(expand(each, inner));
      }
      return entries;
    }
    return isObject(value) ? expandObject(value, inner) : value;
  };
  const expandObject = (value: Properties, place: Place): unknown => {
    const context = '@context' in value ? contextOf(value['@context'], place.context) : place.context;
    const expanded: Record<string, unknown> = {};
    const keys = Object.keys(value);
    const typeKey = keys.find((key) => meaningOf(key, context) === '@type');
    const types = asList(typeKey === undefined ? undefined : value[typeKey])
      .filter((type) => typeof type === 'string')
      .filter((type) => type !== '');
    const names = types.map((type) => meaningOf(type, context) ?? type);
    if (names.length > 0) {
      expanded['@type'] = names;
      const isSchemaOrg = types.some((type) => meaningOf(type, context) !== undefined);
      if (nodes.length < MAX_NODES)
        nodes.push({ types: names, isSchemaOrg, isTopLevel: place.isTopLevel, properties: expanded });
    }
    for (const key of keys) {
      if (key === '@context' || key === typeKey || key === '__proto__') continue;
      if (visited > MAX_VALUES) break;
      const name = meaningOf(key, context) ?? key;
      const isTopLevel = name === '@graph' && place.isTopLevel;
      const inner = expand(value[key], { ...place, context, isTopLevel });
      const known = expanded[name];
      expanded[name] = known === undefined ? inner : [...asList(known), ...asList(inner)];
    }
    const id = expanded['@id'];
    if (typeof id === 'string' && !isReference(expanded) && !byId.has(id)) byId.set(id, expanded);
    // Both only say how the values are to be kept.
    return expanded['@list'] ?? expanded['@set'] ?? expanded;
  };
  expand(document, { context: NO_CONTEXT, depth: 0, isTopLevel: true });
  const resolve = resolverOf(byId);
  return nodes.map((node) => ({ ...node, properties: resolve(node.properties) }));
}

/** Names a node and says nothing else of it but its type. */
const isReference = (value: Properties): boolean =>
  Object.keys(value).every((key) => key === '@id' || key === '@type') && value['@id'] !== undefined;

/** Copies of properties with the nodes in the place of references to them. The copies end, so that no circle is made. */
function resolverOf(byId: ReadonlyMap<string, Properties>): (properties: Properties) => Properties {
  let left = MAX_RESOLVED;
  const resolve = (properties: Properties, hops: number): Properties => {
    if (byId.size === 0 || hops === 0) return properties;
    const changed: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value !== 'object' || value === null) continue;
      if (!asList(value).some((entry) => targetOf(entry) !== undefined)) continue;
      const entries = asList(value).map((entry) => {
        const target = targetOf(entry);
        if (target === undefined || left <= 0) return entry;
        left -= 1;
        return resolve(target, hops - 1);
      });
      changed[name] = Array.isArray(value) ? entries : entries[0];
    }
    return Object.keys(changed).length === 0 ? properties : { ...properties, ...changed };
  };
  const targetOf = (entry: unknown): Properties | undefined => {
    if (!isObject(entry) || !isReference(entry)) return undefined;
    return typeof entry['@id'] === 'string' ? byId.get(entry['@id']) : undefined;
  };
  return (properties) => resolve(properties, MAX_HOPS);
}

/** The name of schema.org, or the keyword, that a key or type means; undefined for one of another vocabulary. */
function meaningOf(word: string, { isVocabulary, prefixes, terms }: Context): string | undefined {
  if (KEYWORDS.has(word)) return word;
  const term = terms.get(word);
  if (term !== undefined) return term;
  const iri = SCHEMA_ORG.find((start) => word.startsWith(start));
  if (iri !== undefined) return nameOf(word.slice(iri.length));
  const colon = word.indexOf(':');
  if (colon === -1) return isVocabulary ? nameOf(word) : undefined;
  return prefixes.has(word.slice(0, colon)) ? nameOf(word.slice(colon + 1)) : undefined;
}

const nameOf = (text: string): string | undefined => (text === '' || text === '__proto__' ? undefined : text);

/** A URL replaces the vocabulary; an object adds to what holds around it; null takes all of it away. */
function contextOf(written: unknown, around: Context): Context {
  if (written === null) return NO_CONTEXT;
  const entries = asList(written);
  const urls = entries.filter((entry) => typeof entry === 'string');
  let context = urls.length === 0 ? around : { ...NO_CONTEXT, isVocabulary: urls.some(isSchemaOrgUrl) };
  for (const entry of entries) if (isObject(entry)) context = withTerms(entry, context);
  return context;
}

function withTerms(definitions: Properties, around: Context): Context {
  const prefixes = new Set(around.prefixes);
  const terms = new Map(around.terms);
  let { isVocabulary } = around;
  const written = Object.entries(definitions).slice(0, MAX_TERMS);
  for (const [term, definition] of written) {
    if (term === '@vocab') isVocabulary = typeof definition === 'string' && isSchemaOrgUrl(definition);
    else if (typeof definition === 'string' && isSchemaOrgUrl(definition)) prefixes.add(term);
    else if (term === USUAL_PREFIX && typeof definition === 'string') prefixes.delete(term);
  }
  const soFar = { isVocabulary: false, prefixes, terms: around.terms };
  for (const [term, definition] of written) {
    const iri = isObject(definition) ? definition['@id'] : definition;
    const meaning = typeof iri === 'string' && !term.startsWith('@') ? meaningOf(iri, soFar) : undefined;
    if (meaning !== undefined) terms.set(term, meaning);
  }
  return { isVocabulary, prefixes, terms };
}

/** "https://schema.org", with or without what may come behind it. */
const isSchemaOrgUrl = (text: string): boolean =>
  SCHEMA_ORG.some((prefix) => `${text.trim().toLowerCase()}/`.startsWith(prefix));

const PRODUCTS = new Set(['Product', 'ProductGroup', 'IndividualProduct']);
const MAX_OFFERS = 100;

/**
 * What a page's structured data says of things for sale: products with offers, and whether some offer is `complete` (price,
 * currency and availability: schema.org/Offer). A product without offers is a thing that is talked about, and software
 * or events with a price are no shop: `none`.
 */
export function offersIn(nodes: readonly JsonLdNode[]): 'none' | 'partial' | 'complete' {
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
