import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import * as ed from '@noble/ed25519';

/** The Web Bot Auth profile of HTTP Message Signatures: draft-ietf-webbotauth-httpsig-protocol-01. */

/** Tags of signatures: of a request, and of a directory's response. */
export const REQUEST_TAG = 'web-bot-auth';
export const DIRECTORY_TAG = 'http-message-signatures-directory';

export const DIRECTORY_PATH = '/.well-known/http-message-signatures-directory';
export const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json';

/** Thumbprints of RFC 9421's example keys (B.1.2, B.1.4), whose private halves are published. */
export const EXAMPLE_KEYS: ReadonlySet<string> = new Set([
  'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U',
  'oD0HwocPBSfpNy5W3bpJeyFGY_IQ_YpqxSjQ3Yd-CLA',
]);

/** Why a signature identified no agent. */
export type BotRefusal =
  /** The signature is wrong. */
  | 'too_large'
  | 'unreadable'
  | 'too_many_signatures'
  | 'no_signature_value'
  | 'bad_parameters'
  | 'not_yet_valid'
  | 'expired'
  | 'lives_too_long'
  | 'unknown_algorithm'
  | 'example_key'
  | 'target_not_covered'
  | 'bad_component'
  | 'bad_agent'
  | 'agent_not_covered'
  | 'bad_signature'
  | 'content_differs'
  | 'replayed'
  /** The signature could not be checked. */
  | 'no_agent'
  | 'insecure'
  | 'unsupported_component'
  | 'content_unknown'
  | 'directory_budget_spent'
  | 'signature_budget_spent'
  | 'directory_unavailable'
  | 'key_not_listed'
  | 'replay_unknown';

/**
 * What the signatures of a request say. `verified`: the holder of a key that `agent` publishes signed it, this once.
 * `invalid`: a signature is wrong. `unverified`: it could not be checked, which proves nothing.
 */
export type BotVerdict =
  | { readonly state: 'none' }
  | { readonly state: 'verified'; readonly agent: BotAgent }
  | { readonly state: 'invalid' | 'unverified'; readonly reason: BotRefusal };

export interface BotAgent {
  /** The URL its keys were read at, without the query: the draft's identifier. */
  readonly url: string;
  /** Registrable domain of that URL's host, because one owner can create any number of hosts below it. */
  readonly domain: string;
  readonly keyId: string;
}

/** A refusal on its way to the verdict. */
export class Refused extends Error {
  readonly state: 'invalid' | 'unverified';
  readonly reason: BotRefusal;

  constructor(state: 'invalid' | 'unverified', reason: BotRefusal) {
    super(reason);
    this.state = state;
    this.reason = reason;
  }
}

// noble leaves the hash of its synchronous functions to its caller.
ed.hashes.sha512 = (message) => new Uint8Array(createHash('sha512').update(message).digest());

export const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;

/** Public half of an Ed25519 key as a JSON Web Key (RFC 8037, section 2). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  /** 32 bytes in base64url. */
  readonly x: string;
}

/** @param secret the 32-byte seed */
export const publicJwkOf = (secret: Uint8Array): PublicJwk => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: Buffer.from(ed.getPublicKey(secret)).toString('base64url'),
});

/** The bytes before the seed in the PKCS #8 form of a private key (RFC 8410, section 7). */
const BEFORE_SEED = Buffer.from('302e020100300506032b657004220420', 'hex');

/** @param secret the 32-byte seed */
export const privateKeyOf = (secret: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([BEFORE_SEED, secret]), format: 'der', type: 'pkcs8' });

/**
 * RFC 8032. With node:crypto, which takes an eighth of noble's time for the same signature: the scanner signs every
 * request on the thread that serves. noble derives the public half of new keys.
 */
export const signText = (text: string, key: KeyObject): Uint8Array => sign(null, Buffer.from(text), key);

/** Never throws: a signature of a wrong length is a wrong one. */
export const verifyText = (text: string, signature: Uint8Array, key: KeyObject): boolean =>
  signature.length === SIGNATURE_BYTES && verify(null, Buffer.from(text), key, signature);

/** The key that a canonical base64url `x` spells; undefined for anything else. */
export function readPublicKey(x: string): KeyObject | undefined {
  const bytes = Buffer.from(x, 'base64url');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64url') !== x) return undefined;
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** RFC 7638 with the members of RFC 8037 appendix A.3: base64url of SHA-256 over the required members, sorted. */
export const thumbprintOf = ({ crv, kty, x }: PublicJwk): string =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
