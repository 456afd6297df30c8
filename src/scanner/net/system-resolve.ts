import { lookup, Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { Resolve } from './fetch-types.ts';

const HOSTS_FILE = '/etc/hosts';
/** Two tries, the second of twice the time, end before whoever asks has given up (connector.ts). */
const TRIES = 2;
const TRY_MS = 1_500;

const NO_SUCH_NAME = new Set<unknown>(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EAI_NONAME', 'EAI_NODATA']);

/** Whether a resolver failed because there is no such name, or no address of it. */
export const isNoSuchName = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && NO_SUCH_NAME.has(error.code);

/**
 * The names of strangers by the hosts file, then by DNS over sockets of our own; those of the operator, and names without
 * a dot, as the machine resolves them, with its search list and its other name services. Never the first by the second:
 * getaddrinfo holds one of the two threads that libuv has for it, and silent name servers keep it for ten seconds, in
 * which nobody else's name is resolved.
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
