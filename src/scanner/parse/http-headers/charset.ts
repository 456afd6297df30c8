import { isUtf8 } from 'node:buffer';
import { visibleText } from '../html/rough-html.ts';

/** How far the HTML standard looks for <meta charset>. */
const PRESCAN_BYTES = 1024;

export interface DecodedBody {
  /** Without byte order mark; octets that are no text are U+FFFD. */
  readonly text: string;
  /** Canonical WHATWG name, lower-case. */
  readonly charset: string;
  /** The octets are valid UTF-8, whatever they are declared as. */
  readonly validUtf8: boolean;
}

/**
 * Decodes a body as a browser would (HTML standard, encoding sniffing without the guessing): byte order mark, then
 * the charset of Content-Type, then for HTML or an untyped body <meta> in its first 1,024 bytes, else UTF-8. An
 * unknown label means UTF-8.
 */
export function decodeBody(body: Uint8Array, contentTypeHeader: string | undefined): DecodedBody {
  const mayBeHtml = contentTypeHeader === undefined || /^\s*(?:$|;)|html/i.test(contentTypeHeader);
  const label = charsetParameter(contentTypeHeader) ?? (mayBeHtml ? metaCharset(body) : undefined);
  return { ...decodeAs(body, label), validUtf8: isUtf8(body) };
}

/** Decodes under a label, which a byte order mark overrules; UTF-8 without a label that is known. */
export function decodeAs(body: Uint8Array, label: string | undefined): { text: string; charset: string } {
  const decoder = decoderFor(markOf(body) ?? label ?? 'utf-8') ?? new TextDecoder();
  // Streaming keeps Node 20 from decoding windows-1252 as Latin-1, which loses quotes, dashes and the euro sign.
  const text = decoder.decode(body, { stream: true }) + decoder.decode();
  return { text, charset: decoder.encoding };
}

/** The charset parameter of a Content-Type header, lower-case and unquoted; undefined when there is none. */
export function charsetParameter(contentTypeHeader: string | undefined): string | undefined {
  for (const parameter of contentTypeHeader?.split(';').slice(1) ?? []) {
    const equals = parameter.indexOf('=');
    if (parameter.slice(0, Math.max(equals, 0)).trim().toLowerCase() !== 'charset') continue;
    const value = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^["']|["']$/g, '')
      .toLowerCase();
    if (value !== '') return value;
  }
  return undefined;
}

function markOf(body: Uint8Array): string | undefined {
  const [first, second, third] = body;
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return undefined;
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function metaCharset(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1').toLowerCase();
  for (const chunk of withoutComments(start).split('<meta').slice(1)) {
    const end = chunk.indexOf('>');
    if (end === -1 || !/^[\s/]/.test(chunk)) continue;
    const tag = chunk.slice(0, end);
    const label = /charset\s*=["'\s]*([^\s"'/;]+)/.exec(tag)?.[1];
    // The octets were read as ASCII up to here, so they cannot be UTF-16 (HTML standard, prescan).
    if (label !== undefined) return label.startsWith('utf-16') ? 'utf-8' : label;
  }
  return undefined;
}

function withoutComments(html: string): string {
  const [before = '', ...comments] = html.split('<!--');
  return before + comments.map((comment) => comment.split('-->').slice(1).join('-->')).join('');
}

const NOT_ASCII = /[^\0-\x7f]/;
const LOST = '\ufffd';

/**
 * Share of a page's visible words that the declared encoding leaves intact, 0 to 1. Octets that the encoding does not know
 * become U+FFFD. UTF-8 under another label loses every word outside ASCII, since several octets of UTF-8 are one character.
 */
export function intactShare(html: DecodedBody): number {
  const isMislabelled = html.validUtf8 && html.charset !== 'utf-8' && !html.charset.startsWith('utf-16');
  if (!(isMislabelled ? NOT_ASCII.test(html.text) : html.text.includes(LOST))) return 1;
  const words = visibleText(html.text).split(' ');
  const lost = words.filter((word) => (isMislabelled ? NOT_ASCII.test(word) : word.includes(LOST)));
  return 1 - lost.length / words.length;
}
