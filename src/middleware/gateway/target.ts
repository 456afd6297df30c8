/** The target of the gateway: its connections, and how requests to it are written. */
import { randomBytes } from 'node:crypto';
import { Agent, type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps, Agent as TlsAgent, type RequestOptions as TlsRequestOptions } from 'node:https';
import { parseUrl } from '../../basics/parse-url.ts';
import { valuesOf } from '../raw-fields.ts';
import type { UpstreamRequest } from '../upstream.ts';
import { endToEnd, withForwarding } from './forwarded-headers.ts';

export interface Target {
  /**
   * Begins a request without sending its body.
   * @param extra fields of this connection, as a flat list of names and values
   * @param isUpgrade on a connection of its own, which becomes another protocol's
   * @throws an Error where the path or a field cannot be sent
   */
  open(request: UpstreamRequest, extra: readonly string[], isUpgrade?: boolean): ClientRequest;
  /** Whether a request has passed this gateway before, so that the target leads back to it. */
  hasBeenHere(request: Pick<UpstreamRequest, 'rawHeaders'>): boolean;
  /** Whether it answers a HEAD of its home page in 2 s, with a status below 500. */
  isUp(): Promise<boolean>;
  /** Ends its connections. */
  close(): void;
}

const UP_TIMEOUT_MS = 2000;
/** Concurrent requests; others wait for one to end. */
const MAX_SOCKETS = 256;
const MAX_IDLE_SOCKETS = 64;

/**
 * @param url scheme, host and port
 * @param trustsClients whether clients are proxies whose X-Forwarded fields are believed
 */
export function targetAt(url: URL, trustsClients: boolean): Target {
  const isTls = url.protocol === 'https:';
  const pool = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_IDLE_SOCKETS };
  const agent = isTls ? new TlsAgent(pool) : new Agent(pool);
  const send = isTls ? requestHttps : requestHttp;
  const place: TlsRequestOptions = {
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port,
  };
  if (isTls) place.servername = url.hostname;
  const pseudonym = `legible-${randomBytes(6).toString('hex')}`;
  const via = `1.1 ${pseudonym}`;
  return {
    open(request, extra, isUpgrade = false) {
      const { method, path, rawHeaders, socket, isOwn = false } = request;
      const encrypted = 'encrypted' in socket && socket.encrypted === true;
      const host = valuesOf(rawHeaders, 'host')[0];
      const client = {
        address: socket.remoteAddress ?? 'unknown',
        scheme: encrypted ? ('https' as const) : ('http' as const),
        host: host ?? url.host,
      };
      const fields = withForwarding(endToEnd(rawHeaders), client, trustsClients || isOwn);
      if (host === undefined) fields.push('Host', url.host);
      fields.push('Via', via, ...extra);
      // A list keeps the order, the case and the repetitions of the client's fields.
      const settings = { ...place, agent: isUpgrade ? false : agent, method, path: originForm(path), headers: fields };
      const outgoing = send(settings);
      // Of more than 2,000 fields Node would leave out the last, such as one that says that the answer is private.
      outgoing.maxHeadersCount = 0;
      return outgoing;
    },
    hasBeenHere: ({ rawHeaders }) => valuesOf(rawHeaders, 'via').some((value) => value.includes(pseudonym)),
    isUp: () =>
      new Promise((resolve) => {
        const outgoing = send({ ...place, method: 'HEAD', path: '/', headers: { Host: url.host }, agent });
        const timer = setTimeout(() => outgoing.destroy(), UP_TIMEOUT_MS);
        outgoing.once('response', (answer) => {
          answer.resume();
          resolve((answer.statusCode ?? 500) < 500);
        });
        outgoing.on('error', () => resolve(false));
        outgoing.once('close', () => {
          clearTimeout(timer);
          resolve(false);
        });
        outgoing.end();
      }),
    close: () => agent.destroy(),
  };
}

/** The target of a request without scheme and host; `*` of OPTIONS stays. */
function originForm(url: string): string {
  if (url.startsWith('/') || url === '*') return url;
  const parsed = parseUrl(url);
  return parsed === undefined ? '/' : parsed.pathname + parsed.search;
}

/** Calls `late` where a connection is not made in time. */
export function watchConnecting(outgoing: ClientRequest, timeoutMs: number, late: () => void): void {
  outgoing.once('socket', (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(late, timeoutMs);
    socket.once('connect', () => clearTimeout(timer));
    socket.once('close', () => clearTimeout(timer));
  });
}
