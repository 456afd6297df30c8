import { parseUrl } from '../../../parse-url.ts';

/** Longer ones are not followed: data URLs, mostly. */
export const MAX_HREF = 2000;

/** Turns an href as written into an absolute http(s) URL without its fragment; undefined when it does not lead to one. */
export type ResolveHref = (href: string) => string | undefined;

/** Resolves against the document's base URL: `<base href>` (itself relative to the page's URL) or the page's URL. */
export function hrefResolver(pageUrl: string, baseHref: string | undefined): ResolveHref {
  const base = (baseHref === undefined ? undefined : parseUrl(baseHref, pageUrl)?.href) ?? pageUrl;
  const known = new Map<string, string | undefined>();
  return (href) => {
    if (href.length > MAX_HREF) return undefined;
    const place = withoutFragment(href);
    const seen = known.get(place);
    if (seen !== undefined || known.has(place)) return seen;
    const url = httpUrl(parseUrl(place, base));
    known.set(place, url);
    return url;
  };
}

/** Most links of an index differ in their fragment alone. Behind a blank it stays: at the end, the blank would be lost. */
function withoutFragment(href: string): string {
  const at = href.indexOf('#');
  return at === -1 || (at > 0 && href.charCodeAt(at - 1) <= 0x20) ? href : href.slice(0, at);
}

function httpUrl(url: URL | undefined): string | undefined {
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  return url.href;
}
