import { getDomain } from 'tldts';

/**
 * The registrable domain (eTLD+1, counting private suffixes: two projects on github.io are two sites); the host itself
 * when it has none, as an address or a bare name. Without brackets and final dot, lower-case.
 */
export function registrableDomain(host: string): string {
  const name = host.toLowerCase().replace(/^\[|\]$|\.$/g, '');
  return getDomain(name, { allowPrivateDomains: true }) ?? name;
}
