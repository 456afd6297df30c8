import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import { DIRECTORY_PATH, DIRECTORY_TYPE, EXAMPLE_KEYS, Refused, readPublicKey, thumbprintOf } from './profile.ts';

const MAX_KEYS = 20;

/** What a directory's server answered. */
export interface DirectoryAnswer {
  readonly status: number;
  /** Media type without parameters, lower-case. */
  readonly contentType: string;
  /** Cache-Control as sent; undefined when it was not. */
  readonly cacheControl: string | undefined;
  readonly body: Uint8Array;
}

/** A key that a directory lists, and when it may be used. */
export interface ListedKey {
  readonly key: KeyObject;
  /** Unix seconds; 0 and Infinity when the directory sets no bounds. */
  readonly notBefore: number;
  readonly expires: number;
}

const KeySet = z.object({ keys: z.array(z.unknown()).max(MAX_KEYS) });
const Jwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().length(43),
  /** A key whose private half is published proves no identity. */
  d: z.undefined().optional(),
  kid: z.string().optional(),
  use: z.literal('sig').optional(),
  nbf: z.number().optional(),
  exp: z.number().optional(),
});

/**
 * The Ed25519 keys of a JWK Set by their thumbprints. Left out are malformed entries, other algorithms, published private
 * keys and, at the well-known path, a wrong `kid`.
 * @returns undefined when the response is not a directory
 */
export function readDirectoryKeys(url: URL, answer: DirectoryAnswer): ReadonlyMap<string, ListedKey> | undefined {
  const isWellKnown = url.pathname === DIRECTORY_PATH;
  if (answer.status !== 200 || (isWellKnown && answer.contentType !== DIRECTORY_TYPE)) return undefined;
  const parsed = KeySet.safeParse(parseJson(answer.body));
  if (!parsed.success) return undefined;
  const keys = new Map<string, ListedKey>();
  for (const entry of parsed.data.keys) {
    const jwk = Jwk.safeParse(entry);
    const key = jwk.success ? readPublicKey(jwk.data.x) : undefined;
    if (!jwk.success || key === undefined) continue;
    const thumbprint = thumbprintOf(jwk.data);
    const { kid, nbf, exp } = jwk.data;
    if (EXAMPLE_KEYS.has(thumbprint) || (isWellKnown && kid !== undefined && kid !== thumbprint)) continue;
    keys.set(thumbprint, { key, notBefore: nbf ?? 0, expires: exp ?? Number.POSITIVE_INFINITY });
  }
  return keys;
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const SHORTEST_MS = 60_000;
const LONGEST_MS = 86_400_000;
const UNSAID_MS = 3_600_000;

/** How long a directory may be used without asking again, in milliseconds: from a minute to a day. */
export function freshnessOf(cacheControl: string | undefined): number {
  const directives = (cacheControl ?? '')
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return SHORTEST_MS;
  const said = directives.find((directive) => directive.startsWith('max-age='));
  const seconds = said === undefined ? Number.NaN : Number(said.slice('max-age='.length).replaceAll('"', ''));
  if (!Number.isFinite(seconds)) return UNSAID_MS;
  return Math.min(Math.max(seconds * 1000, SHORTEST_MS), LONGEST_MS);
}

const MAX_ENTRIES = 1000;
/** Shortest time until the next fetch of a directory: after a successful read, and after a failed one. */
const ASK_AGAIN_MS = 60_000;
const FAILED_ASK_AGAIN_MS = 5 * 60_000;
/** How long keys stay in use after their freshness while their directory cannot be fetched. */
const STALE_MS = 86_400_000;

/**
 * Fetches a directory: public addresses only, no redirects, a bounded size and time.
 * @returns undefined when there was no answer
 */
export type FetchDirectory = (url: URL) => Promise<DirectoryAnswer | undefined>;

export interface DirectoryCache {
  /**
   * The key that a URL's directory lists under a thumbprint. Answers from memory while it can; asks the directory at
   * most once for any number of callers.
   * @param mayFetch asked before the network is: false when its caller has no fetches left
   * @throws Refused
   */
  keyOf(url: URL, thumbprint: string, mayFetch: () => Promise<boolean>): Promise<ListedKey>;
}

interface Entry {
  readonly keys: ReadonlyMap<string, ListedKey>;
  readonly readAt: number;
  readonly freshUntil: number;
  /** The earliest time of the next fetch, even when a key is missing. */
  readonly askAgainAt: number;
}

/**
 * The keys of directories, by the URL they were read at: a key counts for no other URL. A failed fetch says nothing
 * about the keys, so it never removes them; a successful read replaces all keys of that URL.
 */
export function createDirectoryCache(fetchDirectory: FetchDirectory, now: () => number = Date.now): DirectoryCache {
  /** The least recently used first. */
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<Entry | undefined>>();

  const remember = (name: string, entry: Entry): Entry => {
    entries.delete(name);
    entries.set(name, entry);
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
    return entry;
  };

  async function read(url: URL, known: Entry | undefined): Promise<Entry> {
    const answer = await fetchDirectory(url);
    const keys = answer && readDirectoryKeys(url, answer);
    const at = now();
    if (keys === undefined) {
      const kept = known ?? { keys: new Map(), readAt: Number.NEGATIVE_INFINITY, freshUntil: Number.NEGATIVE_INFINITY };
      return remember(url.href, { ...kept, askAgainAt: at + FAILED_ASK_AGAIN_MS });
    }
    const freshUntil = at + freshnessOf(answer?.cacheControl);
    return remember(url.href, { keys, readAt: at, freshUntil, askAgainAt: at + ASK_AGAIN_MS });
  }

  /**
   * One request at a time for each directory: all waiting callers share it, and the first one is charged. Undefined when
   * this caller may not fetch.
   */
  async function ask(url: URL, known: Entry | undefined, mayFetch: () => Promise<boolean>): Promise<Entry | undefined> {
    for (;;) {
      const running = underWay.get(url.href);
      if (running === undefined) {
        const asking = mayFetch()
          .then((may) => (may ? read(url, known) : undefined))
          .finally(() => underWay.delete(url.href));
        underWay.set(url.href, asking);
        return asking;
      }
      const entry = await running;
      // Another caller's spent budget does not limit this caller.
      if (entry !== undefined) return entry;
    }
  }

  return {
    async keyOf(url, thumbprint, mayFetch) {
      let entry = entries.get(url.href);
      const hasFresh = entry?.keys.has(thumbprint) === true && now() < entry.freshUntil;
      let isBudgetSpent = false;
      if (!hasFresh && (entry === undefined || now() >= entry.askAgainAt)) {
        const asked = await ask(url, entry, mayFetch);
        isBudgetSpent = asked === undefined;
        entry = asked ?? entry;
      }
      if (entry === undefined || now() >= entry.freshUntil + STALE_MS) {
        throw new Refused('unverified', isBudgetSpent ? 'directory_budget_spent' : 'directory_unavailable');
      }
      remember(url.href, entry);
      const listed = entry.keys.get(thumbprint);
      const seconds = now() / 1000;
      if (listed === undefined || seconds < listed.notBefore || seconds >= listed.expires) {
        throw new Refused('unverified', 'key_not_listed');
      }
      return listed;
    },
  };
}
