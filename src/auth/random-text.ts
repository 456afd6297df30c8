import { createHash, randomBytes } from 'node:crypto';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** RFC 4648 base32, lower-case. */
export const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `length` characters of an alphabet, each equally likely, from the system's CSPRNG. */
export function randomText(length: number, alphabet: string): string {
  // Bytes at or above the largest multiple of the alphabet's size are thrown away: a plain modulo favours its start.
  const fair = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/**
 * The same lower-case base32 text for the same kind and name, from their SHA-256: an id of what may be begun more than once.
 * @param length characters, at most 32
 */
export function derivedText(kind: string, name: string, length = 20): string {
  const bytes = createHash('sha256').update(`${kind}\0${name}`).digest().subarray(0, length);
  return Array.from(bytes, (byte) => BASE32[byte % BASE32.length]).join('');
}
