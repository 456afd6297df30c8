import { isIP } from 'node:net';
import { isLinkLocalOrMetadata, isPublicAddress } from './address-guard.ts';
import { FetchError, failureOf } from './fetch-error.ts';
import type { PrivateHostPermit, Resolve } from './fetch-types.ts';
import { isNoSuchName, systemResolve } from './system-resolve.ts';
import { hostOf, portOf } from './url-parts.ts';

/** One resolver question at a time for each name: the connections a scan opens at once share it. */
export function shareQuestions(resolve: (host: string) => ReturnType<Resolve>): Resolve {
  const asked = new Map<string, Promise<readonly string[]>>();
  return (host) => {
    const known = asked.get(host);
    if (known !== undefined) return known;
    const question = resolve(host).finally(() => asked.delete(host));
    asked.set(host, question);
    return question;
  };
}

/**
 * The addresses of a host name; a literal is its own. Every one passes `mayReach`: one bad address spoils the name,
 * because the next connection could be made to it.
 * @throws FetchError 'dns' or 'blocked_address'.
 */
export async function guardedAddresses(
  host: string,
  { resolve, mayReach, timeoutMs }: { resolve: Resolve; mayReach: (address: string) => boolean; timeoutMs: number },
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await askResolver(host, resolve, timeoutMs) : [host];
  if (!addresses.every(mayReach)) {
    throw new FetchError('blocked_address', 'the host is, or resolves to, an address that is not public');
  }
  return addresses;
}

/** The guard for hosts under a permit. */
export const mayReachPrivately = (address: string): boolean => isIP(address) !== 0 && !isLinkLocalOrMetadata(address);

export const isPermitted = (url: URL, permit: PrivateHostPermit | undefined): boolean =>
  permit !== undefined && permit.host === hostOf(url) && permit.port === portOf(url);

/**
 * What a name leads to before a scan of it is accepted: 'public' (or private under its permit), 'private' (at least
 * one address that may not be reached), 'unresolvable' (DNS says there is none) or 'unknown' (no answer from DNS in
 * time; the scan will find out). Never rejects.
 */
export async function checkHost(
  url: URL,
  {
    resolve = systemResolve,
    permit,
    timeoutMs,
  }: { resolve?: Resolve; permit?: PrivateHostPermit | undefined; timeoutMs: number },
): Promise<'public' | 'private' | 'unresolvable' | 'unknown'> {
  try {
    const permitted = isPermitted(url, permit);
    const mayReach = permitted ? mayReachPrivately : isPublicAddress;
    await guardedAddresses(hostOf(url), { resolve: (host) => resolve(host, permitted), mayReach, timeoutMs });
    return 'public';
  } catch (error) {
    if (failureOf(error).code === 'blocked_address') return 'private';
    return error instanceof NoSuchName ? 'unresolvable' : 'unknown';
  }
}

class NoSuchName extends FetchError {
  constructor() {
    super('dns', 'the host name does not exist in DNS');
  }
}

async function askResolver(host: string, resolve: Resolve, timeoutMs: number): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FetchError('dns', `DNS gave no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    const addresses = await Promise.race([resolve(host), late]);
    if (addresses.length === 0) throw new NoSuchName();
    return addresses;
  } catch (error) {
    if (error instanceof FetchError) throw error;
    if (isNoSuchName(error)) throw new NoSuchName();
    throw new FetchError('dns', 'DNS could not answer for the host name');
  } finally {
    clearTimeout(timer);
  }
}
