import { randomBytes } from 'node:crypto';

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
