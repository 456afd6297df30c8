/** Microdata and RDFa of a page, as documents of JSON-LD (HTML standard, 5; RDFa Core 1.1 and Lite). */

import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attributeOf, type Collector, type Element, foldSpaces } from './walk.ts';
import { cut } from './word-counter.ts';

/** Items on top, elements that are looked at for all of them, and how deep an item may hold others. */
const MAX_ITEMS = 200;
const MAX_ELEMENTS = 40_000;
const MAX_DEPTH = 12;
const MAX_IDS = 5000;
const MAX_REFERENCES = 20;
const MAX_TOKENS = 20;
const MAX_VALUE = 2000;

type Item = Record<string, unknown>;

interface Budget {
  elements: number;
}

/** The items of both syntaxes. An item that is the value of a property is part of the item that has it. */
export function embeddedItemCollector(): Collector<readonly unknown[]> {
  const microdata: Element[] = [];
  const rdfa: RdfaStart[] = [];
  const byId = new Map<string, Element>();
  /** Vocabularies and prefixes of the elements around. */
  const scopes: { readonly element: Element; readonly scope: RdfaScope }[] = [];
  return {
    wants: { tags: [], attributes: ['id', 'itemscope', 'typeof', 'vocab', 'prefix'] },
    enter(element) {
      if (element.attrs.length === 0) return;
      const id = attributeOf(element, 'id');
      if (id !== undefined && byId.size < MAX_IDS && !byId.has(id)) byId.set(id, element);
      const around = scopes.at(-1)?.scope ?? NO_SCOPE;
      const scope = scopeOf(element, around);
      if (scope !== around) scopes.push({ element, scope });
      if (
        attributeOf(element, 'itemscope') !== undefined &&
        attributeOf(element, 'itemprop') === undefined &&
        microdata.length < MAX_ITEMS
      )
        microdata.push(element);
      if (
        attributeOf(element, 'typeof') !== undefined &&
        attributeOf(element, 'property') === undefined &&
        rdfa.length < MAX_ITEMS
      )
        rdfa.push({ element, scope });
    },
    leave(element) {
      if (scopes.at(-1)?.element === element) scopes.pop();
    },
    facts() {
      const budget: Budget = { elements: MAX_ELEMENTS };
      const seen = new Set<Element>();
      return [
        ...microdata.map((element) => microdataItem(element, { byId, budget, seen }, 0)),
        ...rdfa.map(({ element, scope }) => rdfaItem(element, scope, budget, 0)),
      ].filter((item) => item !== undefined);
    },
  };
}

interface MicrodataParts {
  readonly byId: ReadonlyMap<string, Element>;
  readonly budget: Budget;
  /** Items on the way, so that references in a circle end. */
  readonly seen: Set<Element>;
}

/** Undefined for an item that says nothing. */
function microdataItem(element: Element, parts: MicrodataParts, depth: number): Item | undefined {
  const { byId, budget, seen } = parts;
  if (depth > MAX_DEPTH || seen.has(element)) return undefined;
  seen.add(element);
  const item: Item = {};
  const types = tokensOf(element, 'itemtype');
  const itemId = attributeOf(element, 'itemid')?.trim();
  const referenced = tokensOf(element, 'itemref').slice(0, MAX_REFERENCES);
  const open: Element[] = [...referenced.flatMap((id) => byId.get(id) ?? []), ...childElements(element).reverse()];
  for (let next = open.pop(); next !== undefined && budget.elements > 0; next = open.pop()) {
    budget.elements -= 1;
    const names = tokensOf(next, 'itemprop');
    const isItem = attributeOf(next, 'itemscope') !== undefined;
    if (names.length > 0) {
      const value = isItem ? microdataItem(next, parts, depth + 1) : propertyValue(next, budget);
      for (const name of names) if (value !== undefined) put(item, name, value);
    }
    if (!isItem) open.push(...childElements(next).reverse());
  }
  seen.delete(element);
  return complete(item, types, itemId);
}

function complete(item: Item, types: readonly string[], id: string | undefined): Item | undefined {
  if (Object.keys(item).length === 0) return undefined;
  return {
    ...(types.length === 0 ? {} : { '@type': types }),
    ...(id === undefined || id === '' ? {} : { '@id': id }),
    ...item,
  };
}

function put(item: Item, name: string, value: unknown): void {
  // A property must not become a keyword of JSON-LD, nor the prototype.
  if (name.startsWith('@') || name === '__proto__') return;
  const known = item[name];
  if (known === undefined) item[name] = value;
  else if (Array.isArray(known)) known.push(value);
  else item[name] = [known, value];
}

const LINKS: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
};

/** The value of a property (HTML standard, 5.2.4). Google lets `content` win on any element, and sites rely on it. */
function propertyValue(element: Element, budget: Budget): string {
  const { tagName } = element;
  const content = attributeOf(element, 'content');
  if (content !== undefined || tagName === 'meta') return cut(content ?? '', MAX_VALUE);
  const link = LINKS[tagName];
  if (link !== undefined) return cut((attributeOf(element, link) ?? '').trim(), MAX_VALUE);
  const machine =
    tagName === 'time'
      ? attributeOf(element, 'datetime')
      : tagName === 'data' || tagName === 'meter'
        ? attributeOf(element, 'value')
        : undefined;
  return machine === undefined ? textIn(element, budget) : cut(machine.trim(), MAX_VALUE);
}

const NO_TEXT = new Set(['script', 'style', 'template', 'noscript']);

function textIn(element: Element, budget: Budget): string {
  const open: Tree.ChildNode[] = [...element.childNodes].reverse();
  let text = '';
  for (let node = open.pop(); node !== undefined && text.length < MAX_VALUE; node = open.pop()) {
    budget.elements -= 1;
    if (budget.elements <= 0) break;
    if ('value' in node) text += node.value;
    else if ('tagName' in node && !NO_TEXT.has(node.tagName))
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
        const child = node.childNodes[at];
        if (child !== undefined) open.push(child);
      }
  }
  return cut(foldSpaces(text).trim(), MAX_VALUE);
}

interface RdfaScope {
  readonly vocabulary: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

interface RdfaStart {
  readonly element: Element;
  readonly scope: RdfaScope;
}

const NO_SCOPE: RdfaScope = { vocabulary: '', prefixes: new Map() };

function scopeOf(element: Element, around: RdfaScope): RdfaScope {
  const vocabulary = attributeOf(element, 'vocab')?.trim();
  const written = attributeOf(element, 'prefix');
  if (vocabulary === undefined && written === undefined) return around;
  const words = (written ?? '').slice(0, MAX_VALUE).split(/\s+/).filter(Boolean);
  const prefixes = new Map(around.prefixes);
  for (let at = 0; at + 1 < words.length; at += 2)
    if (words[at]?.endsWith(':')) prefixes.set(words[at]?.slice(0, -1).toLowerCase() ?? '', words[at + 1] ?? '');
  return { vocabulary: vocabulary ?? around.vocabulary, prefixes };
}

/** As an IRI where the page says of which vocabulary it is, else as written. */
function iriOf(word: string, { vocabulary, prefixes }: RdfaScope): string {
  const colon = word.indexOf(':');
  const start = colon === -1 ? vocabulary : prefixes.get(word.slice(0, colon).toLowerCase());
  if (start === undefined || start === '') return word;
  const slash = start.endsWith('/') || start.endsWith('#') ? '' : '/';
  return start + slash + word.slice(colon + 1);
}

function rdfaItem(element: Element, scope: RdfaScope, budget: Budget, depth: number): Item | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const item: Item = {};
  const open: RdfaStart[] = childElements(element)
    .reverse()
    .map((child) => ({ element: child, scope }));
  for (let next = open.pop(); next !== undefined && budget.elements > 0; next = open.pop()) {
    budget.elements -= 1;
    const inner = scopeOf(next.element, next.scope);
    const names = tokensOf(next.element, 'property');
    const isItem = attributeOf(next.element, 'typeof') !== undefined;
    if (names.length > 0) {
      const value = isItem ? rdfaItem(next.element, inner, budget, depth + 1) : rdfaValue(next.element, budget);
      for (const name of names) if (value !== undefined) put(item, iriOf(name, inner), value);
    }
    if (!isItem) for (const child of childElements(next.element).reverse()) open.push({ element: child, scope: inner });
  }
  const types = tokensOf(element, 'typeof').map((type) => iriOf(type, scope));
  return complete(item, types, (attributeOf(element, 'resource') ?? attributeOf(element, 'about'))?.trim());
}

const rdfaValue = (element: Element, budget: Budget): unknown => {
  const resource = attributeOf(element, 'resource');
  return resource !== undefined && attributeOf(element, 'content') === undefined
    ? { '@id': resource.trim() }
    : propertyValue(element, budget);
};

const childElements = (element: Element): Element[] =>
  element.childNodes.filter((node): node is Element => 'tagName' in node);

const tokensOf = (element: Element, name: string): string[] =>
  (attributeOf(element, name) ?? '').slice(0, MAX_VALUE).split(/\s+/).filter(Boolean).slice(0, MAX_TOKENS);
