/** A reverse proxy of one target, on Node's http: bodies and answers pass as streams, in both directions. */
import { randomBytes } from 'node:crypto';
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { request as requestHttps, Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { parseUrl } from '../../basics/parse-url.ts';
import { firstValue } from '../request-fields.ts';
import type { Upstream, UpstreamEvents, UpstreamRequest } from '../upstream.ts';
import { endToEnd, withForwarding } from './forwarded-headers.ts';

export interface ProxyOptions {
  /** Scheme, host and port. */
  readonly target: URL;
  /** Whether clients are proxies whose X-Forwarded fields are believed. */
  readonly trustsClients: boolean;
  /** For a connection to the target; default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Until the fields of an answer; default 60 s. */
  readonly answerTimeoutMs?: number;
  /** Between two parts of a body; default 120 s. */
  readonly idleTimeoutMs?: number;
}

export interface Proxy extends Upstream {
  listener(incoming: IncomingMessage, response: ServerResponse): void;
  /** For the server's `upgrade` event of a WebSocket. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Whether the target answers a HEAD of its home page in 2 s, with a status below 500. */
  isTargetUp(): Promise<boolean>;
  close(): void;
}

const UP_TIMEOUT_MS = 2000;
/** Concurrent requests to the target; others wait for one to end. */
const MAX_SOCKETS = 256;
const MAX_IDLE_SOCKETS = 64;

export function createProxy(options: ProxyOptions): Proxy {
  const { target, connectTimeoutMs = 5000, answerTimeoutMs = 60_000, idleTimeoutMs = 120_000 } = options;
  const isTls = target.protocol === 'https:';
  const pool = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_IDLE_SOCKETS };
  const agent = isTls ? new TlsAgent(pool) : new Agent(pool);
  const send = isTls ? requestHttps : requestHttp;
  // A request that comes with it has been here before: the target leads back to this proxy.
  const pseudonym = `legible-${randomBytes(6).toString('hex')}`;

  /** @throws an Error where the path or a field cannot be sent */
  function open(request: UpstreamRequest, extra: readonly string[], isUpgrade = false): ClientRequest {
    const { method, path, rawHeaders, socket, isOwn = false } = request;
    const encrypted = 'encrypted' in socket && socket.encrypted === true;
    const host = firstValue(rawHeaders, 'host');
    const client = {
      address: socket.remoteAddress ?? 'unknown',
      scheme: encrypted ? ('https' as const) : ('http' as const),
      host: host ?? target.host,
    };
    const fields = withForwarding(endToEnd(rawHeaders), client, options.trustsClients || isOwn);
    const settings: RequestOptions = {
      protocol: target.protocol,
      hostname: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method,
      path: originForm(path),
      // A list keeps the order, the case and the repetitions of the client's fields.
      headers: [...fields, ...(host === undefined ? ['Host', target.host] : []), 'Via', `1.1 ${pseudonym}`, ...extra],
      ...(isUpgrade ? { agent: false } : { agent }),
      ...(isTls ? { servername: target.hostname } : {}),
    };
    return send(settings);
  }

  const hasBeenHere = ({ rawHeaders }: Pick<UpstreamRequest, 'rawHeaders'>): boolean =>
    rawHeaders.some(
      (name, at) => at % 2 === 0 && name.toLowerCase() === 'via' && rawHeaders[at + 1]?.includes(pseudonym) === true,
    );

  function exchange(request: UpstreamRequest, events: UpstreamEvents): () => void {
    let outgoing: ClientRequest | undefined;
    if (hasBeenHere(request)) events.failure(508, 'The target of this gateway leads back to it.');
    else attempt(true);
    return () => void outgoing?.destroy();

    function attempt(mayRepeat: boolean): void {
      const sent = openOrFail();
      if (sent === undefined) return;
      outgoing = sent;
      let isLate = false;
      const late = (): void => {
        isLate = true;
        sent.destroy();
      };
      let timer: NodeJS.Timeout | undefined;
      // An upload takes as long as its client needs.
      sent.once('finish', () => {
        timer = setTimeout(late, answerTimeoutMs);
      });
      watchConnecting(sent, connectTimeoutMs, late);
      sent.setTimeout(idleTimeoutMs, late);
      sent.once('close', () => clearTimeout(timer));
      sent.on('information', ({ statusCode, headers }) => {
        if (statusCode === 103 && headers.link !== undefined) events.hints?.(headers.link);
      });
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The target closed a connection that was kept open, just when it was used again: the request has not reached it.
        const isStale = sent.reusedSocket && error.code === 'ECONNRESET' && !isLate;
        const isSafe = request.body === undefined && (request.method === 'GET' || request.method === 'HEAD');
        if (isStale && isSafe && mayRepeat && events.isAwaited()) attempt(false);
        else if (isLate) events.failure(504, 'The target took too long.');
        else events.failure(502, NO_VALID_ANSWER);
      });
      sent.once('response', (answer) => {
        clearTimeout(timer);
        events.answer(answer);
      });
      if (request.body === undefined) sent.end();
      else request.body.pipe(sent);
    }

    function openOrFail(): ClientRequest | undefined {
      try {
        return open(request, framingOf(request));
      } catch {
        events.failure(400, 'The request cannot be passed on.');
        return undefined;
      }
    }
  }

  function listener(incoming: IncomingMessage, response: ServerResponse): void {
    const stop = exchange(requestOf(incoming), {
      hints(link) {
        if (!response.headersSent) response.writeEarlyHints({ link });
      },
      answer: (answer) => pass(answer, response),
      failure: (status, message) => refuse(response, status, message),
      isAwaited: () => !response.headersSent && !response.destroyed,
    });
    response.once('close', () => {
      if (!response.writableFinished) stop();
    });
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (hasBeenHere(incoming)) {
      closeWith(socket, 508, 'Loop Detected');
      return;
    }
    let outgoing: ClientRequest;
    try {
      outgoing = open(requestOf(incoming), ['Connection', 'Upgrade', 'Upgrade', 'websocket'], true);
    } catch {
      closeWith(socket, 400, 'Bad Request');
      return;
    }
    const late = (): void => void outgoing.destroy();
    const timer = setTimeout(late, answerTimeoutMs);
    watchConnecting(outgoing, connectTimeoutMs, late);
    outgoing.once('close', () => clearTimeout(timer));
    socket.once('close', late);
    outgoing.once('error', () => closeWith(socket, 502, 'Bad Gateway'));
    // A refusal has a body that ends with the connection: bytes of the client behind it are never read as a request.
    outgoing.once('response', (answer) => {
      socket.write(headText(answer, ['Connection', 'close']));
      answer.once('error', () => socket.destroy());
      answer.pipe(socket);
    });
    outgoing.once('upgrade', (answer, peer: Socket, first: Buffer) => {
      clearTimeout(timer);
      socket.removeListener('close', late);
      socket.write(headText(answer, ['Connection', 'Upgrade', 'Upgrade', 'websocket']));
      if (first.length > 0) socket.write(first);
      if (head.length > 0) peer.write(head);
      join(socket, peer);
    });
    outgoing.end();
  }

  function isTargetUp(): Promise<boolean> {
    return new Promise((resolve) => {
      const { protocol, hostname, port, host } = target;
      const name = hostname.replace(/^\[|\]$/g, '');
      const outgoing = send({
        protocol,
        hostname: name,
        port,
        method: 'HEAD',
        path: '/',
        headers: { Host: host },
        agent,
      });
      const timer = setTimeout(() => outgoing.destroy(), UP_TIMEOUT_MS);
      outgoing.once('response', (answer) => {
        answer.resume();
        resolve((answer.statusCode ?? 500) < 500);
      });
      outgoing.once('error', () => resolve(false));
      outgoing.once('close', () => {
        clearTimeout(timer);
        resolve(false);
      });
      outgoing.end();
    });
  }

  return { listener, send: exchange, upgrade, isTargetUp, close: () => agent.destroy() };
}

const NO_VALID_ANSWER = 'The target gave no valid answer.';

function requestOf(incoming: IncomingMessage): UpstreamRequest {
  const { method = 'GET', url = '/', rawHeaders, headers, socket } = incoming;
  const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return { method, path: url, rawHeaders, socket, body: hasBody ? incoming : undefined };
}

const WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** How the body is framed for the target: its length is passed on as it came, and chunks are sent as chunks. */
function framingOf({ body, method }: UpstreamRequest): string[] {
  if (body?.headers['transfer-encoding'] !== undefined) return ['Transfer-Encoding', 'chunked'];
  return body !== undefined || WITHOUT_BODY.has(method) ? [] : ['Content-Length', '0'];
}

/** The target of a request without scheme and host; `*` of OPTIONS stays. */
function originForm(url: string): string {
  if (url.startsWith('/') || url === '*') return url;
  const parsed = parseUrl(url);
  return parsed === undefined ? '/' : parsed.pathname + parsed.search;
}

function watchConnecting(outgoing: ClientRequest, timeoutMs: number, late: () => void): void {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(late, timeoutMs);
    socket.once('connect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
}

/** Answers as the target did, and passes its body and trailers on as they come. */
function pass(answer: IncomingMessage, response: ServerResponse): void {
  const { statusCode = 502, statusMessage = '', rawHeaders } = answer;
  try {
    response.writeHead(statusCode, statusMessage, endToEnd(rawHeaders));
  } catch {
    answer.destroy();
    refuse(response, 502, NO_VALID_ANSWER);
    return;
  }
  answer.once('error', () => response.destroy());
  answer.once('aborted', () => response.destroy());
  answer.once('end', () => {
    if (answer.headers.trailer !== undefined) response.addTrailers(pairs(answer.rawTrailers));
    response.end();
  });
  answer.pipe(response, { end: false });
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));

function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  // The rest of the request's body is not read.
  response.setHeader('connection', 'close');
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
  response.end(`${message}\n`);
}

function closeWith(socket: Duplex, status: number, reason: string): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}

/** The head of an answer as bytes; Node has checked its fields, which hold no line breaks. */
function headText({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage, extra: string[]): Buffer {
  const lines = pairs([...endToEnd(rawHeaders), ...extra]).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
}

/** Passes bytes both ways until either end closes. */
function join(one: Duplex, other: Duplex): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.once('close', () => to.destroy());
  }
}
