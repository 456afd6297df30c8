import { atOnce, type Steps } from '../steps.ts';
import { decodeAs } from './charset.ts';
import { looksLikeHtml } from './looks-like-html.ts';
import { parseUrl } from './normalise-url.ts';
import { MAX_LOCATIONS, readSitemapXml, TOO_MANY } from './sitemap-xml.ts';

const LINES_A_STEP = 1000;

export interface SitemapEntry {
  readonly url: string;
  /** As written; undefined when there is none. */
  readonly lastmod: string | undefined;
}

export interface ParsedSitemap {
  readonly kind: 'urlset' | 'sitemapindex' | 'text' | 'unreadable';
  /** Pages listed, in file order, at most `maxEntries`. */
  readonly entries: readonly SitemapEntry[];
  /** Sitemaps that an index lists, in file order, at most `maxEntries`. */
  readonly children: readonly string[];
  /** Valid locations among the first 50,000, those beyond `maxEntries` included. */
  readonly locationCount: number;
  /** Locations that are no absolute http(s) URL, and items without one. */
  readonly invalidCount: number;
  /** The file's own fault, a clause in our words ("it is empty"); what was read before it is kept. */
  readonly problem: string | undefined;
}

/**
 * Reads a sitemap: XML of the sitemap protocol, where elements of extensions are passed over, or text with one URL a
 * line. Tolerates white space before the XML declaration and any namespace, and keeps what stands before a fault.
 *
 * @param body Not compressed. Octets are decoded by byte order mark, then XML declaration, else as UTF-8.
 */
export const parseSitemap = (body: Uint8Array | string, options: SitemapOptions = {}): ParsedSitemap =>
  atOnce(readSitemap(body, options));

export interface SitemapOptions {
  /** Default 50,000. */
  readonly maxEntries?: number;
}

/** `parseSitemap` in steps: 50 MB take two seconds. */
export function* readSitemap(
  body: Uint8Array | string,
  { maxEntries = MAX_LOCATIONS }: SitemapOptions = {},
): Steps<ParsedSitemap> {
  const text = typeof body === 'string' ? body : decodeAs(body, declaredEncoding(body)).text;
  const entries: SitemapEntry[] = [];
  const children: string[] = [];
  let locationCount = 0;
  let invalidCount = 0;
  const add = (location: string, keep: (url: string) => void) => {
    const url = /^https?:\/\//i.test(location) ? parseUrl(location)?.href : undefined;
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
    for (const [line] of text.matchAll(/[^\r\n]+/g)) {
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
  const { kind, problem } = yield* readSitemapXml(text, ({ kind: parent, location, lastmod }) => {
    add(location, (url) => (parent === 'urlset' ? entries.push({ url, lastmod }) : children.push(url)));
  });
  return result(kind, problem);
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
