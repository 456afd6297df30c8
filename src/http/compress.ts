import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ServerMiddleware } from 'srvx';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Below this many bytes compression saves less than its headers cost. */
const SMALLEST = 1024;
/** Four fifths of what brotli's best level saves, at a tenth of its time. */
const BROTLI_QUALITY = 4;
const COMPRESSIBLE = /^(?:text\/(?!event-stream)|application\/(?:json|xml|[\w.-]+\+(?:json|xml))|image\/svg\+xml)/;

/**
 * Compresses textual responses as the client accepts (RFC 9110 section 12.5.3), and says how long every such body is.
 * Event streams are left alone: they must arrive as they are written; and what may not be transformed, because its
 * digest is signed.
 */
export const compress: ServerMiddleware = async (request, next) => {
  const response = await next();
  const type = response.headers.get('content-type') ?? '';
  const isFixed = /\bno-transform\b/.test(response.headers.get('cache-control') ?? '');
  // A 304 has no type, and varies as the full response would (RFC 9110 section 15.4.5).
  const isTextual = COMPRESSIBLE.test(type) || response.status === 304;
  if (isFixed || response.headers.has('content-encoding') || !isTextual) return response;
  const declared = response.headers.get('content-length');
  const isSmall = declared !== null && Number(declared) < SMALLEST;
  const coding = isSmall ? undefined : chooseCoding(request.headers.get('accept-encoding') ?? '');
  // Before the body is looked at: that alone makes a stream of it.
  if (coding === undefined && declared !== null) {
    response.headers.append('vary', 'Accept-Encoding');
    return response;
  }
  if (response.body === null) {
    response.headers.append('vary', 'Accept-Encoding');
    // Of HEAD: that of the plain body is not what GET would send (section 8.6).
    if (coding !== undefined) response.headers.delete('content-length');
    return response;
  }
  const plain = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.append('vary', 'Accept-Encoding');
  const isWorthIt = coding !== undefined && plain.length >= SMALLEST;
  const body = isWorthIt ? await encode(plain, coding) : plain;
  if (isWorthIt) headers.set('content-encoding', coding);
  headers.set('content-length', String(body.length));
  // Never backed by shared memory, which is all that the type leaves open.
  return new Response(body as Uint8Array<ArrayBuffer>, { status: response.status, headers });
};

type Coding = 'br' | 'gzip';

function encode(body: Buffer, coding: Coding): Promise<Buffer> {
  return coding === 'br'
    ? brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : gzipped(body);
}

/** Brotli when it is accepted, else gzip; undefined for neither. `*` accepts both, `q=0` refuses. */
export function chooseCoding(acceptEncoding: string): Coding | undefined {
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    if (name !== '') weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const accepts = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : undefined;
}
