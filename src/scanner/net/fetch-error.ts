import { errors } from 'undici';
import type { FetchFailure } from '../model/http.ts';

/** A failure we have put into words ourselves; the message may be shown. */
export class FetchError extends Error {
  readonly code: FetchFailure['code'];

  constructor(code: FetchFailure['code'], message: string) {
    super(message);
    this.name = 'FetchError';
    this.code = code;
  }
}

/** Maps a request's error to a trusted message. The error's own text is never passed on. */
export function failureOf(thrown: unknown): FetchFailure {
  if (thrown instanceof FetchError) return { code: thrown.code, message: thrown.message };
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
const UNKNOWN = failure('protocol', 'the exchange failed in an unknown way');
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
