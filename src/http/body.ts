import { FastResponse, type ServerRequest } from 'srvx';
import { ServiceError } from '../errors.ts';

const BYTE_ORDER_MARK = /^\ufeff/;
/** The listener's limit of every body that is not read as `bodyChunks`: larger ones are cut off unread. */
export const MAX_REQUEST_BODY_BYTES = 512 * 1024;

/**
 * The text of a request's body, without a byte order mark.
 * @param maxBytes decoded size allowed
 * @throws ServiceError unsupported_media_type for a compressed one, payload_too_large as soon as more than that have come,
 *   invalid_request when the sender left
 */
export async function readBodyText(request: ServerRequest, maxBytes: number): Promise<string> {
  const coding = request.headers.get('content-encoding') ?? 'identity';
  if (coding.trim().toLowerCase() !== 'identity') {
    throw new ServiceError('unsupported_media_type', 'Content-Encoding: send the body as it is, not compressed.');
  }
  const tooLarge = () => new ServiceError('payload_too_large', `The body is larger than ${maxBytes} bytes.`);
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > maxBytes) throw tooLarge();
  try {
    // Node's parser lets no body be longer than was declared. Without a stream it is read in a fraction of the time.
    if (declared !== null && maxBytes <= MAX_REQUEST_BODY_BYTES) {
      const text = await request.text();
      if (Buffer.byteLength(text) > maxBytes) throw tooLarge();
      return text.replace(BYTE_ORDER_MARK, '');
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('invalid_request', 'The body broke off.', { cause });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of maxBytes <= MAX_REQUEST_BODY_BYTES ? (request.body ?? []) : bodyChunks(request)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError('invalid_request', 'The body broke off.', { cause });
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/**
 * The bytes of a request's body as they come, for a reader with limits of its own: the listener's limit of every other
 * body does not hold here. A reader that leaves early leaves the connection open for its answer.
 */
export const bodyChunks = (request: ServerRequest): AsyncIterable<Uint8Array> =>
  // A web stream is async iterable in Node, which the DOM's type does not say.
  request.runtime?.node?.req.iterator({ destroyOnReturn: false }) ??
  ((request.body ?? []) as unknown as AsyncIterable<Uint8Array>);

/**
 * The JSON object in a request's body.
 * @throws ServiceError unsupported_media_type, payload_too_large or invalid_request
 */
export async function readJsonObject(request: ServerRequest, maxBytes: number): Promise<Record<string, unknown>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== 'application/json' && !type.endsWith('+json')) {
    throw new ServiceError('unsupported_media_type', 'Content-Type: expected application/json.');
  }
  const body = parse(await readBodyText(request, maxBytes));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('invalid_request', 'The body must be one JSON object.');
  }
  return { ...body };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause });
  }
}

/** As Response.json makes it, without the stream that the standard's class makes of every body. @param json as text or in UTF-8 */
export function jsonResponse(json: string | Buffer<ArrayBuffer>, status: number, headers: Headers): Response {
  const body = typeof json === 'string' ? Buffer.from(json) : json;
  headers.set('content-type', 'application/json');
  headers.set('content-length', String(body.length));
  return new FastResponse(body, { status, headers });
}
