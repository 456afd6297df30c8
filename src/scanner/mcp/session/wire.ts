/** The HTTP requests of one MCP session, and the limits that it keeps to. */

import { defined } from '../../../basics/defined.ts';
import { parseUrl } from '../../../basics/parse-url.ts';
import type { Answer, FetchFailure, Hop, PrivateHostPermit, Probe } from '../../model/http.ts';
import type { McpExchange } from '../../model/mcp.ts';
import type { Fetcher, FetchRequest } from '../../net/fetch-types.ts';
import { looksLikeHtml } from '../../parse/html/rough-html.ts';
import { decodeBody } from '../../parse/http-headers/charset.ts';
import { isHttp } from '../../parse/url/normalise-url.ts';
import { createAnswerReader } from './answer.ts';
import type { Spoken } from './message.ts';
import { createRedirects } from './redirects.ts';

/** For a whole scan: the session, waiting for a thread, and grading. Callers are promised it. */
export const SCAN_MS = 30_000;

/** What one session may cost, on both sides. */
export interface McpLimits {
  /** From connecting to the last byte of one answer. */
  readonly requestMs: number;
  /** The same where an answer may never come by design: a GET, which may open a silent stream, and goodbyes. */
  readonly shortMs: number;
  readonly sessionMs: number;
  /** Requests besides the pages of lists. */
  readonly requests: number;
  /** Redirects followed in one session. */
  readonly redirects: number;
  /** Of one body, decoded. */
  readonly bodyBytes: number;
  /** Of all bodies of the session together, decoded. */
  readonly sessionBytes: number;
  /**
   * JSON values of all answers of the session together. An empty object costs three bytes on the wire and seventy in
   * memory, so that bytes alone bound nothing; 1,000 ordinary tools, listed twice, are 50,000 values.
   */
  readonly sessionValues: number;
  /** Server-sent events of one answer. */
  readonly events: number;
  /** Pages of one list. */
  readonly pages: number;
  /** Items of one list. */
  readonly items: number;
}

export const MCP_LIMITS: McpLimits = {
  requestMs: 8_000,
  shortMs: 3_000,
  // Of SCAN_MS; the rest is for grading.
  sessionMs: 28_000,
  requests: 16,
  redirects: 3,
  bodyBytes: 4 * 1024 * 1024,
  sessionBytes: 16 * 1024 * 1024,
  sessionValues: 200_000,
  events: 200,
  pages: 20,
  items: 1_000,
};

const METADATA_BYTES = 64 * 1024;

interface WireParts {
  readonly fetcher: Pick<Fetcher, 'fetch'>;
  /** As submitted, normalised. */
  readonly endpoint: string;
  readonly permit: PrivateHostPermit | undefined;
  /** The owner's credentials: for the endpoint's own origin, and gone with the first redirect. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly limits: McpLimits;
  /** Milliseconds of a clock that only goes forward. */
  now(): number;
}

/** One session's requests over HTTP. Each rejects only as the fetcher does, or when the signal aborted: what went wrong is an exchange. */
export interface Wire {
  readonly endpoint: string;
  /** Where requests go now: the endpoint, or where its redirects of the same origin led. */
  readonly url: string;
  /** Redirects that `open` met. */
  readonly hops: readonly Hop[];
  /** Where the last one points, as written, when it was not followed. */
  readonly refusedRedirect: string | undefined;
  /** Limits that answers or the session went over so far. */
  readonly limitsHit: ReadonlySet<string>;
  /** Sends the first message of a session: follows 307 and 308 within the origin. */
  open(message: Spoken): Promise<McpExchange>;
  post(message: Spoken, kind?: 'request' | 'page'): Promise<McpExchange>;
  /**
   * A GET that a stream may answer.
   * @param reads `head`: nothing of a stream; `event`: its first event
   */
  get(headers: Readonly<Record<string, string>>, reads: 'head' | 'event'): Promise<McpExchange>;
  /** Says goodbye to a session. */
  remove(headers: Readonly<Record<string, string>>): Promise<void>;
  /**
   * A document that the server's answers link to, fetched without credentials from any public host.
   * @param address as the server wrote it, relative to `url`; an address that is no web address is not fetched, and
   * brings no answer
   */
  document(address: string): Promise<Probe>;
}

type Sent = Pick<FetchRequest, 'method' | 'headers' | 'body' | 'skipBody'> & {
  readonly sentId?: number | undefined;
  readonly awaits?: 'response' | 'event';
  readonly timeoutMs?: number;
};

const OVER: FetchFailure = { code: 'timeout', message: 'the session reached its limit of time or size' };
const NO_ADDRESS: FetchFailure = { code: 'protocol', message: 'the value is not an http or https address' };
const isStream = ({ contentType }: Answer): boolean => contentType === 'text/event-stream';

export function createWire({ fetcher, endpoint, permit, headers, signal, limits, now }: WireParts): Wire {
  const budget = createBudget(limits, now);
  const options = { signal, ...defined({ permit }) };
  const redact = redactor(headers);
  const redirects = createRedirects(endpoint, headers, limits.redirects);
  const limitsHit = new Set<string>();

  async function send(sent: Sent, kind: 'request' | 'page' = 'request'): Promise<McpExchange> {
    const first = await sendOnce(sent, kind);
    // A dropped connection is often only a keep-alive that ended; the second try tells.
    const wasDropped = !first.answered && first.failure.code === 'reset';
    return wasDropped ? sendOnce(sent, kind) : first;
  }

  async function sendOnce(sent: Sent, kind: 'request' | 'page'): Promise<McpExchange> {
    signal.throwIfAborted();
    const { sentId, awaits = 'response', timeoutMs = limits.requestMs, ...request } = sent;
    const grant = budget.grant(kind, timeoutMs);
    if (grant === undefined) {
      limitsHit.add('budget');
      return { answered: false, reason: 'budget', failure: OVER };
    }
    const { maxValues } = grant;
    const reader = createAnswerReader({ sentId, awaits, maxEvents: limits.events, maxValues, redact });
    const result = await fetcher.fetch(
      {
        ...request,
        url: redirects.url,
        headers: { ...redirects.credentials, ...request.headers },
        timeoutMs: grant.timeoutMs,
        maxBytes: grant.maxBytes,
        maxRedirects: 0,
        readUntil: (soFar, answer) => reader.readUntil(soFar, answer),
      },
      options,
    );
    signal.throwIfAborted();
    const exchange = reader.toExchange(result, (failure) => reasonOf(failure, grant));
    budget.spend(reader.bytes, reader.values);
    if (!exchange.answered && exchange.reason !== 'unreachable') limitsHit.add(exchange.reason);
    return exchange;
  }

  const post = ({ headers, body, sentId }: Spoken): Sent => ({ method: 'POST', headers, body, sentId });

  return {
    endpoint,
    get url() {
      return redirects.url;
    },
    hops: redirects.hops,
    limitsHit,
    get refusedRedirect() {
      return redirects.refused;
    },
    async open(message) {
      for (;;) {
        const exchange = await send(post(message));
        if (!exchange.answered || !redirects.follow(exchange)) return exchange;
      }
    },
    post: (message, kind) => send(post(message), kind),
    get: (own, reads) =>
      send({
        method: 'GET',
        headers: { ...own, accept: 'text/event-stream' },
        awaits: 'event',
        timeoutMs: limits.shortMs,
        ...(reads === 'head' ? { skipBody: isStream } : {}),
      }),
    async remove(own) {
      await sendOnce({ method: 'DELETE', headers: own, timeoutMs: limits.shortMs }, 'request');
    },
    async document(address) {
      signal.throwIfAborted();
      const target = parseUrl(address, redirects.url);
      if (target === undefined || !isHttp(target)) {
        return { answered: false, url: address, hops: [], failure: NO_ADDRESS };
      }
      const { href } = target;
      const grant = budget.grant('request', limits.requestMs);
      if (grant === undefined) return { answered: false, url: href, hops: [], failure: OVER };
      const { timeoutMs } = grant;
      const maxBytes = Math.min(METADATA_BYTES, grant.maxBytes);
      const accept = { accept: 'application/json' };
      const request = { url: href, headers: accept, timeoutMs, maxBytes, maxRedirects: limits.redirects };
      const result = await fetcher.fetch(request, options);
      signal.throwIfAborted();
      if (!result.ok) return { answered: false, url: href, hops: result.hops, failure: result.failure };
      const { answer, body } = result;
      budget.spend(body.length, 0);
      const { text, validUtf8 } = decodeBody(body, answer.headers['content-type']);
      const isHtml = looksLikeHtml(text, answer.contentType);
      return { answered: true, ...answer, text, bodyBytes: body.length, validUtf8, isHtml, isControl: false };
    },
  };
}

function reasonOf({ code }: FetchFailure, grant: Grant): Extract<McpExchange, { answered: false }>['reason'] {
  if (code === 'timeout') return grant.isShortOfTime ? 'budget' : 'timeout';
  if (code === 'too_large') return grant.isShortOfBytes ? 'budget' : 'too_large';
  return 'unreachable';
}

/** What one request may use. */
interface Grant {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** JSON values. */
  readonly maxValues: number;
  /** The time or the bytes are fewer than a request has by itself, because the session has no more. */
  readonly isShortOfTime: boolean;
  readonly isShortOfBytes: boolean;
}

/** Time, bytes and requests that one session has left. */
interface Budget {
  /** Undefined when the session has nothing left. Pages of lists are not counted as requests. */
  grant(kind: 'request' | 'page', wantedMs: number): Grant | undefined;
  spend(bytes: number, values: number): void;
}

/** @param now milliseconds of a clock that only goes forward */
function createBudget(limits: McpLimits, now: () => number): Budget {
  const endsAt = now() + limits.sessionMs;
  let requests = 0;
  let bytes = 0;
  let values = 0;
  return {
    grant(kind, wantedMs) {
      const leftMs = Math.floor(endsAt - now());
      const leftBytes = limits.sessionBytes - bytes;
      const leftValues = limits.sessionValues - values;
      if (leftMs <= 0 || leftBytes <= 0 || leftValues <= 0) return undefined;
      if (kind === 'request') {
        if (requests === limits.requests) return undefined;
        requests += 1;
      }
      return {
        timeoutMs: Math.min(wantedMs, leftMs),
        maxBytes: Math.min(limits.bodyBytes, leftBytes),
        maxValues: leftValues,
        isShortOfTime: leftMs < wantedMs,
        isShortOfBytes: leftBytes < limits.bodyBytes,
      };
    },
    spend(newBytes, newValues) {
      bytes += newBytes;
      values += newValues;
    },
  };
}

const MIN_LENGTH = 6;
const REDACTED = '[redacted]';

/**
 * Takes the credentials that are sent to a server out of what it answers: some echo them, and answers are quoted in
 * reports. Shorter values than six characters stay, since nothing would be left of an ordinary text without them.
 * @param headers those that carry the credentials; of "Bearer x", x is one too
 */
function redactor(headers: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = Object.values(headers)
    .flatMap((value) => [value.trim(), value.trim().split(' ').at(-1) ?? ''])
    .filter((secret) => secret.length >= MIN_LENGTH);
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}
