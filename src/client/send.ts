/** Sends one call of the client over HTTP, with its retries and errors. */
import { parseUrl } from '../basics/parse-url.ts';
import { OPERATIONS, type OperationId } from './operations.ts';

/** A call that the service refused, or that did not reach it. */
export class LegibleError extends Error {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** What the service calls it, such as `rate_limited`; else `no_answer`, `redirected` or `not_legible`. */
  readonly code: string;
  /** Seconds after which the same call can succeed, where the service said so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    {
      status,
      code,
      retryAfterSeconds,
      cause,
    }: { status?: number; code: string; retryAfterSeconds?: number | undefined; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LegibleError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error in an answer, in any of the forms that interface.md (section 7) tells clients to tolerate. */
function errorOf(status: number, body: unknown, retryAfterSeconds: number | undefined): LegibleError {
  const { error, message, error_description: description } = isRecord(body) ? body : {};
  const inner = isRecord(error) ? error : { code: error, message: message ?? description };
  return new LegibleError(textOr(inner.message, `The service answered ${status}.`), {
    status,
    code: textOr(inner.code, `http_${status}`),
    retryAfterSeconds,
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const textOr = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback;

export interface ClientOptions {
  /** Origin of the server, e.g. https://legible.example. */
  readonly baseUrl: string;
  /** `svc_live_…`; without one only scanMcp and ask work. Sent only over https or to this machine. */
  readonly apiKey?: string | undefined;
  /** Longest Retry-After to wait for, in seconds; a longer one ends the call. Default 120. */
  readonly maxWaitSeconds?: number;
  /** Timeout of one attempt, in milliseconds; default 120,000, because a scan of an MCP server is slow. */
  readonly timeoutMs?: number;
  /** Called before every retry. */
  readonly onRetry?: (why: LegibleError, delayMs: number) => void;
  /** Default the global one. */
  readonly fetch?: typeof fetch;
  /** From 0 to below 1; default Math.random. */
  readonly random?: () => number;
  readonly wait?: typeof wait;
}

/** One call as it goes over HTTP: which part of the request holds each input member. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{name}` is a member of the input. */
  readonly path: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  /** Members that are sent as headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends calls and retries each by the retry rules.
 * @throws TypeError for a key that must not be sent; the message does not repeat it
 */
export function createSend(
  options: ClientOptions,
): (id: OperationId, input: object, signal?: AbortSignal) => Promise<unknown> {
  const problem = options.apiKey === undefined ? undefined : whyNotToSend(options.baseUrl, options.apiKey);
  if (problem !== undefined) throw new TypeError(`apiKey: ${problem}`);
  const { maxWaitSeconds = 120, onRetry, random = Math.random, wait: pause = wait } = options;
  return async (id, input, signal) => {
    const request = requestOf(options.baseUrl, OPERATIONS[id], { ...input });
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(options, request, signal);
      if (!(answer instanceof LegibleError)) return answer;
      const delayMs = retryDelayMs(answer, attempt, random());
      if (delayMs === undefined || (answer.retryAfterSeconds ?? 0) > maxWaitSeconds) throw answer;
      onRetry?.(answer, delayMs);
      await pause(delayMs, signal);
    }
  };
}

/** One attempt: its answer or its error. Rejects only when the caller's signal was aborted. */
async function sendOnce(
  { apiKey, timeoutMs = 120_000, fetch: send = fetch }: ClientOptions,
  { url, headers, ...request }: ReturnType<typeof requestOf>,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await send(url, {
      ...request,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      // A redirect could send the key to another server.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    const text = await response.text();
    if (isRedirect(response)) return redirected(url, response);
    const body = parsed(text);
    if (!response.ok) return errorOf(response.status, body, retryAfterOf(response));
    if (response.status === 204) return undefined;
    return body ?? notLegible(url, response.status);
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = timeout.aborted ? `nothing within ${timeoutMs / 1000} s` : reasonOf(cause);
    return new LegibleError(`${new URL(url).origin} gave no answer: ${reason}.`, { code: 'no_answer', cause });
  }
}

/** Browsers hide the target of a redirect, and report status 0. */
const isRedirect = ({ type, status }: Response) => type === 'opaqueredirect' || (status >= 300 && status <= 399);

function redirected(url: string, { status, headers }: Response): LegibleError {
  const { origin } = new URL(url);
  const location = headers.get('location') ?? '';
  const target = parseUrl(location, url)?.origin ?? origin;
  const where = target === origin ? 'elsewhere' : `to ${target}`;
  return new LegibleError(`${origin} redirects ${where}: name the server by the address that answers itself.`, {
    status,
    code: 'redirected',
  });
}

/** For a successful answer without the members that every Legible server sends. */
export const notLegible = (url: string, status: number): LegibleError =>
  new LegibleError(`${new URL(url).origin} does not answer as a Legible server does; is the address right?`, {
    status,
    code: 'not_legible',
  });

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whole seconds, as the service writes it; an HTTP date, as a proxy in front of it may. */
function retryAfterOf({ headers }: Response): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/** fetch says "fetch failed" and puts the reason into `cause`. */
function reasonOf(thrown: unknown): string {
  const inner = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return inner instanceof Error && inner.message !== '' ? inner.message : 'the connection failed';
}

/** The retry rules that the service prescribes to its clients (interface.md, section 7). */
const ATTEMPTS = 5;
const BASE_MS = 250;
const CAP_MS = 30_000;

interface Refusal {
  /** Undefined when there was no response. */
  readonly status: number | undefined;
  /** Seconds that Retry-After asked for. */
  readonly retryAfterSeconds: number | undefined;
}

/**
 * How long to wait before the same request is sent again: on 429 what Retry-After says; on a 5xx, or without an
 * answer, random(0, 250 ms x 2^n) and 30 s at most, and never less than Retry-After. No other refusal is repeated.
 * @param attempt how many times it was sent, from 1
 * @param random from 0 to below 1
 * @returns milliseconds; undefined when it is not to be sent again
 */
export function retryDelayMs(
  { status, retryAfterSeconds }: Refusal,
  attempt: number,
  random: number,
): number | undefined {
  if (attempt >= ATTEMPTS) return undefined;
  const isTransient = status === undefined || status === 429 || (status >= 500 && status <= 599);
  if (!isTransient) return undefined;
  const backoffMs = random * Math.min(CAP_MS, BASE_MS * 2 ** (attempt - 1));
  if (retryAfterSeconds === undefined) return backoffMs;
  return retryAfterSeconds * 1000 + (status === 429 ? 0 : backoffMs);
}

/** Valid characters of an Authorization header. With others `fetch` throws an error that repeats the key. */
const SENDABLE = /^[\u0021-\u007e]{1,512}$/;

/**
 * Why a key must not be sent to a server: keys go only over TLS (interface.md, section 5) or to this machine.
 * @param baseUrl an absolute http or https URL
 * @returns the requirement that is not met, without the key; undefined when the key may be sent
 */
export function whyNotToSend(baseUrl: string, apiKey: string): string | undefined {
  if (!SENDABLE.test(apiKey)) return 'expected a key of visible ASCII characters, without spaces or line breaks';
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' || /^(?:localhost|.{1,253}\.localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname)) {
    return undefined;
  }
  return 'expected a server with https, for over plain http a key can be read on the way';
}

/** @throws TypeError when a part of the path is missing */
function requestOf(
  baseUrl: string,
  { method, path, query = [], body, headers = {} }: Operation,
  input: Readonly<Record<string, unknown>>,
): { readonly url: string; readonly method: string; readonly headers: Record<string, string>; readonly body?: string } {
  const url = new URL(
    baseUrl.replace(/\/$/, '') +
      path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value = input[name];
        if (typeof value !== 'string' || value === '') throw new TypeError(`${name}: expected text`);
        return encodeURIComponent(value);
      }),
  );
  for (const name of query) if (input[name] !== undefined) url.searchParams.set(name, String(input[name]));
  const sent = Object.entries(headers).flatMap(([member, name]) =>
    input[member] === undefined ? [] : [[name, String(input[member])]],
  );
  return {
    url: url.href,
    method,
    headers: { ...Object.fromEntries(sent), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(Object.fromEntries(body.map((name) => [name, input[name]]))) }),
  };
}

/** Rejects as soon as `signal` is aborted. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
