/** Sends the requests of scans through the guard, as the profile of the scan wants them to look. */

import { defined } from '../../basics/defined.ts';
import { parseUrl } from '../../basics/parse-url.ts';
import type { Answer, Hop } from '../model/http.ts';
import { isHttp, tidyUrl } from '../parse/url/normalise-url.ts';
import {
  ACCEPT_ENCODING,
  answerOf,
  FetchError,
  failureOf,
  follow,
  isRedirect,
  type RawHeaders,
  readBody,
  type Sending,
} from './answer.ts';
import { onAbort } from './deadline.ts';
import type {
  Fetcher,
  FetchOptions,
  FetchRequest,
  FetchResult,
  RequestProfile,
  Resolve,
  SignRequest,
} from './fetch-types.ts';
import { systemResolve } from './resolve-host.ts';
import { createSender, type Received } from './send.ts';

const DEFAULTS = { maxBytes: 5_000_000, timeoutMs: 10_000, maxRedirects: 5 };

/**
 * The only way the scanner reaches the network. Requests go out over two routes with connections of their own: one
 * that reaches public addresses, and one for exactly the host and port of a permit, so that a private host's
 * pooled connections are out of reach of every request without that permit.
 *
 * `ca` replaces the trusted authorities (PEM); `sign` adds headers to each request that is sent.
 */
export function createFetcher({
  userAgent,
  resolve = systemResolve,
  ca,
  sign = () => ({}),
}: {
  userAgent: string;
  resolve?: Resolve;
  ca?: string;
  sign?: SignRequest;
}): Fetcher {
  const sender = createSender({ resolve, ca, sign });

  /** Resolves with the head of the answer, as the profile of the scan has both. */
  async function send(sending: Sending, { permit, profile }: FetchOptions, signal: AbortSignal): Promise<Received> {
    const received = await sender.send(outward(sending, profile), permit, signal);
    return { ...received, headers: inwardHeaders(received.headers, profile) };
  }

  /** Sends the request and follows its redirects, noting each in `hops`. */
  async function travel(
    request: FetchRequest,
    options: FetchOptions,
    hops: Hop[],
    signal: AbortSignal,
  ): Promise<{ sending: Sending; received: Received }> {
    const { maxRedirects = DEFAULTS.maxRedirects } = request;
    let sending = firstSending(request, options.profile?.userAgent ?? userAgent);
    const visited = new Set<string>();
    for (;;) {
      signal.throwIfAborted();
      visited.add(sending.url.href);
      const received = await send(sending, options, signal);
      const { status, headers } = received;
      if (maxRedirects === 0 || !isRedirect(status, headers)) return { sending, received };

      hops.push({ url: sending.url.href, status });
      if (hops.length > maxRedirects) {
        throw new FetchError('too_many_redirects', `there are more than ${maxRedirects} redirects`);
      }
      sending = follow(sending, status, headers);
      if (visited.has(sending.url.href))
        throw new FetchError('too_many_redirects', 'the redirects run in a circle', { isCircle: true });
      const refusal = request.mayFollow?.(sending.url);
      if (refusal !== undefined) throw new FetchError(refusal.code, refusal.message);
    }
  }

  return {
    async fetch(request, options = {}): Promise<FetchResult> {
      const { maxBytes = DEFAULTS.maxBytes, timeoutMs = DEFAULTS.timeoutMs } = request;
      const startedAt = performance.now();
      const hops: Hop[] = [];
      const controller = new AbortController();
      const deadline = setTimeout(
        () => controller.abort(new FetchError('timeout', `no answer within ${timeoutMs / 1000} s`)),
        timeoutMs,
      );
      const stopListening = onAbort(options.signal, () =>
        controller.abort(new FetchError('timeout', 'the scan ended before the answer was complete')),
      );
      try {
        const { sending, received } = await travel(request, options, hops, controller.signal);
        const firstByteMs = performance.now() - startedAt;
        const answer: Answer = answerOf(request, { url: sending.url, hops, ...received });
        const { skipBody, readUntil } = request;
        const body =
          skipBody?.(answer) === true || isLengthOfAnother(received)
            ? discard(received)
            : await readBody(received.body, {
                contentEncoding: contentEncodingOf(sending, received),
                maxBytes,
                ...defined({ keepBytes: request.keepBytes }),
                signal: controller.signal,
                ...(readUntil === undefined ? {} : { readUntil: (soFar) => readUntil(soFar, answer) }),
              });
        const totalMs = performance.now() - startedAt;
        return { ok: true, answer, body: inwardBody(body, answer.contentType, options.profile), firstByteMs, totalMs };
      } catch (error) {
        const { aborted, reason } = controller.signal;
        return { ok: false, url: request.url, hops, failure: failureOf(aborted ? reason : error) };
      } finally {
        clearTimeout(deadline);
        stopListening();
        // Aborting closes the connection of an unread body. A redirect's small body is already in undici's buffer, so
        // its connection stays usable.
        controller.abort();
      }
    },
    close: () => sender.close(),
  };
}

function firstSending({ url: text, method = 'GET', headers = {}, body }: FetchRequest, userAgent: string): Sending {
  const url = parseUrl(text);
  if (url === undefined || !isHttp(url)) {
    throw new FetchError('blocked_address', 'only http and https URLs are fetched');
  }
  return {
    url: tidyUrl(url),
    method,
    headers: { 'user-agent': userAgent, 'accept-encoding': ACCEPT_ENCODING, ...headers },
    body,
  };
}

/**
 * A 304 that names the length of the page it leaves out, as RFC 9110 (8.6) allows: undici takes that for a body that was
 * cut short.
 */
const isLengthOfAnother = ({ status, headers }: Received): boolean =>
  status === 304 && headers['content-length'] !== undefined;

/** Drops a body that is not read, and its connection with it. */
function discard({ body }: Received): Uint8Array {
  body.on('error', () => {}).destroy();
  return new Uint8Array();
}

/** '' where there is no body, whatever the header says. */
function contentEncodingOf(sending: Sending, { status, headers }: Received): string {
  if (sending.method === 'HEAD' || status === 204 || status === 304) return '';
  const value = headers['content-encoding'];
  return typeof value === 'string' ? value : (value?.join(',') ?? '');
}

/** The request as it goes over the wire. */
function outward(sending: Sending, profile: RequestProfile | undefined): Sending {
  if (profile === undefined || sending.url.origin !== profile.origin) return sending;
  const { pathname, search } = sending.url;
  return {
    ...sending,
    url: profile.servedBy === undefined ? sending.url : new URL(`${profile.servedBy}${pathname}${search}`),
    headers: { ...sending.headers, ...profile.headers },
  };
}

/** An answer's headers with the preview's origin written as the site's. */
function inwardHeaders(headers: RawHeaders, profile: RequestProfile | undefined): RawHeaders {
  const { origin, servedBy } = profile ?? {};
  if (origin === undefined || servedBy === undefined) return headers;
  const rename = (text: string) => renameOrigin(text, servedBy, origin);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value === undefined ? undefined : typeof value === 'string' ? rename(value) : value.map(rename),
    ]),
  );
}

/** An answer's body likewise, where it is text. */
function inwardBody(body: Uint8Array, contentType: string, profile: RequestProfile | undefined): Uint8Array {
  if (profile?.servedBy === undefined || !/text|xml|json|markdown|javascript/.test(contentType)) return body;
  // Latin-1 keeps every byte as it is, and an origin is ASCII.
  return Buffer.from(renameOrigin(Buffer.from(body).toString('latin1'), profile.servedBy, profile.origin), 'latin1');
}

/** Every place where the origin ends: `http://localhost:80` is no part of `http://localhost:8080`. */
export function renameOrigin(text: string, from: string, to: string): string {
  const [first = '', ...rest] = text.split(from);
  let renamed = first;
  for (const part of rest) renamed += (/^[.:]?[\w-]/.test(part) ? from : to) + part;
  return renamed;
}
