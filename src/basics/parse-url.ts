/**
 * `new URL` without the throw; undefined for text that is no URL. `URL.canParse` is banned: on Node 20 it answers false
 * for non-ASCII hosts once V8 has optimised it.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

const PLAIN_HOST = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/;

/**
 * The host of a site where it can be written into configuration and commands: a name of the web of letters, digits and
 * hyphens alone, at the default port. Undefined for every other.
 */
export function plainHostOf(url: string): string | undefined {
  const host = parseUrl(url)?.host;
  return host !== undefined && PLAIN_HOST.test(host) ? host : undefined;
}

/** A part of a URL as people read it; one that is not percent-encoded UTF-8 stays as it is. */
export function percentDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
