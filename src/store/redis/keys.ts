import { createHash } from 'node:crypto';

/** Nothing that separates the parts of a key, marks a hash tag or means something in a pattern. */
const PLAIN = /^[\w.-]{1,100}$/;

/** Begins what stands for a text by its SHA-256. */
export const HASHED = '~';

/** A text of any length and content as one part of a key: itself when it is short and plain, else its SHA-256. */
export function keyPart(text: string): string {
  return PLAIN.test(text) ? text : HASHED + createHash('sha256').update(text, 'utf16le').digest('base64url');
}
