import { PassThrough, pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';

export const CODINGS = ['gzip', 'br', 'zstd'] as const;
export type Coding = (typeof CODINGS)[number];

/** Logs shrink to a twentieth or so. What grows more than this is no log. */
const MAX_RATIO = 200;
const ALWAYS_ALLOWED_BYTES = 200_000_000;

/** Data that unpacks to far more than any log would. */
export class ArchiveBomb extends Error {
  readonly code = 'Z_ARCHIVE_BOMB';
}

/** zstd came to Node with 22.15; decoders in JavaScript allocate whatever window the data names, up to 2 GB. */
const zstd: unknown = (zlib as { createZstdDecompress?: unknown }).createZstdDecompress;
export const canUnpackZstd: boolean = typeof zstd === 'function';

const MARK_BYTES = 4;

/** Archives that hosts offer too, by their first bytes, and what unpacks them. No log begins so. */
const OTHER_ARCHIVES = [
  { name: 'a ZIP archive', mark: 'PK\x03\x04', command: 'unzip -p FILE' },
  { name: 'packed with xz', mark: '\xfd7zX', command: 'xz -dc FILE' },
  { name: 'packed with bzip2', mark: 'BZh', command: 'bzip2 -dc FILE' },
] as const;

function assertNoOtherArchive(start: Uint8Array): void {
  const found = OTHER_ARCHIVES.find(({ mark }) => Buffer.from(start).toString('latin1').startsWith(mark));
  if (found !== undefined)
    throw new CannotUnpack(`it is ${found.name}. Unpack it first: ${found.command} | legible logs -`);
}

/** By the first bytes. Brotli has no mark, so it is known by a name or a header alone. */
function codingOf(start: Uint8Array): Coding | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  if (start[0] === 0x28 && start[1] === 0xb5 && start[2] === 0x2f && start[3] === 0xfd) return 'zstd';
  return undefined;
}

/** Why a packed source cannot be read here. */
export class CannotUnpack extends Error {}

function decoderOf(coding: Coding): Transform {
  if (coding === 'gzip') return zlib.createGunzip();
  if (coding === 'br') return zlib.createBrotliDecompress();
  if (typeof zstd !== 'function')
    throw new CannotUnpack(
      `zstd needs Node 22.15 or later, and this is ${process.version}. Unpack it first: zstd -dc FILE | legible logs -`,
    );
  return zstd();
}

/**
 * The bytes of a log, unpacked when they are packed. `onPacked` counts the bytes that arrive.
 * @param chunks each may use the memory of the one before again
 * @param coding where it is known; default: recognised by the first bytes
 * @throws CannotUnpack; rejects with ArchiveBomb, or with the error of zlib, after what could be read
 */
export async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  coding?: Coding,
  onPacked?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let packed = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      packed += chunk.length;
      onPacked?.(chunk.length);
      yield chunk;
    }
  };
  const source = counted();
  // A pipe or a network may bring the first bytes one by one.
  let start = Buffer.alloc(0);
  while (start.length < MARK_BYTES) {
    const next = await source.next();
    if (next.done === true) break;
    start = Buffer.concat([start, next.value]);
  }
  let decoder: Transform | undefined;
  try {
    const found = coding ?? codingOf(start);
    if (found === undefined) assertNoOtherArchive(start);
    else decoder = decoderOf(found);
  } catch (error) {
    // Ends the limits of time that the source may have.
    await source.return(undefined);
    throw error;
  }
  if (decoder === undefined) {
    yield start;
    yield* source;
    return;
  }
  // Copies, because the decoder reads ahead.
  const all = async function* (): AsyncGenerator<Uint8Array> {
    yield start;
    for await (const chunk of source) yield Buffer.from(chunk);
  };
  const out = new PassThrough();
  pipeline(Readable.from(all()), decoder, out, () => undefined);
  let size = 0;
  for await (const chunk of out as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > ALWAYS_ALLOWED_BYTES && size > packed * MAX_RATIO) throw new ArchiveBomb('an archive bomb');
    yield chunk;
  }
}
