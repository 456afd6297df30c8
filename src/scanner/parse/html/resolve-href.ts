/** Longer ones are not followed: data URLs, mostly. */
export const MAX_HREF = 2000;

/** Turns an href as written into an absolute http(s) URL without its fragment; undefined when it does not lead to one. */
export type ResolveHref = (href: string) => string | undefined;

/** Resolves against the document's base URL: `<base href>` (itself relative to the page's URL) or the page's URL. */
export function hrefResolver(pageUrl: string, baseHref: string | undefined): ResolveHref {
  const base = (baseHref === undefined ? undefined : parse(baseHref, pageUrl)?.href) ?? pageUrl;
  const known = new Map<string, string | undefined>();
  return (href) => {
    if (href.length > MAX_HREF) return undefined;
    const seen = known.get(href);
    if (seen !== undefined || known.has(href)) return seen;
    const url = httpUrl(parse(href, base));
    known.set(href, url);
    return url;
  };
}

function parse(href: string, base: string): URL | undefined {
  return URL.canParse(href, base) ? new URL(href, base) : undefined;
}

function httpUrl(url: URL | undefined): string | undefined {
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  url.hash = '';
  return url.href;
}
