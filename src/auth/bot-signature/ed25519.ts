import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import * as ed from '@noble/ed25519';

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

/** RFC 8032. @param secret the 32-byte seed */
export const signText = (text: string, secret: Uint8Array): Uint8Array => ed.sign(Buffer.from(text), secret);

/** With node:crypto, which takes a twentieth of noble's time. Never throws: a signature of a wrong length is a wrong one. */
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
