/** The listener of the gateway: it asks the site for pages itself, and answers what it remembers with the least of work. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Core, type Handler, isOfCrawl } from '../core.ts';
import type { KnownAnswer } from '../known-answer.ts';
import { answerBy, listenerOf } from '../node-listener.ts';
import { headersOf, withoutFields } from '../raw-fields.ts';
import { REPLACED } from '../request-fields.ts';
import type { Upstream } from '../upstream.ts';
import { webStream } from '../web-stream.ts';
import { NO_VALID_ANSWER } from './exchange.ts';
import { endToEnd } from './forwarded-headers.ts';
import type { ReverseProxy } from './proxy.ts';

export function pageListener(core: Core, proxy: ReverseProxy): RequestListener {
  const answer = async (incoming: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const known = core.known(url, incoming.headers.accept ?? null, incoming.rawHeaders);
    const asked = known === undefined ? undefined : await confirmed(proxy, incoming, response, known);
    if (asked === 'answered') return;
    await answerBy(core, incoming, response, url, (path) => {
      const handler = handlerOf(proxy, incoming, path);
      return asked === undefined ? handler : firstBy(asked, known, handler);
    });
  };
  return listenerOf(core, { pass: proxy.pass, passWith: proxy.pass, answer });
}

/**
 * Asks the site whether a page is still the one that is known, and answers its Markdown where it is.
 * @returns the site's answer where it says something else
 */
function confirmed(
  site: Upstream,
  incoming: IncomingMessage,
  response: ServerResponse,
  known: KnownAnswer,
): Promise<'answered' | Response> {
  return new Promise((resolve, reject) => {
    const stop = site.send(
      {
        method: 'GET',
        path: incoming.url ?? '/',
        rawHeaders: conditional(incoming.rawHeaders, known.etag),
        socket: incoming.socket,
        body: undefined,
      },
      {
        answer(answer) {
          settle(resolve, reject, () => {
            const { statusCode = 502, rawHeaders } = answer;
            const ifNoneMatch = incoming.headers['if-none-match'] ?? null;
            const ready = known.confirmedBy(statusCode, endToEnd(rawHeaders), ifNoneMatch);
            if (ready === undefined) return responseOf(answer);
            answer.resume();
            response.writeHead(ready.status, ready.fields);
            response.end(incoming.method === 'HEAD' ? undefined : ready.body);
            return 'answered';
          });
        },
        failure: (status, message) => resolve(failureOf(status, message)),
        isAwaited: () => !response.destroyed,
      },
    );
    response.once('close', () => {
      if (!response.writableFinished) stop();
    });
  });
}

/** The request for the page as a whole, unless it still has its entity tag. */
function conditional(rawHeaders: readonly string[], etag: string): string[] {
  return [...withoutFields(rawHeaders, REPLACED), 'accept-encoding', 'identity', 'if-none-match', etag];
}

/** The first request is the one that the site has answered already, unless its page has been forgotten since. */
function firstBy(asked: Response, known: KnownAnswer | undefined, handler: Handler): Handler {
  let first: Response | undefined = asked;
  return (request) => {
    const answer = first;
    first = undefined;
    if (answer === undefined) return handler(request);
    if (request.headers.get('if-none-match') === known?.etag) return answer;
    void answer.body?.cancel();
    return handler(request);
  };
}

const handlerOf =
  (site: Upstream, { socket }: IncomingMessage, path: (passed: Request) => string): Handler =>
  (passed) =>
    new Promise((resolve, reject) => {
      const { method, headers, signal } = passed;
      const stop = site.send(
        {
          method,
          path: path(passed),
          rawHeaders: [...headers].flat(),
          socket,
          body: undefined,
          isOwn: isOfCrawl(passed),
        },
        {
          answer: (answer) => settle(resolve, reject, () => responseOf(answer)),
          failure: (status, message) => resolve(failureOf(status, message)),
          isAwaited: () => !signal.aborted,
        },
      );
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });

function settle<Answer>(resolve: (answer: Answer) => void, reject: (error: unknown) => void, make: () => Answer): void {
  try {
    resolve(make());
  } catch (error) {
    reject(error);
  }
}

const NO_BODY = new Set([204, 205, 304]);
/** Of a Response; HTTP has no others. */
const MAX_STATUS = 599;

/** @throws TypeError for a reason that a Response cannot have */
function responseOf(answer: IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = answer;
  if (status > MAX_STATUS) {
    answer.destroy();
    return failureOf(502, NO_VALID_ANSWER);
  }
  const headers = headersOf(endToEnd(answer.rawHeaders));
  // A Response has no trailers.
  headers.delete('trailer');
  const hasBody = !NO_BODY.has(status);
  if (!hasBody) answer.resume();
  return new Response(hasBody ? webStream(answer) : null, { status, statusText, headers });
}

const failureOf = (status: number, message: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  });
