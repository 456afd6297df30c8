import { SaxesParser } from 'saxes';
import type { Steps } from '../steps.ts';

/** XML is parsed in pieces of this many characters, so that a stop comes soon. */
const CHUNK_LENGTH = 64 * 1024;
/** A comment, doctype or text that goes on for this many pieces (1 MiB) is an attack on the parser's buffers. */
const MAX_CHUNKS_WITHOUT_EVENT = 16;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 100;
/** The protocol ends a location at 2,048 characters; what is longer than this is not kept. */
const MAX_VALUE_LENGTH = 4096;

/** What the protocol (sitemaps.org) allows in one file. */
export const MAX_LOCATIONS = 50_000;
export const TOO_MANY = 'it lists more than 50,000 locations';

/** What the root and its children are called, without prefix. */
const ITEM_OF = { urlset: 'url', sitemapindex: 'sitemap' } as const;
type XmlKind = keyof typeof ITEM_OF;

export interface SitemapItem {
  readonly kind: XmlKind;
  /** Trimmed; '' when there is none. */
  readonly location: string;
  /** Trimmed; undefined when there is none. */
  readonly lastmod: string | undefined;
}

/** Why reading stopped, in our words. */
class Fault extends Error {}

/**
 * Streams the items of a sitemap or sitemap index. An element counts by its place and by bearing the root's prefix;
 * its namespace is not looked at, since real sitemaps misspell it. Entities the file declares are never expanded (a
 * use of one is a fault) and nothing external is read. The first fault ends the reading.
 *
 * @returns The kind, and the fault in our words when there was one.
 */
export function* readSitemapXml(
  xml: string,
  onItem: (item: SitemapItem) => void,
): Steps<{ kind: XmlKind | 'unreadable'; problem: string | undefined }> {
  // White space before the XML declaration is a common slip of templates that every lenient reader forgives.
  const body = xml.trimStart();
  const skippedLines = xml.slice(0, xml.length - body.length).split('\n').length - 1;
  const parser = new SaxesParser();
  let kind: XmlKind | undefined;
  let prefix = '';
  let depth = 0;
  let attributes = 0;
  let idleChunks = 0;
  /** Where the last event was: after a bare `&` saxes itself stops much later. */
  let lastLine = 1;
  let itemCount = 0;
  let item: { loc?: string; lastmod?: string } | undefined;
  let field: 'loc' | 'lastmod' | undefined;

  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Fault(`one of its elements has more than ${MAX_ATTRIBUTES} attributes`);
  });
  const noteProgress = () => {
    idleChunks = 0;
    lastLine = parser.line;
  };
  parser.on('opentag', ({ name }) => {
    noteProgress();
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new Fault(`its elements are nested deeper than ${MAX_DEPTH} levels`);
    const local = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (kind === undefined) {
      const root = name.slice(name.indexOf(':') + 1);
      if (root !== 'urlset' && root !== 'sitemapindex') {
        throw new Fault('its root element is neither urlset nor sitemapindex');
      }
      kind = root;
      prefix = name.slice(0, -root.length);
    } else if (depth === 2 && local === ITEM_OF[kind]) {
      item = {};
    } else if (depth === 3 && item !== undefined && (local === 'loc' || local === 'lastmod')) {
      field = item[local] === undefined ? local : undefined;
    }
  });
  const takeText = (text: string) => {
    noteProgress();
    if (item === undefined || field === undefined || depth !== 3) return;
    item[field] = ((item[field] ?? '') + text).slice(0, MAX_VALUE_LENGTH);
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    if (depth === 3) field = undefined;
    if (depth === 2 && item !== undefined && kind !== undefined) {
      itemCount += 1;
      if (itemCount > MAX_LOCATIONS) throw new Fault(TOO_MANY);
      onItem({ kind, location: item.loc?.trim() ?? '', lastmod: item.lastmod?.trim() || undefined });
      item = undefined;
    }
    depth -= 1;
  });

  try {
    for (let at = 0; at < body.length; at += CHUNK_LENGTH) {
      idleChunks += 1;
      if (idleChunks > MAX_CHUNKS_WITHOUT_EVENT) throw new Fault('one piece of text in it is longer than 1 MiB');
      parser.write(body.slice(at, at + CHUNK_LENGTH));
      yield;
    }
    parser.close();
  } catch (thrown) {
    // Without an error handler saxes throws at the first thing that is not well-formed.
    const malformed = `it is not well-formed XML (first fault in line ${lastLine + skippedLines} or later)`;
    return { kind: kind ?? 'unreadable', problem: thrown instanceof Fault ? thrown.message : malformed };
  }
  return { kind: kind ?? 'unreadable', problem: undefined };
}
