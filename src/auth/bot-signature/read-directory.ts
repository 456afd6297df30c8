import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import { readPublicKey, thumbprintOf } from './ed25519.ts';
import { DIRECTORY_PATH, DIRECTORY_TYPE, EXAMPLE_KEYS } from './profile.ts';

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
  /** A key whose private half is published is everybody's. */
  d: z.undefined().optional(),
  kid: z.string().optional(),
  use: z.literal('sig').optional(),
  nbf: z.number().optional(),
  exp: z.number().optional(),
});

/**
 * The Ed25519 keys of a JWK Set by their thumbprints; entries that are malformed, for other algorithms or lie about
 * their name are left out. A key is known by what it is, not by the `kid` it claims.
 * @returns undefined when the answer is no directory at all
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
