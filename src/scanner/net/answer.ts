/** One answer of a server: its headers, its body without its codings, and its failures in trusted words. */

import { pipeline, Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { errors } from 'undici';
import { parseUrl } from '../../basics/parse-url.ts';
import type { Answer, FetchFailure, Hop } from '../model/http.ts';
import { isHttp, normalEscapes, tidyUrl } from '../parse/url/normalise-url.ts';
import { onAbort } from './deadline.ts';

/** A failure we have put into words ourselves; the message may be shown. */
export class FetchError extends Error {
  readonly failure: FetchFailure;

  constructor(code: FetchFailure['code'], message: string, more: Pick<FetchFailure, 'isCircle'> = {}) {
    super(message);
    this.name = 'FetchError';
    this.failure = { code, message, ...more };
  }
}

/** Maps a request's error to a trusted message. The error's own text is never passed on. */
export function failureOf(thrown: unknown): FetchFailure {
  if (thrown instanceof FetchError) return thrown.failure;
  if (thrown instanceof errors.HTTPParserError) return isCutShort(thrown) ? CUT : NOT_HTTP;
  const code = thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return BY_CODE.get(code) ?? BY_PREFIX.find(([prefix]) => code.startsWith(prefix))?.[1] ?? UNKNOWN;
}

/** undici 7 leaves the parser's code out; the reason in its message is llhttp's own. */
const isCutShort = ({ message }: Error): boolean => message.includes('Invalid EOF state');

const failure = (code: FetchFailure['code'], message: string): FetchFailure => ({ code, message });

const CUT = failure('reset', 'the connection was cut before the answer was complete');
const NOT_HTTP = failure('protocol', 'the answer is not HTTP');
/** Probably a bug in this code, not a fault of the site: no check holds this code against the site. */
const UNKNOWN = failure('protocol', 'the exchange failed for an unknown reason');
const UNDECODABLE = failure('encoding', 'the body is not in the coding that Content-Encoding names');
const UNREACHABLE = failure('connect', 'the server cannot be reached');
const HANDSHAKE = failure('tls', 'the TLS handshake failed');
const HEADERS = failure('too_large', 'the headers of the answer are too large');
const UNTRUSTED = failure('tls', 'the TLS certificate is not signed by an authority we trust');

/** Codes of Node's sockets, of OpenSSL's verification and of undici. */
const BY_CODE: ReadonlyMap<string, FetchFailure> = new Map([
  ['ECONNREFUSED', failure('connect', 'the server refuses connections on this port')],
  ['EHOSTUNREACH', UNREACHABLE],
  ['ENETUNREACH', UNREACHABLE],
  ['EADDRNOTAVAIL', UNREACHABLE],
  ['ETIMEDOUT', failure('timeout', 'the server does not take connections')],
  ['ECONNRESET', CUT],
  ['ECONNABORTED', CUT],
  ['EPIPE', CUT],
  ['ERR_STREAM_PREMATURE_CLOSE', CUT],
  ['UND_ERR_SOCKET', CUT],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', CUT],
  ['UND_ERR_HEADERS_OVERFLOW', HEADERS],
  ['UND_ERR_DESTROYED', failure('timeout', 'the scanner was stopped before the answer was complete')],
  ['EPROTO', HANDSHAKE],
  ['CERT_HAS_EXPIRED', failure('tls', 'the TLS certificate has expired')],
  ['CERT_NOT_YET_VALID', failure('tls', 'the TLS certificate is not valid yet')],
  ['ERR_TLS_CERT_ALTNAME_INVALID', failure('tls', 'the TLS certificate is for another host')],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', UNTRUSTED],
  ['SELF_SIGNED_CERT_IN_CHAIN', UNTRUSTED],
]);

const BY_PREFIX: readonly (readonly [string, FetchFailure])[] = [
  ['UNABLE_TO_', UNTRUSTED],
  ['CERT_', failure('tls', 'the TLS certificate is not valid')],
  ['ERR_TLS_', HANDSHAKE],
  ['ERR_SSL_', HANDSHAKE],
  ['Z_', UNDECODABLE],
  ['ERR_BROTLI', UNDECODABLE],
  ['ERR__ERROR_', UNDECODABLE],
  ['ZSTD_', UNDECODABLE],
];

const MAX_HEADERS = 100;
const MAX_VALUE_LENGTH = 8 * 1024;

/** Headers as undici gives them: lower-case names, a list where a name came more than once. */
export type RawHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export function answerOf(
  request: { readonly url: string },
  final: { readonly url: URL; readonly hops: readonly Hop[]; readonly status: number; readonly headers: RawHeaders },
): Answer {
  const headers = cappedHeaders(final.headers);
  return {
    url: request.url,
    finalUrl: normalEscapes(final.url.href),
    status: final.status,
    hops: final.hops,
    headers,
    ...(final.headers['set-cookie'] === undefined ? {} : { setsCookie: true }),
    contentType: mediaTypeOf(headers['content-type'] ?? ''),
  };
}

/** Without cookies, which no check reads and no artifact should keep. */
function cappedHeaders(raw: RawHeaders): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined || name === 'set-cookie') continue;
    if (entries.length === MAX_HEADERS) break;
    entries.push([name, (typeof value === 'string' ? value : value.join(', ')).slice(0, MAX_VALUE_LENGTH)]);
  }
  return Object.fromEntries(entries);
}

/** The first type when the header was sent twice; a media type contains no comma. */
const mediaTypeOf = (header: string): string => {
  const end = header.search(/[;,]/);
  return (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
};

/** One request as it goes over the wire. */
export interface Sending {
  readonly url: URL;
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'DELETE';
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Not for another origin than the one they were meant for. */
const SECRETS = new Set(['authorization', 'cookie', 'proxy-authorization']);
const ABOUT_THE_BODY = new Set(['content-type', 'content-encoding', 'content-language', 'content-location']);

/** A status that asks us to go elsewhere, with a Location that says where. */
export const isRedirect = (status: number, headers: RawHeaders): boolean =>
  REDIRECTS.has(status) && headers.location !== undefined;

/**
 * The request that a redirect asks for, by the rules of the Fetch standard (HTTP-redirect fetch): 303, and 301 or
 * 302 after a POST, become GET without a body.
 * @throws FetchError 'bad_redirect' when the Location leads nowhere we go.
 */
export function follow(sent: Sending, status: number, headers: RawHeaders): Sending {
  const url = locationOf(headers.location, sent.url);
  const becomesGet = sent.method === 'POST' && (status === 301 || status === 302 || status === 303);
  return {
    url,
    method: becomesGet ? 'GET' : sent.method,
    headers: without(sent.headers, [
      ...(url.origin === sent.url.origin ? [] : SECRETS),
      ...(becomesGet ? ABOUT_THE_BODY : []),
    ]),
    body: becomesGet ? undefined : sent.body,
  };
}

function locationOf(location: RawHeaders[string], base: URL): URL {
  if (typeof location !== 'string') throw new FetchError('bad_redirect', 'a redirect has several Location headers');
  // undici reads headers as Latin-1; sites that write non-ASCII URLs mean UTF-8, as browsers do.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const url = parseUrl(text, base);
  if (url === undefined) throw new FetchError('bad_redirect', 'the Location of a redirect is not a URL');
  if (!isHttp(url)) throw new FetchError('bad_redirect', 'a redirect leads to something that is not http or https');
  return tidyUrl(url);
}

function without(headers: Sending['headers'], names: readonly string[]): Sending['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

const MAX_CODINGS = 2;
const INITIAL_BYTES = 64 * 1024;

/** Node 22.15 and later; the types are those of Node 20. */
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => Transform };

export const ACCEPT_ENCODING = createZstdDecompress === undefined ? 'gzip, deflate, br' : 'gzip, deflate, br, zstd';

/** A stream that was cut short decodes to what there is of it, as in browsers. */
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
const ZLIB_HEADER = Buffer.from([0x78, 0x9c]);
const LENIENT_BROTLI = { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH };

/**
 * Reads a body to its end, undoing the codings of a Content-Encoding value. A value with a token that is no coding leaves
 * the body as it came, as the Fetch standard has it. So does one that the body contradicts, where the bytes are text.
 * Stops at the cap, which holds for the decoded bytes and, against codings that swallow more than they give, for the
 * bytes on the wire, and where `readUntil` says so. The result owns its buffer, so that it can be transferred to a worker.
 * @throws FetchError 'too_large' or 'encoding', or what the body or zlib failed with. The body is destroyed then.
 */
export async function readBody(
  body: Readable,
  {
    contentEncoding,
    maxBytes,
    keepBytes = maxBytes,
    signal,
    readUntil,
  }: {
    contentEncoding: string;
    maxBytes: number;
    /** The result has at most this many bytes, though all up to `maxBytes` are read. */
    keepBytes?: number;
    signal: AbortSignal;
    /** Called with the decoded body so far after every chunk; true ends the body there. */
    readUntil?: (soFar: Uint8Array) => boolean;
  },
): Promise<Uint8Array> {
  try {
    const codings = codingsOf(contentEncoding);
    const limits = { maxBytes, keepBytes, signal };
    // A stream without an end must not be waited for.
    if (codings.length === 0 || readUntil !== undefined) {
      return await collect(decode(body, codings, maxBytes), { ...limits, readUntil });
    }
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const first = await chunks.next();
    const start = first.done === true ? new Uint8Array() : first.value;
    const whole = () => Readable.from(joined(start, chunks));
    if (!isText(start)) return await collect(decode(whole(), codings, maxBytes), limits);
    const bytes = await collect(whole(), limits);
    try {
      return await collect(decode(Readable.from([bytes]), codings, maxBytes), limits);
    } catch (error) {
      if (failureOf(error).code !== 'encoding' || !isText(bytes)) throw error;
      return bytes;
    }
  } catch (error) {
    body.on('error', () => {}).destroy();
    throw error;
  }
}

async function* joined(start: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/** How far to look for bytes that no text has (WHATWG MIME Sniffing, section 5.2: the resource header). */
const SNIFFED_BYTES = 1445;

/** Without a binary data byte of the MIME Sniffing standard. Compressed data has one early. */
const isText = (bytes: Uint8Array): boolean =>
  bytes
    .subarray(0, SNIFFED_BYTES)
    .every((byte) => byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d || byte === 0x1b);

/** The bytes of a decoded stream, which an abort destroys. */
async function collect(
  decoded: Readable,
  {
    maxBytes,
    keepBytes,
    signal,
    readUntil = () => false,
  }: {
    maxBytes: number;
    keepBytes: number;
    signal: AbortSignal;
    readUntil?: ((soFar: Uint8Array) => boolean) | undefined;
  },
): Promise<Uint8Array> {
  // Decoders may still be busy when the body itself is complete and hears of no abort any more.
  onAbort(signal, () => decoded.destroy(signal.reason));
  // One buffer that grows: a list of chunks would let a site that sends single bytes multiply its size by a hundred.
  let buffer = new Uint8Array(INITIAL_BYTES);
  let size = 0;
  let read = 0;
  for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
    read += chunk.length;
    if (read > maxBytes) throw tooLarge(maxBytes);
    const kept = chunk.subarray(0, keepBytes - size);
    const needed = size + kept.length;
    if (needed > buffer.length) {
      const grown = new Uint8Array(Math.max(needed, Math.min(buffer.length * 2, keepBytes)));
      grown.set(buffer.subarray(0, size));
      buffer = grown;
    }
    buffer.set(kept, size);
    size = needed;
    if (readUntil(buffer.subarray(0, size))) break;
  }
  return buffer.slice(0, size);
}

function codingsOf(contentEncoding: string): string[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (!codings.every(isCoding)) return [];
  if (codings.length > MAX_CODINGS) {
    throw new FetchError('encoding', `Content-Encoding names ${codings.length} codings, more than ${MAX_CODINGS}`);
  }
  return codings;
}

/** Those we can undo; zstd is a coding even where this Node cannot. */
const CODINGS = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd']);
/** Registered codings that no page uses. Their bytes are not the text. */
const OTHER_CODINGS = new Set(['compress', 'x-compress', 'exi', 'pack200-gzip', 'aes128gcm', 'dcb', 'dcz']);
const isCoding = (token: string): boolean => CODINGS.has(token) || OTHER_CODINGS.has(token);

/** Codings are listed in the order they were applied (RFC 9110, section 8.4), so the last is undone first. */
function decode(body: Readable, codings: readonly string[], maxBytes: number): Readable {
  if (codings.length === 0) return body;
  let wireBytes = 0;
  const meter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      wireBytes += chunk.length;
      done(wireBytes > maxBytes ? tooLarge(maxBytes) : null, chunk);
    },
  });
  return [meter, ...codings.toReversed().flatMap(decodersOf)].reduce<Readable>(
    // The callback form destroys every stream of the chain when one of them fails or ends early.
    (source, step) => pipeline(source, step, () => {}),
    body,
  );
}

function decodersOf(coding: string): Transform[] {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return [zlib.createGunzip(LENIENT)];
    case 'deflate':
      return [zlibHeader(), zlib.createInflate(LENIENT)];
    case 'br':
      return [zlib.createBrotliDecompress(LENIENT_BROTLI)];
    case 'zstd':
      if (createZstdDecompress !== undefined) return [createZstdDecompress()];
  }
  throw new FetchError('encoding', 'Content-Encoding names a coding that cannot be decoded');
}

/**
 * "deflate" is the zlib format (RFC 1950), but some servers send the bare stream: gives that its missing header. The
 * low four bits of the format's first byte are 8. The checksum at the end is then missing, which LENIENT forgives.
 */
function zlibHeader(): Transform {
  let atStart = true;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      const [first] = chunk;
      if (atStart && first !== undefined) {
        atStart = false;
        if ((first & 0x0f) !== 8) this.push(ZLIB_HEADER);
      }
      done(null, chunk);
    },
  });
}

const tooLarge = (maxBytes: number): FetchError =>
  new FetchError('too_large', `the body is larger than ${maxBytes} bytes`);
