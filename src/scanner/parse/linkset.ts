import { isText, parseForeignJson } from './foreign-json.ts';
import { asList, isObject } from './json-ld.ts';
import { parseLinkHeader } from './link-header.ts';

const MAX_CHARS = 512 * 1024;
const MAX_CONTEXTS = 1000;
const MAX_LINKS = 1000;

/** What an API catalog lists (RFC 9727); relations of no use to S20 are left out. */
export interface ApiCatalog {
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
  const { value } = parseForeignJson(text, MAX_CHARS);
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
    .slice(0, MAX_LINKS);
}

/** One link a line, or several with commas; without an anchor of its own the catalog speaks of itself. */
function linksOfFields(text: string): Link[] {
  return parseLinkHeader(text.slice(0, MAX_CHARS).replace(/[\r\n]+/g, ' ')).links.flatMap(({ href, rel, params }) =>
    params.anchor === undefined && !rel.includes('item')
      ? []
      : RELATIONS.filter((relation) => rel.includes(relation)).map((relation) => ({ rel: relation, href })),
  );
}
