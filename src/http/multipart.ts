import type { ServerRequest } from 'srvx';
import { ServiceError } from '../errors.ts';
import { bodyChunks } from './body.ts';

/** A form with fields and, behind them, one file (RFC 7578). */
export interface FileForm {
  readonly fields: ReadonlyMap<string, string>;
  /** Its bytes as they come; to be read once. */
  readonly file: AsyncIterable<Uint8Array>;
}

/** Fields and headers in front of the file, by default. */
const MAX_HEAD_BYTES = 16 * 1024;
const HEADER_END = Buffer.from('\r\n\r\n');

/**
 * Reads the fields, and leaves the file to be streamed. Fields behind the file are ignored.
 * @param maxFieldBytes of one field with what has come behind it
 * @throws ServiceError unsupported_media_type or invalid_request
 */
export async function readFileForm(request: ServerRequest, maxFieldBytes = MAX_HEAD_BYTES): Promise<FileForm> {
  const type = request.headers.get('content-type') ?? '';
  const boundary = /^multipart\/form-data;\s*boundary="?([^";\s]{1,70})"?$/i.exec(type)?.[1];
  if (boundary === undefined)
    throw new ServiceError('unsupported_media_type', 'Content-Type: expected multipart/form-data.');
  const chunks = bodyChunks(request)[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line break in front.
  let held: Buffer = Buffer.from('\r\n');
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (done === true) return false;
    held = Buffer.concat([held, value]);
    return true;
  };
  const fields = new Map<string, string>();
  for (;;) {
    const start = held.indexOf(delimiter);
    const end = start < 0 ? -1 : held.indexOf(HEADER_END, start);
    if (end < 0) {
      if (held.length > maxFieldBytes || !(await more())) throw broken();
      continue;
    }
    const head = held.toString('utf8', start, end);
    const name = /\bname="([^"]{1,100})"/i.exec(head)?.[1] ?? '';
    held = held.subarray(end + HEADER_END.length);
    if (/\bfilename=/i.test(head)) return { fields, file: untilDelimiter() };
    while (held.indexOf(delimiter) < 0) {
      if (held.length > maxFieldBytes || !(await more())) throw broken();
    }
    fields.set(name, held.toString('utf8', 0, held.indexOf(delimiter)));
    held = held.subarray(held.indexOf(delimiter));
  }

  async function* untilDelimiter(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const end = held.indexOf(delimiter);
      if (end >= 0) {
        yield held.subarray(0, end);
        return;
      }
      // A delimiter may be cut at the end of this chunk.
      const safe = Math.max(0, held.length - delimiter.length);
      if (safe > 0) yield held.subarray(0, safe);
      held = held.subarray(safe);
      if (!(await more())) throw broken();
    }
  }
}

const broken = () => new ServiceError('invalid_request', 'The form broke off, or has no file.');

/**
 * The whole file of a form.
 * @param tooLarge the error for a larger one
 * @throws ServiceError payload_too_large as soon as more than `maxBytes` have come
 */
export async function wholeFile(file: FileForm['file'], maxBytes: number, tooLarge: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ServiceError('payload_too_large', tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
