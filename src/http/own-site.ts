/** The hosts and origins that may use this service. */
import type { IncomingMessage } from 'node:http';
import type { ServerMiddleware, ServerRequest } from 'srvx';
import { parseUrl } from '../basics/parse-url.ts';
import { ServiceError, STATUS_OF } from '../errors.ts';
import { pathOf } from './methods.ts';
import { noteFailureBody } from './request-context.ts';

/** The host names of this service. They stop pages of other sites from using it across origins or by DNS rebinding. */
export interface OwnSite {
  /** Whether a Host header names this service. */
  allowsHost(host: string | null | undefined): boolean;
  /** Whether a page with this Origin belongs to the service that `host` names. Without an Origin no page sent the request. */
  allowsOrigin(origin: string | null | undefined, host: string | null | undefined): boolean;
  /**
   * Checks the Host of a request before anything else reads it. HTTP/1.0 may leave Host out: no browser does.
   * @throws ServiceError invalid_request for a missing, repeated or malformed Host, wrong_host for another service's name
   */
  requireHost(request: RequestHead): void;
}

type RequestHead = Pick<IncomingMessage, 'headers' | 'httpVersion' | 'rawHeaders' | 'url'>;

/** A host and perhaps a port: nothing that the URL parser would read as credentials, a path or a query. */
const HOST = /^(?:\[[\da-f:.]{2,45}\]|[^\s/\\?#@:[\]]{1,255})(?::\d{1,5})?$/i;
const LOOPBACK = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/;

/**
 * Loopback names are allowed with any port, and BASE_URL's host name too: published ports, tunnels and proxies change
 * the port. DNS rebinding needs a name that its owner can point elsewhere, so the port proves nothing.
 */
export function createOwnSite(baseUrl: string): OwnSite {
  const { hostname: own } = new URL(baseUrl);
  const allowsHost: OwnSite['allowsHost'] = (host) => {
    const hostname = hostnameOf(host ?? '');
    return hostname !== undefined && (hostname === own || isLoopbackName(hostname));
  };
  return {
    allowsHost,
    allowsOrigin: (origin, host) =>
      (origin ?? undefined) === undefined || origin === baseUrl || (origin === `http://${host}` && allowsHost(host)),
    requireHost(request) {
      requireOneHost(request);
      const { headers, url = '' } = request;
      // An absolute request target replaces the Host header (RFC 9112, section 3.2.2).
      const target = url.startsWith('/') ? undefined : parseUrl(url)?.host;
      const hosts = [headers.host, target].filter((host) => host !== undefined);
      if (hosts.every(allowsHost)) return;
      throw new ServiceError('wrong_host', `Host: this service is ${baseUrl}. Send the request there.`);
    },
  };
}

/** Whether a host, as `URL.hostname` writes it, is this machine and cannot be another one. */
const isLoopbackName = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * RFC 9112, section 3.2. Node keeps the first of several Host headers and answers a missing one without a body.
 * @throws ServiceError invalid_request
 */
export function requireOneHost({ headers: { host }, httpVersion, rawHeaders }: RequestHead): void {
  const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (count > 1) throw new ServiceError('invalid_request', 'Host: expected one, not several.');
  if (httpVersion === '1.1' && host === undefined) {
    throw new ServiceError('invalid_request', 'Host: HTTP/1.1 wants it of every request.');
  }
  if (host !== undefined && host !== '' && hostnameOf(host) === undefined) {
    throw new ServiceError('invalid_request', 'Host: expected a host name, with a port if there is one.');
  }
}

const hostnameOf = (host: string): string | undefined =>
  HOST.test(host) ? parseUrl(`http://${host}`)?.hostname : undefined;

/** Balancers and monitors ask these by address; none of them reads or changes anything of a caller. */
const EXEMPT: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

interface HostGuardParts {
  readonly ownSite: Pick<OwnSite, 'requireHost'>;
  /** The body of a refusal at this path, where it is not the common envelope. */
  failureBodyAt(path: string): ((error: ServiceError) => Record<string, unknown>) | undefined;
}

/**
 * Refuses requests for another host (421), which prevents DNS rebinding. WebSockets pass no middleware: their endpoint
 * makes the same check.
 */
export function createHostGuard({ ownSite, failureBodyAt }: HostGuardParts): ServerMiddleware {
  return (request: ServerRequest, next) => {
    const path = pathOf(request);
    const incoming = request.runtime?.node?.req;
    if (incoming === undefined || EXEMPT.has(path)) return next();
    const failureBody = failureBodyAt(path);
    if (failureBody !== undefined) noteFailureBody(request, failureBody);
    ownSite.requireHost(incoming);
    return next();
  };
}

/** Headers that scripts of other origins may read in addition to the body. */
const EXPOSED = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'RateLimit-Policy',
  'RateLimit',
  'Retry-After',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'X-PAYMENT-RESPONSE',
  'Idempotency-Key',
  'Idempotency-Replayed',
  'X-Request-Id',
  'ETag',
  'Location',
  'Content-Digest',
  'Signature',
  'Signature-Input',
].join(', ');
const ACCEPTED = [
  // Stock x402 clients send it with their requests, where it means nothing.
  'Access-Control-Expose-Headers',
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'Last-Event-ID',
  'PAYMENT-SIGNATURE',
  'X-PAYMENT',
].join(', ');
const PREFLIGHT_KEPT_SECONDS = '86400';

/**
 * Lets scripts of any origin use the public paths (Fetch standard, CORS protocol), never with credentials. Other paths,
 * those for keys and the MCP endpoints among them, get no such header, so browsers keep other websites away from them.
 */
export function createCors(isPublic: (pathname: string) => boolean): ServerMiddleware {
  return async (request, next) => {
    if (!isPublic(pathOf(request))) return next();
    const response = await next();
    // The host names another service, so scripts get no CORS headers.
    if (response.status === STATUS_OF.wrong_host) return response;
    response.headers.set('access-control-allow-origin', '*');
    response.headers.set('access-control-expose-headers', EXPOSED);
    if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method')) {
      const methods = response.headers.get('allow');
      if (methods !== null) response.headers.set('access-control-allow-methods', methods);
      response.headers.set('access-control-allow-headers', ACCEPTED);
      response.headers.set('access-control-max-age', PREFLIGHT_KEPT_SECONDS);
    }
    return response;
  };
}
