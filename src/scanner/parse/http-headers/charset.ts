import { isUtf8 } from 'node:buffer';
import { visibleText } from '../html/rough-html.ts';

/** How far the HTML standard looks for <meta charset> before it parses. */
const PRESCAN_BYTES = 1024;
/**
 * How far a later declaration is looked for: the parser changes the encoding when it meets the element (HTML standard,
 * 13.2.3.4). Further down it is ignored.
 */
const MAX_LATE_BYTES = 512_000;

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
 * the charset of Content-Type, then for HTML or an untyped body <meta> in its first 1,024 bytes or the first one that comes
 * later, else UTF-8. An unknown label means UTF-8.
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

/** The encoding that a byte order mark at the start says, as its WHATWG name; undefined without one. */
export function markOf(body: Uint8Array): string | undefined {
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
  const label = declaredCharset(body)?.label;
  // The octets were read as ASCII up to here, so they cannot be UTF-16 (HTML standard, prescan).
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

export interface DeclaredCharset {
  /** As written, lower-case. */
  readonly label: string;
  /** Behind the first 1,024 bytes: a parser has read the start under another encoding. */
  readonly isLate: boolean;
}

/** The first charset that a meta element declares, of an encoding that there is; undefined for none. */
export function declaredCharset(body: Uint8Array): DeclaredCharset | undefined {
  const early = charsetIn(Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1').toLowerCase());
  if (early !== undefined) return { label: early, isLate: false };
  if (body.length <= PRESCAN_BYTES) return undefined;
  const late = charsetIn(Buffer.from(body.subarray(0, MAX_LATE_BYTES)).toString('latin1').toLowerCase());
  return late === undefined ? undefined : { label: late, isLate: true };
}

const MAX_LABEL = 40;
/** Elements whose content is text, up to the end tag. */
const RAW = ['<script', '<style', '<title', '<noscript', '<template', '<textarea'];

/** Of the first meta element that names one, in the body too, where a parser obeys it. @param html lower-case, an octet a character */
function charsetIn(html: string): string | undefined {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at);
      if (end === -1) return undefined;
      at = end;
    } else if (isTag(html, '<meta', at)) {
      const end = html.indexOf('>', at);
      if (end === -1) return undefined;
      const label = labelIn(html.slice(at, end));
      if (label !== undefined && decoderFor(label) !== undefined) return label;
      at = end;
    } else {
      const raw = RAW.find((name) => isTag(html, name, at));
      if (raw === undefined) continue;
      const end = html.indexOf(`</${raw.slice(1)}`, at);
      if (end === -1) return undefined;
      at = end;
    }
  }
  return undefined;
}

const isTag = (html: string, name: string, at: number): boolean =>
  html.startsWith(name, at) && /[\s/>]/.test(html[at + name.length] ?? ' ');

/** The value after `charset=`, in an attribute of that name or in `content` of `http-equiv`. */
function labelIn(tag: string): string | undefined {
  for (let at = tag.indexOf('charset'); at !== -1; at = tag.indexOf('charset', at + 1)) {
    const after = tag.slice(at + 'charset'.length, at + 'charset'.length + 3 * MAX_LABEL).trimStart();
    if (!after.startsWith('=')) continue;
    const label = /^["']?\s?([a-z0-9][a-z0-9_:.+-]*)/.exec(after.slice(1).trimStart())?.[1];
    if (label !== undefined) return label.slice(0, MAX_LABEL);
  }
  return undefined;
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
