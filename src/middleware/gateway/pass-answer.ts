/** How answers of the target are written to clients: fields, body, hints and trailers as they come. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FieldsFor } from '../answer-fields.ts';
import { fieldLines, fieldsWhere, pairs, valuesOf } from '../raw-fields.ts';
import { NO_VALID_ANSWER } from './exchange.ts';
import { addedLater, endToEnd } from './forwarded-headers.ts';

/** Answers as the target did, with further fields, and passes its body and trailers on as they come. */
export function passAnswer(answer: IncomingMessage, response: ServerResponse, fieldsFor: FieldsFor = () => []): void {
  const { statusCode = 502 } = answer;
  const hasTrailers = mayHaveTrailers(answer, response);
  try {
    response.writeHead(statusCode, reasonOf(answer), fieldsOf(answer, fieldsFor, hasTrailers));
  } catch {
    answer.destroy();
    refuse(response, 502, NO_VALID_ANSWER);
    return;
  }
  answer.on('error', () => response.destroy());
  answer.once('aborted', () => response.destroy());
  answer.once('end', () => {
    const trailers = hasTrailers ? addedLater(answer.rawTrailers) : [];
    if (trailers.length > 0) response.addTrailers(pairs(trailers));
    response.end();
  });
  answer.pipe(response, { end: false });
}

function fieldsOf(
  { statusCode = 502, rawHeaders }: IncomingMessage,
  fieldsFor: FieldsFor,
  hasTrailers: boolean,
): string[] {
  const own = endToEnd(rawHeaders);
  const get = (name: string): string | null => {
    const values = valuesOf(own, name);
    return values.length === 0 ? null : values.join(', ');
  };
  const added = fieldsFor({ status: statusCode, get });
  const replaced = added.map(([name]) => name.toLowerCase());
  // Node refuses the field where the answer is not sent in chunks.
  if (!hasTrailers) replaced.push('trailer');
  const fields = fieldsWhere(own, (name) => !replaced.includes(name));
  for (const [name, value] of added) fields.push(name, value);
  return fields;
}

const WITHOUT_CHUNKS = new Set([204, 205, 304]);

function mayHaveTrailers({ headers, statusCode }: IncomingMessage, { req }: ServerResponse): boolean {
  const isChunked = headers['transfer-encoding'] !== undefined && !WITHOUT_CHUNKS.has(statusCode ?? 0);
  return isChunked && req.method !== 'HEAD' && knowsChunks(req);
}

/** HTTP/1.0 has neither chunks nor interim answers. */
const knowsChunks = ({ httpVersionMajor, httpVersionMinor }: IncomingMessage): boolean =>
  httpVersionMajor > 1 || httpVersionMinor > 0;

/** Node reads control characters in it, but does not write them. */
const reasonOf = ({ statusMessage = '' }: IncomingMessage): string =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(statusMessage) ? statusMessage : '';

/**
 * Passes an interim answer (103) on. Node's own method takes no lists of links and no quoted parameters, so it is written
 * here.
 */
export function passHints(rawHeaders: readonly string[], { headersSent, req, socket }: ServerResponse): void {
  // An answer that waits for an earlier one on the same connection has no socket yet.
  if (headersSent || socket === null || !socket.writable || !knowsChunks(req)) return;
  socket.write(`HTTP/1.1 103 Early Hints\r\n${fieldLines(addedLater(rawHeaders))}\r\n`, 'latin1');
}

/** Answers instead of the target. @param message for people, without what the target sent */
export function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // Those of an answer that could not be written may be among them.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  // The rest of the request's body is not read.
  response.setHeader('connection', 'close');
  const fields = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, STATUS_CODES[status] ?? '', fields);
  response.end(`${message}\n`);
}
