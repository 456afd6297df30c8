import { parseForeignJson } from './foreign-json.ts';
import { isObject } from './json-ld.ts';

const MAX_CHARS = 2_000_000;
const PROLOGUE = 5000;

/** RSS 2.0 or 1.0, Atom (RFC 4287) or JSON Feed, by how it begins; its entries are not read. */
export function looksLikeFeed(text: string): boolean {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  if (start.startsWith('{')) {
    const { value } = parseForeignJson(start, MAX_CHARS);
    return isObject(value) && typeof value.version === 'string' && value.version.startsWith('https://jsonfeed.org/');
  }
  return start.startsWith('<') && /<(?:rss|feed|rdf:RDF)[\s>]/i.test(start.slice(0, PROLOGUE));
}
