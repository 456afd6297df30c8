/** Most encoded pieces of a text that are decoded, each once and up to MAX_CHARS characters. */
const MAX_PIECES = 20;
const MAX_CHARS = 4_096;
const MIN_CHARS = 12;
const READABLE = /^[\t\n\r\x20-\x7e]+$/;
/** What a decoded piece must be to be prose and not a key: words with spaces between them. */
const MIN_WORDS = 3;

/** Encoded prose in a text, decoded: base64, hexadecimal digits, percent signs, or ROT13. */
export function decodedIn(text: string): string[] {
  const found: string[] = [];
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}/g)) {
    keep(
      found,
      Buffer.from(run.slice(0, MAX_CHARS).replace(/-/g, '+').replace(/_/g, '/'), 'base64').toString('latin1'),
    );
    if (found.length >= MAX_PIECES) return found;
  }
  for (const [run] of text.matchAll(/(?<![0-9A-Fa-f])(?:(?:\\x|0x|%)?[0-9A-Fa-f]{2}[ ,:]?){12,2048}/g)) {
    keep(found, Buffer.from(run.replace(/\\x|0x|[^0-9A-Fa-f]/g, ''), 'hex').toString('latin1'));
    if (found.length >= MAX_PIECES) return found;
  }
  if (/\brot-?13\b/i.test(text)) keep(found, turnedBy13(text.slice(0, MAX_CHARS)));
  if (/\b(?:reversed?|backwards?)\b/i.test(text)) keep(found, Array.from(text.slice(0, MAX_CHARS)).reverse().join(''));
  return found;
}

function keep(found: string[], decoded: string): void {
  if (decoded.length < MIN_CHARS || !READABLE.test(decoded)) return;
  const words = decoded.match(/\b[A-Za-z]{2,}\b/g) ?? [];
  if (words.length >= MIN_WORDS) found.push(decoded);
}

const turnedBy13 = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
