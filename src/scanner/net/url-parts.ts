/** People write `example.com` where programs write `https://example.com/`. */
export const withScheme = (text: string): string =>
  text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;

/** Host name in lower case, or address literal without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** The port a connection is made to, the scheme's default written out. */
export const portOf = (url: URL): number => Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);

export const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

/**
 * The same http(s) URL as we ask for it and name it: no fragment, no credentials, no dot after the host name (with
 * the dot it is the same host in DNS, but neither in certificates nor in comparisons).
 */
export function tidyUrl(url: URL): URL {
  const tidy = new URL(url);
  tidy.hash = '';
  tidy.username = '';
  tidy.password = '';
  if (tidy.hostname.endsWith('.')) tidy.hostname = tidy.hostname.slice(0, -1);
  return tidy;
}
