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
