import * as z from 'zod';
import { parseUrl } from '../parse-url.ts';

/** A % that begins no encoded byte, and what no part of a URI behind its authority may hold (RFC 3986, appendix A). */
const NOT_OF_A_URI = /%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/g;

/**
 * A URL as the URI that RFC 3986 means: the URL standard leaves `[`, `]`, `|`, `^` and others as they are, and clients
 * that check `format: uri` (the MCP SDK's does) refuse a whole answer for one of them.
 */
function toUri(text: string): string {
  const href = parseUrl(text)?.href;
  if (href === undefined) return text;
  const authorityEnd = href.indexOf('/', href.indexOf('//') + 2);
  if (authorityEnd < 0) return href;
  return href.slice(0, authorityEnd) + href.slice(authorityEnd).replace(NOT_OF_A_URI, encodeURIComponent);
}

/** An absolute http or https URL on its way to a caller. */
export const Uri = z.url().overwrite(toUri);
