import { brotliDecompressSync, unzipSync } from 'node:zlib';

/** How much of bodies may be held at once, over all requests. */
export interface Room {
  /** Takes bytes; false where they do not fit, and then none are taken. */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function roomOf(maxBytes: number): Room {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > maxBytes) return false;
      held += bytes;
      return true;
    },
    give(bytes) {
      held -= bytes;
    },
  };
}

export interface ReadLimits {
  /** Most bytes of one body. */
  readonly maxBytes: number;
  /** For the whole body. */
  readonly timeoutMs: number;
  readonly room: Room;
}

/** A body: whole, or, past a limit, as a stream of the parts that were read and of those to come. */
export type ReadBody =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too-much'; readonly stream: ReadableStream<Uint8Array> };

/**
 * Reads a body up to a limit. Past it, or where it takes too long, the answer is a stream of the very same bytes, so that
 * nothing is lost and no more is held. The caller gives the room of a whole body back.
 * @throws what the stream throws
 */
export async function readBody(body: ReadableStream<Uint8Array>, limits: ReadLimits): Promise<ReadBody> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), limits.timeoutMs);
  });
  try {
    for (;;) {
      const reading = reader.read();
      const next = await Promise.race([reading, late]);
      if (next === 'late') {
        limits.room.give(bytes);
        return { kind: 'too-much', stream: resumed(chunks, reader, reading) };
      }
      if (next.done) return { kind: 'whole', bytes: joined(chunks, bytes) };
      const fits = bytes + next.value.length <= limits.maxBytes && limits.room.take(next.value.length);
      chunks.push(next.value);
      if (!fits) {
        limits.room.give(bytes);
        return { kind: 'too-much', stream: resumed(chunks, reader, undefined) };
      }
      bytes += next.value.length;
    }
  } catch (error) {
    limits.room.give(bytes);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** The parts that were read, then the pending one, then the rest. */
function resumed(chunks: Uint8Array[], reader: Reader, reading: ReturnType<Reader['read']> | undefined) {
  let pending = reading;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const held = chunks.shift();
      if (held !== undefined) return controller.enqueue(held);
      const next = await (pending ?? reader.read());
      pending = undefined;
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function joined(chunks: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const CODINGS = ['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br'];

/** Whether the coding of a body is one that can be undone. */
export const isDecodable = (coding: string | null): boolean => CODINGS.includes((coding ?? '').trim().toLowerCase());

/** A body without its content coding; undefined where it is not what it is said to be, or unpacks to more than the limit. */
export function decompressed(body: Uint8Array, coding: string | null, maxBytes: number): Uint8Array | undefined {
  const name = (coding ?? '').trim().toLowerCase();
  if (name === '' || name === 'identity') return body;
  try {
    return name === 'br'
      ? brotliDecompressSync(body, { maxOutputLength: maxBytes })
      : unzipSync(body, { maxOutputLength: maxBytes });
  } catch {
    return undefined;
  }
}

/** The whole body of an answer, without its content coding; undefined where it has none, is too large, or cannot be unpacked. */
export async function readWhole(answer: Response, limits: ReadLimits): Promise<Uint8Array | undefined> {
  if (answer.body === null) return undefined;
  const read = await readBody(answer.body, limits);
  if (read.kind === 'too-much') {
    read.stream.cancel().catch(() => undefined);
    return undefined;
  }
  limits.room.give(read.bytes.length);
  return decompressed(read.bytes, answer.headers.get('content-encoding'), limits.maxBytes);
}

/**
 * Leaves the body of an answer unread. It is not waited for: where the body has a second reader, as Next.js keeps one for
 * its cache, a cancellation ends only when both have cancelled.
 */
export function letGo({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}
