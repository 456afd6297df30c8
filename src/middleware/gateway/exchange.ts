/** One exchange with the target: a request, sent twice at most, and its outcome within the time limits. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import { pairs } from '../raw-fields.ts';
import type { UpstreamEvents, UpstreamRequest } from '../upstream.ts';
import { addedLater } from './forwarded-headers.ts';
import { type Target, watchConnecting } from './target.ts';

export interface TimeLimits {
  /** For a connection to the target. */
  readonly connectMs: number;
  /** Until the fields of an answer. */
  readonly answerMs: number;
  /** Between two parts of a body. */
  readonly idleMs: number;
}

export const NO_VALID_ANSWER = 'The target gave no valid answer.';
/** A target that sends them without end is not followed for long. */
const MAX_INTERIM_ANSWERS = 20;

/** @returns what breaks it off */
export function exchange(
  target: Target,
  limits: TimeLimits,
  request: UpstreamRequest,
  events: UpstreamEvents,
): () => void {
  let outgoing: ClientRequest | undefined;
  const attempt = (mayRepeat: boolean): void => {
    outgoing = sent(target, request, events);
    if (outgoing !== undefined) follow(outgoing, limits, request, events, mayRepeat ? () => attempt(false) : undefined);
  };
  if (target.hasBeenHere(request)) events.failure(508, 'The target of this gateway leads back to it.');
  else attempt(true);
  return () => void outgoing?.destroy();
}

/** The request without its body; undefined where it cannot be sent. */
function sent(target: Target, request: UpstreamRequest, { failure }: UpstreamEvents): ClientRequest | undefined {
  try {
    return target.open(request, framingOf(request));
  } catch {
    failure(400, 'The request cannot be passed on.');
    return undefined;
  }
}

/** Sends the body, and tells of the outcome. @param repeat sends the request once more; undefined where that was done */
function follow(
  outgoing: ClientRequest,
  { connectMs, answerMs, idleMs }: TimeLimits,
  request: UpstreamRequest,
  events: UpstreamEvents,
  repeat: (() => void) | undefined,
): void {
  let isLate = false;
  const late = (): void => {
    isLate = true;
    outgoing.destroy();
  };
  let timer: NodeJS.Timeout | undefined;
  // An upload takes as long as its client needs.
  outgoing.once('finish', () => {
    timer = setTimeout(late, answerMs);
  });
  watchConnecting(outgoing, connectMs, late);
  outgoing.setTimeout(idleMs, late);
  let isSettled = false;
  const settle = (tell: () => void): void => {
    // What breaks off behind the fields of an answer, the answer itself tells.
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    tell();
  };
  let interim = 0;
  outgoing.on('information', ({ statusCode, rawHeaders }) => {
    interim += 1;
    if (interim > MAX_INTERIM_ANSWERS) outgoing.destroy();
    else if (statusCode === 103) events.hints?.(rawHeaders);
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) =>
    settle(() => {
      // The target closed a connection that was kept open, just when it was used again: the request has not reached it.
      const isStale = outgoing.reusedSocket && error.code === 'ECONNRESET' && !isLate;
      const isSafe = request.body === undefined && (request.method === 'GET' || request.method === 'HEAD');
      if (isStale && isSafe && repeat !== undefined && events.isAwaited()) repeat();
      else if (isLate) events.failure(504, 'The target took too long.');
      else events.failure(502, NO_VALID_ANSWER);
    }),
  );
  outgoing.once('response', (answer) =>
    settle(() => {
      if (isFramed(answer)) return events.answer(answer);
      outgoing.destroy();
      events.failure(502, NO_VALID_ANSWER);
    }),
  );
  // No request of this kind has asked for another protocol.
  outgoing.once('upgrade', (_, socket) => socket.destroy());
  outgoing.once('close', () => {
    clearTimeout(timer);
    settle(() => events.failure(502, NO_VALID_ANSWER));
  });
  sendBody(request, outgoing);
}

/** Node undoes chunks alone: the body of another coding would lose the only field that names it. */
const isFramed = ({ headers }: IncomingMessage): boolean =>
  (headers['transfer-encoding'] ?? 'chunked').trim().toLowerCase() === 'chunked';

function sendBody({ body }: UpstreamRequest, outgoing: ClientRequest): void {
  if (body === undefined) {
    outgoing.end();
    return;
  }
  body.once('end', () => {
    const trailers = addedLater(body.rawTrailers);
    if (trailers.length > 0) outgoing.addTrailers(pairs(trailers));
  });
  body.pipe(outgoing);
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** How the body is framed for the target: its length is passed on as it came, and chunks are sent as chunks. */
function framingOf({ body, method }: UpstreamRequest): string[] {
  if (body?.headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  return body !== undefined || WITHOUT_BODY.has(method) ? [] : ['Content-Length', '0'];
}
