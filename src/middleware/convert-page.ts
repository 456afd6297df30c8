import { createHash } from 'node:crypto';
import { headCollector } from '../scanner/parse/html/head.ts';
import { pageContent } from '../scanner/parse/html/markdown/page-content.ts';
import { type DecodedBody, decodeBody, intactShare } from '../scanner/parse/http-headers/charset.ts';
import { hrefResolver } from '../scanner/parse/url/normalise-url.ts';
import { type BoundedCache, boundedCache } from './bounded-cache.ts';

/** The Markdown version of a page. */
export interface MarkdownPage {
  /** Of the address and the whole page that it was made from. */
  readonly key: string;
  /** UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Strong, quoted. */
  readonly etag: string;
  /** As the page declares it, http or https; undefined where it does not. */
  readonly canonical: string | undefined;
}

export interface PageSource {
  /** Without content coding. */
  readonly body: Uint8Array;
  /** Public address of the page. */
  readonly url: string;
  readonly contentType: string | null;
}

export interface Converter {
  /** The Markdown version of a page; undefined where it has no content, or its characters cannot be read. */
  convert(source: PageSource): MarkdownPage | undefined;
  /** The Markdown of a key; undefined when the cache has dropped it. */
  recall(key: string): MarkdownPage | undefined;
}

/**
 * A converter that remembers. It is asked with the page, so what it remembers is never older than the page, and never
 * another page's: the key is a digest of the address and the whole body.
 * @param maxBytes of all that is remembered
 */
export function rememberingConverter(maxBytes: number): Converter {
  const known: BoundedCache<MarkdownPage | 'none'> = boundedCache(maxBytes);
  const pageOf = (found: MarkdownPage | 'none' | undefined): MarkdownPage | undefined =>
    found === 'none' ? undefined : found;
  return {
    recall: (key) => pageOf(known.get(key)),
    convert(source) {
      const key = createHash('sha256')
        .update(`${source.url}\n${source.contentType ?? ''}\n`)
        .update(source.body)
        .digest('base64');
      const found = known.get(key);
      if (found !== undefined) return pageOf(found);
      const page = convertPage(source, key);
      known.set(key, page ?? 'none', page?.bytes.length ?? 0);
      return page;
    },
  };
}

/** The conversion itself, by the converter of `legible fix` and of the scanner's comparison. */
function convertPage({ body, url, contentType }: PageSource, key: string): MarkdownPage | undefined {
  const html = readableText(body, contentType);
  if (html === undefined) return undefined;
  const head = headCollector();
  const { markdown } = pageContent(html, url, [head]);
  if (markdown === '') return undefined;
  const bytes = new TextEncoder().encode(markdown);
  const { headLinks } = head.facts(hrefResolver(url, head.baseHref()));
  return {
    key,
    bytes,
    etag: etagOf(bytes),
    canonical: headLinks.find(({ rel }) => rel.includes('canonical'))?.url,
  };
}

/** Strong: of a digest of the bytes. */
export const etagOf = (bytes: Uint8Array): string =>
  `"md-${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** The text of a page; undefined where its octets do not fit its encoding, since words would be broken. */
export function readableText(body: Uint8Array, contentType: string | null): string | undefined {
  const decoded = decodeBody(body, contentType ?? undefined);
  const text = isMislabelled(decoded) ? new TextDecoder().decode(body) : decoded.text;
  return intactShare({ ...decoded, text, charset: 'utf-8' }) < 1 ? undefined : text;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Octets above ASCII are never valid UTF-8 by chance in a text of any length, whatever label they have. */
const isMislabelled = ({ validUtf8, charset, text }: DecodedBody): boolean =>
  validUtf8 && charset !== 'utf-8' && SINGLE_BYTE.test(charset) && NOT_ASCII.test(text);
/** Other encodings, such as ISO-2022-JP, may write their characters in ASCII. */
const SINGLE_BYTE = /^(?:windows-|iso-8859-|koi8-|macintosh|ibm866)/;
