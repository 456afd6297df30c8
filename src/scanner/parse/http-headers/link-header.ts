import { asList, isObject, isText, parseUntrustedJson } from '../json/json.ts';

const MAX_LENGTH = 64_000;
const MAX_LINKS = 200;

export interface LinkValue {
  /** The target as written between the angle brackets; relative to the URL that was answered. */
  readonly href: string;
  /** Relation types, lower-case, in order. */
  readonly rel: readonly string[];
  /** The other parameters by lower-case name; the first of a name counts, and `title*` is not decoded. */
  readonly params: Readonly<Record<string, string>>;
}
interface LinkHeader {
  /** At most 200. */
  readonly links: readonly LinkValue[];
  /** List members that are no link, and links with malformed parameters. */
  readonly malformedCount: number;
}

/**
 * Parses the value of a Link header, or several joined by commas (RFC 8288, appendix B.2 and B.3). What cannot be read
 * is counted and skipped. Linear; reads the first 64,000 characters.
 */
export function parseLinkHeader(value: string): LinkHeader {
  const text = value.slice(0, MAX_LENGTH);
  const links: LinkValue[] = [];
  let malformedCount = 0;
  let index = skip(text, 0, ' \t,');
  while (index < text.length && links.length < MAX_LINKS) {
    const end = text[index] === '<' ? text.indexOf('>', index) : -1;
    if (end === -1) {
      malformedCount += 1;
      index = endOfMember(text, index);
    } else {
      const { params, next, isClean } = readParams(text, end + 1);
      if (!isClean) malformedCount += 1;
      const { rel, ...others } = params;
      links.push({ href: text.slice(index + 1, end).trim(), rel: relationTypes(rel), params: others });
      index = next;
    }
    index = skip(text, index, ' \t,');
  }
  return { links, malformedCount };
}

/** Reads `; name=value` pairs up to the comma that ends the member. */
function readParams(text: string, start: number): { params: Record<string, string>; next: number; isClean: boolean } {
  const params: Record<string, string> = Object.create(null);
  let index = skip(text, start, ' \t');
  while (index < text.length && text[index] !== ',') {
    if (text[index] !== ';') return { params, next: endOfMember(text, index), isClean: false };
    index = skip(text, index, ' \t;');
    const nameEnd = until(text, index, ' \t=;,');
    const name = text.slice(index, nameEnd).toLowerCase();
    index = skip(text, nameEnd, ' \t');
    let value = '';
    if (text[index] === '=') {
      index = skip(text, index + 1, ' \t');
      if (text[index] === '"') ({ value, next: index } = quotedString(text, index));
      else {
        const end = until(text, index, ' \t;,');
        value = text.slice(index, end);
        index = end;
      }
    }
    if (name !== '') params[name] ??= value;
    index = skip(text, index, ' \t');
  }
  return { params, next: index, isClean: true };
}

function quotedString(text: string, start: number): { value: string; next: number } {
  let value = '';
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return { value, next: index + 1 };
    if (text[index] === '\\') index += 1;
    value += text[index] ?? '';
  }
  return { value, next: text.length };
}

/** The next comma outside quoted strings. */
function endOfMember(text: string, start: number): number {
  let index = start;
  while (index < text.length && text[index] !== ',') {
    index = text[index] === '"' ? quotedString(text, index).next : index + 1;
  }
  return index;
}

const relationTypes = (rel: string | undefined): string[] =>
  (rel ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((type) => type !== '');

function skip(text: string, start: number, characters: string): number {
  let index = start;
  while (index < text.length && characters.includes(text[index] ?? '')) index += 1;
  return index;
}

function until(text: string, start: number, characters: string): number {
  let index = start;
  while (index < text.length && !characters.includes(text[index] ?? '')) index += 1;
  return index;
}

const MAX_CHARS = 512 * 1024;
const MAX_CONTEXTS = 1000;
const MAX_LINKSET_LINKS = 1000;

/** What an API catalog lists (RFC 9727); relations of no use to S20 are left out. */
interface ApiCatalog {
  /** Links with an anchor and one of the three relations. */
  readonly linkCount: number;
  /** Targets of service-desc as written, relative to the catalog, in document order. */
  readonly descriptions: readonly string[];
}

const RELATIONS = ['service-desc', 'service-doc', 'item'];

/** Reads a linkset (RFC 9264), as JSON or as Link header fields; undefined when it is none or links to no API. */
export function readApiCatalog(text: string, contentType: string): ApiCatalog | undefined {
  const links = contentType === 'application/linkset' ? linksOfFields(text) : linksOfJson(text);
  if (links === undefined || links.length === 0) return undefined;
  return {
    linkCount: links.length,
    descriptions: [...new Set(links.filter(({ rel }) => rel === 'service-desc').map(({ href }) => href))],
  };
}

interface Link {
  readonly rel: string;
  readonly href: string;
}

function linksOfJson(text: string): Link[] | undefined {
  const { value } = parseUntrustedJson(text, MAX_CHARS);
  if (!isObject(value) || !Array.isArray(value.linkset)) return undefined;
  return value.linkset
    .slice(0, MAX_CONTEXTS)
    .filter((context) => isObject(context) && isText(context.anchor))
    .flatMap((context) =>
      RELATIONS.flatMap((rel) =>
        asList(context[rel]).flatMap((target) =>
          isObject(target) && isText(target.href) ? [{ rel, href: String(target.href) }] : [],
        ),
      ),
    )
    .slice(0, MAX_LINKSET_LINKS);
}

/** One link a line, or several with commas; without an anchor of its own a link describes the catalog. */
function linksOfFields(text: string): Link[] {
  return parseLinkHeader(text.slice(0, MAX_CHARS).replace(/[\r\n]+/g, ' ')).links.flatMap(({ href, rel, params }) =>
    params.anchor === undefined && !rel.includes('item')
      ? []
      : RELATIONS.filter((relation) => rel.includes(relation)).map((relation) => ({ rel: relation, href })),
  );
}
