import { createHash } from 'node:crypto';

/** LMDB takes keys of 1,978 bytes; ours hold at most two texts besides numbers and short words. */
const MAX_TEXT_BYTES = 480;
export const HASHED = '#';
/** lmdb leaves control characters in long texts unescaped, and those separate the parts of a key. */
const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u;

/** A text of any length and content as one part of a key: itself when it is short and plain, else its SHA-256. */
export function textKey(text: string): string {
  if (!text.startsWith(HASHED) && Buffer.byteLength(text) <= MAX_TEXT_BYTES && PLAIN.test(text)) return text;
  return HASHED + createHash('sha256').update(text, 'utf16le').digest('base64url');
}

/** As the last part of a key: behind every text and number. */
export const LAST = new Uint8Array([0xff]);
