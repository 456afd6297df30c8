import { pipeline, type Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { FetchError } from './answer.ts';
import { onAbort } from './deadline.ts';

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
 * Reads a body to its end, undoing the codings of a Content-Encoding value. Stops at the cap, which holds for the
 * decoded bytes and, against codings that swallow more than they give, for the bytes on the wire, and where `readUntil`
 * says so. The result owns its buffer, so that it can be transferred to a worker.
 * @throws FetchError 'too_large' or 'encoding', or what the body or zlib failed with. The body is destroyed then.
 */
export async function readBody(
  body: Readable,
  {
    contentEncoding,
    maxBytes,
    signal,
    readUntil = () => false,
  }: {
    contentEncoding: string;
    maxBytes: number;
    signal: AbortSignal;
    /** Called with the decoded body so far after every chunk; true ends the body there. */
    readUntil?: (soFar: Uint8Array) => boolean;
  },
): Promise<Uint8Array> {
  try {
    const decoded = decode(body, codingsOf(contentEncoding), maxBytes);
    // Decoders may still be busy when the body itself is complete and hears of no abort any more.
    onAbort(signal, () => decoded.destroy(signal.reason));
    // One buffer that grows: a list of chunks would let a site that sends single bytes multiply its size by a hundred.
    let buffer = new Uint8Array(INITIAL_BYTES);
    let size = 0;
    for await (const chunk of decoded as AsyncIterable<Uint8Array>) {
      const needed = size + chunk.length;
      if (needed > maxBytes) throw tooLarge(maxBytes);
      if (needed > buffer.length) {
        const grown = new Uint8Array(Math.max(needed, Math.min(buffer.length * 2, maxBytes)));
        grown.set(buffer.subarray(0, size));
        buffer = grown;
      }
      buffer.set(chunk, size);
      size = needed;
      if (readUntil(buffer.subarray(0, size))) break;
    }
    return buffer.slice(0, size);
  } catch (error) {
    body.on('error', () => {}).destroy();
    throw error;
  }
}

function codingsOf(contentEncoding: string): string[] {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > MAX_CODINGS) {
    throw new FetchError('encoding', `Content-Encoding names ${codings.length} codings, more than ${MAX_CODINGS}`);
  }
  return codings;
}

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
