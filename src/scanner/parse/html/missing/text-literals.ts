/** The strings in the source of a script, of JSON or of a style sheet that can be prose. */

const MIN_CHARS = 40;
const MAX_LITERALS = 2000;
const MAX_CHARS = 50_000;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: ' ', b: ' ', f: ' ', v: ' ' };

/**
 * Strings of at least `minChars` characters with a space in them, their escapes resolved. A string that holds JSON itself, as
 * streamed data islands do, is looked through as well. Linear in the length of the source.
 */
export function textLiterals(source: string, minChars = MIN_CHARS, depth = 0): string[] {
  const found: string[] = [];
  for (let at = 0; at < source.length && found.length < MAX_LITERALS; ) {
    const quote = source[at];
    if (quote === '/' && source[at + 1] === '*') {
      const end = source.indexOf('*/', at + 2);
      at = end === -1 ? source.length : end + 2;
      continue;
    }
    if (quote !== '"' && quote !== "'" && quote !== '`') {
      at += 1;
      continue;
    }
    const { text, next } = readLiteral(source, at + 1, quote);
    at = next;
    if (text === undefined || text.length < minChars || !/\s|[\u0e00-\uffff]/.test(text)) continue;
    if (depth === 0 && text.includes('":')) found.push(...textLiterals(text, minChars, 1));
    else if (depth === 0 && text.includes('","')) found.push(...textLiterals(text, minChars, 1));
    else found.push(text);
  }
  return found;
}

function readLiteral(
  source: string,
  from: number,
  quote: string,
): { readonly text: string | undefined; readonly next: number } {
  const parts: string[] = [];
  let start = from;
  let at = from;
  for (; at < source.length && at - from < MAX_CHARS; at += 1) {
    const sign = source[at];
    if (sign === quote) {
      parts.push(source.slice(start, at));
      return { text: parts.join(''), next: at + 1 };
    }
    // Only a template string goes over lines: this was an apostrophe, and the rest of its line is skipped.
    if (sign === '\n' && quote !== '`') return { text: undefined, next: at };
    if (sign !== '\\') continue;
    parts.push(source.slice(start, at));
    const { text, length } = readEscape(source, at + 1);
    parts.push(text);
    at += length;
    start = at + 1;
  }
  return { text: undefined, next: Math.max(from, at) };
}

function readEscape(source: string, at: number): { readonly text: string; readonly length: number } {
  const sign = source[at] ?? '';
  if (sign === 'u' || sign === 'x') {
    const size = sign === 'u' ? 4 : 2;
    const code = Number.parseInt(source.slice(at + 1, at + 1 + size), 16);
    if (Number.isFinite(code)) return { text: String.fromCharCode(code), length: 1 + size };
  }
  return { text: ESCAPES[sign] ?? sign, length: 1 };
}
