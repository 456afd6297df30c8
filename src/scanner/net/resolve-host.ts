import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { PrivateHostPermit } from '../model/http.ts';
import { hostOf, portOf } from '../parse/url/normalise-url.ts';
import { isLinkLocalOrMetadata, isPublicAddress } from './address-guard.ts';
import { FetchError, failureOf } from './answer.ts';
import type { Resolve } from './fetch-types.ts';

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

interface LookUpOptions {
  readonly resolve?: Resolve;
  readonly permit?: PrivateHostPermit | undefined;
  readonly timeoutMs: number;
}

/** What a name leads to. `addresses` are those of a public one, all of which may be reached. */
export interface LookedUp {
  readonly is: 'public' | 'private' | 'unresolvable' | 'unknown';
  readonly addresses: readonly string[];
}

/**
 * What a name leads to before a scan of it is accepted: 'public' (or private under its permit), 'private' (at least
 * one address that may not be reached), 'unresolvable' (DNS says there is none) or 'unknown' (no answer from DNS in
 * time; the scan will find out). Never rejects.
 */
export async function lookUpHost(
  url: URL,
  { resolve = systemResolve, permit, timeoutMs }: LookUpOptions,
): Promise<LookedUp> {
  try {
    const permitted = isPermitted(url, permit);
    const mayReach = permitted ? mayReachPrivately : isPublicAddress;
    const guard = { resolve: (host: string) => resolve(host, permitted), mayReach, timeoutMs };
    return { is: 'public', addresses: await guardedAddresses(hostOf(url), guard) };
  } catch (error) {
    if (failureOf(error).code === 'blocked_address') return { is: 'private', addresses: [] };
    return { is: error instanceof NoSuchName ? 'unresolvable' : 'unknown', addresses: [] };
  }
}

/** The same, of a name whose addresses do not matter. */
export const checkHost = async (url: URL, options: LookUpOptions): Promise<LookedUp['is']> =>
  (await lookUpHost(url, options)).is;

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

const HOSTS_FILE = '/etc/hosts';
/** Two tries, the second of twice the time, end before the connector's own timeout (connector.ts). */
const TRIES = 2;
const TRY_MS = 1_500;

const NO_SUCH_NAME = new Set<unknown>(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EAI_NONAME', 'EAI_NODATA']);

/** Whether a resolver failed because there is no such name, or no address of it. */
const isNoSuchName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_SUCH_NAME.has(error.code);

/**
 * Untrusted names are resolved by the hosts file, then by DNS over this module's own sockets. Names under a permit, and
 * names without a dot, use the system resolver with its search list and other name services. Untrusted names never use
 * it: getaddrinfo has two libuv threads, and a silent name server blocks one for ten seconds, which delays all other
 * names.
 * @param options of tests: servers to ask (`address:port`), another hosts file, shorter tries
 */
export function createSystemResolve({
  servers,
  hostsFile = HOSTS_FILE,
  tryMs = TRY_MS,
}: {
  servers?: readonly string[];
  hostsFile?: string;
  tryMs?: number;
} = {}): Resolve {
  return async (host, isPermitted = false) => {
    if (isPermitted || !host.includes('.')) {
      return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
    }
    const listed = await listedIn(hostsFile, host);
    if (listed.length > 0) return listed;
    // Anew each time, so that it knows the name servers of now.
    const resolver = new Resolver({ timeout: tryMs, tries: TRIES });
    if (servers !== undefined) resolver.setServers(servers);
    return bothFamilies(await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]));
  };
}

export const systemResolve: Resolve = createSystemResolve();

async function listedIn(hostsFile: string, host: string): Promise<string[]> {
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [entry = ''] = line.split('#', 1);
    const [address = '', ...names] = entry.trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((name) => name.toLowerCase() === host) ? [address] : [];
  });
}

/**
 * The addresses by turns, so that a few of them hold both families.
 * @throws the reason why there are none, rather one that may pass than that there is no such name
 */
function bothFamilies(answers: readonly PromiseSettledResult<readonly string[]>[]): string[] {
  const lists = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const found = Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
  if (found.length > 0) return found;
  const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  throw reasons.find((reason) => !isNoSuchName(reason)) ?? reasons[0];
}
