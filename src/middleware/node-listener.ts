import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { parseUrl } from '../basics/parse-url.ts';
import { type FieldsFor, setFieldsOnWrite } from './answer-fields.ts';
import { capturedAnswer } from './captured-answer.ts';
import { type AgentReadyOptions, type Core, createCore, type Handler } from './core.ts';
import { headersOf } from './raw-fields.ts';
import { isHost } from './request-fields.ts';

/**
 * `agentReady` for servers of Node's http: wraps the listener of one, such as an Express app or the handler that Fastify
 * gives its `serverFactory`. What needs no Markdown goes to the listener as it came, and its answer as it is written;
 * only fields are added.
 */
export function agentReadyListener(listener: RequestListener, options: AgentReadyOptions = {}): RequestListener {
  const core = createCore(options);
  return listenerOf(core, {
    pass: listener,
    passWith(incoming, response, fieldsFor) {
      setFieldsOnWrite(response, fieldsFor);
      listener(incoming, response);
    },
    answer: (incoming, response, url) =>
      answerBy(core, incoming, response, url, (path) => (passed) => {
        const { method, headers, signal } = passed;
        return capturedAnswer(listener, { method, path: path(passed), headers, signal, socket: incoming.socket });
      }),
  });
}

/** The parts of a listener, by what a request needs. */
export interface Answering {
  /** A request whose answer is passed on as it is. */
  pass(incoming: IncomingMessage, response: ServerResponse): void;
  /** One whose answer gets further fields. */
  passWith(incoming: IncomingMessage, response: ServerResponse, fieldsFor: FieldsFor): void;
  /** One that the middleware answers. */
  answer(incoming: IncomingMessage, response: ServerResponse, url: URL): Promise<void>;
}

/** A listener that tells what a request needs. */
export function listenerOf(core: Core, { pass, passWith, answer }: Answering): RequestListener {
  return (incoming, response) => {
    const url = urlOf(incoming);
    const needs =
      url === undefined || hasBody(incoming) || hasCertificate(incoming)
        ? 'nothing'
        : core.needs({ method: incoming.method ?? '', url, get: (name) => fieldOf(incoming, name) });
    if (url === undefined || needs === 'nothing') return pass(incoming, response);
    if (needs === 'fields') return passWith(incoming, response, (head) => core.fields(head, url));
    answer(incoming, response, url).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error\n');
    });
  };
}

function fieldOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : (value ?? null);
}

/** Path and query of a request as they are to be sent: those of the client's own request stay as it wrote them. */
type PathOf = (passed: Request) => string;

/** Writes what the middleware answers. @param handlerWith makes the handler of the site */
export async function answerBy(
  core: Core,
  incoming: IncomingMessage,
  response: ServerResponse,
  url: URL,
  handlerWith: (path: PathOf) => Handler,
): Promise<void> {
  const request = requestOf(incoming, response, url);
  const path: PathOf = (passed) => (passed.url === request.url ? (incoming.url ?? '/') : pathOf(passed.url));
  const answered = await core.answer(request, handlerWith(path));
  const { status, statusText, headers, body } = answered;
  const fields = [...headers].flat();
  if (statusText === '') response.writeHead(status, fields);
  else response.writeHead(status, statusText, fields);
  // The types of Node's streams and those of the web differ only in how they iterate.
  if (body === null) response.end();
  else await pipeline(Readable.fromWeb(body as NodeReadableStream<Uint8Array>), response);
}

/** A body of GET has no meaning (RFC 9110, section 9.3.1), but a server may read it. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** A certificate says who the client is. */
const hasCertificate = ({ socket }: IncomingMessage): boolean => 'authorized' in socket && socket.authorized === true;

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** The address that is asked for; undefined where it is none of this server, such as that of a request to a proxy. */
function urlOf({ url = '', headers: { host = '' }, socket }: IncomingMessage): URL | undefined {
  if (!url.startsWith('/') || !isHost(host)) return undefined;
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  return parseUrl(`${scheme}://${host}${url}`);
}

function requestOf({ method = 'GET', rawHeaders }: IncomingMessage, response: ServerResponse, url: URL): Request {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return new Request(url, { method, headers: headersOf(rawHeaders), signal: controller.signal });
}
