import { SaxesParser } from 'saxes';
import { defined } from '../../../basics/defined.ts';
import { parseUrl } from '../../../basics/parse-url.ts';
import { atOnce, type Steps } from '../../../basics/steps.ts';
import { looksLikeHtml } from '../html/rough-html.ts';
import { decodeAs } from '../http-headers/charset.ts';
import { isHttp, normalEscapes } from '../url/normalise-url.ts';

const LINES_A_STEP = 1000;

export interface SitemapEntry {
  readonly url: string;
  /** The address as listed, where `url` is that on the scanned origin of the site. */
  readonly listedAs?: string;
  /** As written; undefined when there is none. */
  readonly lastmod: string | undefined;
}

/** `rss` and `atom` are feeds, which sitemaps.org takes as sitemaps too. */
export type SitemapKind = 'urlset' | 'sitemapindex' | 'rss' | 'atom' | 'text' | 'unreadable';

export interface ParsedSitemap {
  readonly kind: SitemapKind;
  /** Pages listed, in file order, at most `maxEntries`. */
  readonly entries: readonly SitemapEntry[];
  /** Sitemaps that an index lists, in file order, at most `maxEntries`. */
  readonly children: readonly string[];
  /** Valid locations among the first 50,000, those beyond `maxEntries` included. */
  readonly locationCount: number;
  /** Locations that are no absolute http(s) URL, and items without one; 0 in feeds, whose items need none. */
  readonly invalidCount: number;
  /** The file's own fault, a clause in trusted text ("it is empty"); locations read before it are kept. */
  readonly problem: string | undefined;
  /** A fault that this reader forgives and strict ones do not, a clause in trusted text; absent without one. */
  readonly slip?: string;
}

/**
 * Reads a sitemap: XML of the sitemap protocol, where elements of extensions are skipped, a feed (RSS 2.0, Atom), or text
 * with one URL a line (sitemaps.org, "Other Sitemap formats").
 * Tolerates white space before the XML declaration and any namespace, and keeps the locations before a fault.
 * @param body Not compressed. Octets are decoded by byte order mark, then XML declaration, else as UTF-8.
 */
export const parseSitemap = (body: Uint8Array | string, options: SitemapOptions = {}): ParsedSitemap =>
  atOnce(readSitemap(body, options));

interface SitemapOptions {
  /** Default 50,000. */
  readonly maxEntries?: number;
  /** Where the file was read: the links of an Atom feed may be relative. */
  readonly url?: string;
}

/** `parseSitemap` in steps: 50 MB take two seconds. */
export function* readSitemap(
  body: Uint8Array | string,
  { maxEntries = MAX_LOCATIONS, url: fileUrl }: SitemapOptions = {},
): Steps<ParsedSitemap> {
  const text = typeof body === 'string' ? body : decodeAs(body, declaredEncoding(body)).text;
  const entries: SitemapEntry[] = [];
  const children: string[] = [];
  let locationCount = 0;
  let invalidCount = 0;
  const add = (location: string, keep: (url: string) => void) => {
    const href = /^https?:\/\//i.test(location) ? parseUrl(location)?.href : undefined;
    const url = href === undefined ? undefined : normalEscapes(href);
    if (url === undefined) {
      invalidCount += 1;
      return;
    }
    locationCount += 1;
    if (locationCount <= maxEntries) keep(url);
  };
  const result = (kind: ParsedSitemap['kind'], problem: string | undefined): ParsedSitemap => {
    const empty = locationCount === 0 ? 'it lists no absolute http(s) URL' : undefined;
    return { kind, entries, children, locationCount, invalidCount, problem: problem ?? empty };
  };

  const start = text.trimStart();
  if (start === '') return result('unreadable', 'it is empty');
  if (looksLikeHtml(text, '')) return result('unreadable', 'it is an HTML page');
  if (!start.startsWith('<')) {
    let seenCount = 0;
    let lineCount = 0;
    for (const line of linesIn(text)) {
      seenCount += 1;
      if (seenCount % LINES_A_STEP === 0) yield;
      if (line.trim() === '') continue;
      lineCount += 1;
      if (lineCount > MAX_LOCATIONS) break;
      add(line.trim(), (url) => entries.push({ url, lastmod: undefined }));
    }
    if (locationCount <= invalidCount) {
      return { ...result('unreadable', 'it is neither XML nor a list of URLs'), entries: [] };
    }
    return result('text', lineCount > MAX_LOCATIONS ? TOO_MANY : undefined);
  }
  const { kind, problem, misplacedCount } = yield* readSitemapXml(text, ({ kind: parent, location, base, lastmod }) => {
    const keep = (url: string) => (parent === 'sitemapindex' ? children.push(url) : entries.push({ url, lastmod }));
    if (!isFeed(parent)) return add(location, keep);
    // Items of feeds need no link, and those of Atom may be relative.
    const url = location === '' ? undefined : parseUrl(location, parseUrl(base, fileUrl) ?? fileUrl);
    if (url !== undefined && isHttp(url)) add(url.href, keep);
  });
  const misplaced = locationCount === 0 && misplacedCount > 0 ? MISPLACED : undefined;
  // Without a declaration white space may come first (XML 1.0, section 2.8).
  const slip = start.startsWith('<?xml') && /^[ \t\r\n]/.test(text) ? BLANK_BEFORE : undefined;
  return { ...result(kind, problem ?? misplaced), ...defined({ slip }) };
}

const MISPLACED = 'its entries are not directly in its root element';
const BLANK_BEFORE = 'white space stands before the XML declaration, which makes it malformed for strict readers';

/** The lines, one at a time. An expression would need a stack as long as the longest line, which a server chooses. */
function* linesIn(text: string): Generator<string> {
  const next = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from);
    return found === -1 ? text.length : found;
  };
  let newline = -1;
  let carriageReturn = -1;
  for (let from = 0; from < text.length; from = Math.min(newline, carriageReturn) + 1) {
    if (newline < from) newline = next('\n', from);
    if (carriageReturn < from) carriageReturn = next('\r', from);
    yield text.slice(from, Math.min(newline, carriageReturn));
  }
}

function declaredEncoding(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, 256)).toString('latin1').trimStart();
  const declaration = start.startsWith('<?xml') ? (start.split('?>', 1)[0] ?? '') : '';
  return /\sencoding\s*=\s*["']([\w.:-]+)/.exec(declaration)?.[1];
}

const MONTH_LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const W3C_DATETIME =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](\d\d):(\d\d)))?)?)?$/;

/** Whether a text is a date of the W3C note NOTE-datetime: a year, month, day, or a time that names its zone. */
export function isW3cDatetime(text: string): boolean {
  const match = text.length > 40 ? null : W3C_DATETIME.exec(text);
  if (match === null) return false;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0, zoneHour = 0, zoneMinute = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && !isLeap ? 28 : (MONTH_LENGTHS[month - 1] ?? 0);
  const clock = hour < 24 && minute < 60 && second < 60 && zoneHour < 24 && zoneMinute < 60;
  return day >= 1 && day <= days && clock;
}

/** A date of RSS (RFC 822, with a year of four digits as well) as one of W3C; as written where it is none. */
function w3cDate(text: string): string {
  // Without a zone it would be read in that of the machine.
  const time = /^[\w ,:]{10,30} (?:[A-Z]{1,3}|[+-]\d{4})$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

/** XML is parsed in pieces of this many characters, so that a stop comes soon. */
const CHUNK_LENGTH = 64 * 1024;
/** A comment, doctype or text that goes on for this many pieces (1 MiB) is an attack on the parser's buffers. */
const MAX_CHUNKS_WITHOUT_EVENT = 16;
/** Entries of Atom may hold a page as XHTML. */
const MAX_DEPTH = 256;
const MAX_ATTRIBUTES = 100;
/** The protocol ends a location at 2,048 characters; longer values than this are dropped. */
const MAX_VALUE_LENGTH = 4096;

/** What the protocol (sitemaps.org) allows in one file. */
const MAX_LOCATIONS = 50_000;
const TOO_MANY = 'it lists more than 50,000 locations';

type XmlKind = Exclude<SitemapKind, 'text' | 'unreadable'>;
type Field = 'location' | 'permalink' | 'lastmod';

/** Where a format has its locations. Names are without the root's prefix. */
interface Format {
  readonly kind: XmlKind;
  readonly item: string;
  /** Of an item, the root being at 1. */
  readonly depth: number;
  /** What the text of an item's children means. */
  readonly fields: ReadonlyMap<string, Field>;
}

const PROTOCOL: ReadonlyMap<string, Field> = new Map([
  ['loc', 'location'],
  ['lastmod', 'lastmod'],
]);
const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['urlset', { kind: 'urlset', item: 'url', depth: 2, fields: PROTOCOL }],
  ['sitemapindex', { kind: 'sitemapindex', item: 'sitemap', depth: 2, fields: PROTOCOL }],
  // RSS 2.0. The link may be missing where the guid is one.
  [
    'rss',
    {
      kind: 'rss',
      item: 'item',
      depth: 3,
      fields: new Map([
        ['link', 'location'],
        ['guid', 'permalink'],
        ['pubDate', 'lastmod'],
      ]),
    },
  ],
  // Atom 1.0 (RFC 4287), and 0.3 with its `modified`. Links are attributes.
  [
    'feed',
    {
      kind: 'atom',
      item: 'entry',
      depth: 2,
      fields: new Map([
        ['updated', 'lastmod'],
        ['modified', 'lastmod'],
      ]),
    },
  ],
]);

/** Whether the file is a feed: it may link to other hosts, and lists new pages rather than all. */
export const isFeed = (kind: SitemapKind): boolean => kind === 'rss' || kind === 'atom';

interface SitemapItem {
  readonly kind: XmlKind;
  /** Trimmed; '' when there is none. */
  readonly location: string;
  /** What a relative location of a feed is relative to (xml:base); '' for the file. */
  readonly base: string;
  /** Trimmed; undefined when there is none. */
  readonly lastmod: string | undefined;
}

/** Why reading stopped, in trusted text. */
class Fault extends Error {}

/**
 * Streams the items of a sitemap or sitemap index. An element counts by its position and by the root's prefix; its
 * namespace is ignored, because real sitemaps misspell it. Entities the file declares are never expanded (a use of one
 * is a fault) and nothing external is read. The first fault ends the reading.
 * @returns The kind, the fault in trusted text when there was one, and how many items are at a depth where none counts.
 */
function* readSitemapXml(
  xml: string,
  onItem: (item: SitemapItem) => void,
): Steps<{ kind: XmlKind | 'unreadable'; problem: string | undefined; misplacedCount: number }> {
  // White space before the XML declaration is a common slip of templates that every lenient reader forgives.
  const body = xml.trimStart();
  const skippedLines = xml.slice(0, xml.length - body.length).split('\n').length - 1;
  const parser = new SaxesParser();
  let format: Format | undefined;
  let rootBase = '';
  let prefix = '';
  let depth = 0;
  let attributes = 0;
  let idleChunks = 0;
  /** Where the last event was: after a bare `&` saxes itself stops much later. */
  let lastLine = 1;
  let itemCount = 0;
  let misplacedCount = 0;
  let item: ({ [F in Field]?: string } & { base: string }) | undefined;
  let field: Field | undefined;

  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) throw new Fault(`one of its elements has more than ${MAX_ATTRIBUTES} attributes`);
  });
  const noteProgress = () => {
    idleChunks = 0;
    lastLine = parser.line;
  };
  parser.on('opentag', ({ name, attributes: given }) => {
    noteProgress();
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new Fault(`its elements are nested deeper than ${MAX_DEPTH} levels`);
    const local = name.startsWith(prefix) ? name.slice(prefix.length) : '';
    if (format === undefined) {
      const root = name.slice(name.indexOf(':') + 1);
      format = FORMATS.get(root);
      if (format === undefined) throw new Fault('its root element is neither that of a sitemap nor that of a feed');
      prefix = name.slice(0, -root.length);
      rootBase = given['xml:base'] ?? '';
    } else if (depth === format.depth && local === format.item) {
      item = { base: given['xml:base'] ?? rootBase };
    } else if (local === format.item && item === undefined) {
      misplacedCount += 1;
    } else if (depth === format.depth + 1 && item !== undefined) {
      field = format.fields.get(local);
      if (field !== undefined && item[field] !== undefined) field = undefined;
      if (field === 'permalink' && given.isPermaLink === 'false') field = undefined;
      // The page of an Atom entry is its link without a relation, or the alternate one (RFC 4287, section 4.2.7.2).
      if (format.kind === 'atom' && local === 'link' && (given.rel ?? 'alternate') === 'alternate') {
        item.location ??= (given.href ?? '').slice(0, MAX_VALUE_LENGTH);
      }
    }
  });
  const takeText = (text: string) => {
    noteProgress();
    if (item === undefined || field === undefined || depth !== (format?.depth ?? 0) + 1) return;
    item[field] = ((item[field] ?? '') + text).slice(0, MAX_VALUE_LENGTH);
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    if (depth === (format?.depth ?? 0) + 1) field = undefined;
    if (format !== undefined && depth === format.depth && item !== undefined) {
      itemCount += 1;
      if (itemCount > MAX_LOCATIONS) throw new Fault(TOO_MANY);
      const lastmod = item.lastmod?.trim() || undefined;
      onItem({
        kind: format.kind,
        location: (item.location ?? item.permalink ?? '').trim(),
        base: item.base,
        lastmod: format.kind === 'rss' && lastmod !== undefined ? w3cDate(lastmod) : lastmod,
      });
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
    const problem = thrown instanceof Fault ? thrown.message : malformed;
    return { kind: format?.kind ?? 'unreadable', problem, misplacedCount };
  }
  return { kind: format?.kind ?? 'unreadable', problem: undefined, misplacedCount };
}
