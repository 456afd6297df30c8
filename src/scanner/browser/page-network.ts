/**
 * Answers what pages ask for. The browser itself has no network: each request is sent by the scanner's own client, with its
 * guard, its signature, its pace and its limits, or it is refused.
 */

import type { BrowserContext, Request, Route } from 'playwright-core';
import { parseUrl } from '../../basics/parse-url.ts';
import type { BrowserPage, RefusedBy } from '../model/browser.ts';
import type { FetchResult } from '../net/fetch-types.ts';
import type { SiteClient } from '../net/site-client.ts';
import { isHttp } from '../parse/url/normalise-url.ts';
import { readRobotsRules } from './robots-rules.ts';

/** Of one page. */
const MAX_REQUESTS = 150;
/** Of one answer, and of all answers that a pass keeps for its other pages. */
const MAX_BYTES = 5_000_000;
const MAX_KEPT_BYTES = 40_000_000;
/** Hosts besides the site's own whose robots.txt is read; requests to further ones are refused. */
const MAX_OTHER_ORIGINS = 15;
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Nothing that agents read. */
const UNUSED_TYPES = new Set(['media', 'eventsource', 'websocket', 'ping', 'beacon', 'cspviolationreport']);
/** Of the page's own request; the client adds its name and its signature. */
const SENT_HEADERS = [
  'accept',
  'accept-language',
  'origin',
  'access-control-request-method',
  'access-control-request-headers',
];
/** The body is decoded, and no session is kept. */
const DROPPED_HEADERS = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'set-cookie', 'location']);

export interface PageNetwork {
  /** Answers all requests of the profile; counts them for the page that is open. */
  install(context: BrowserContext): Promise<void>;
  /**
   * The status with which an address of the site answers a GET; undefined where it may not be asked for, or gives no answer.
   * @param url absolute
   */
  statusOf(url: string): Promise<number | undefined>;
  /** To be called for each page, whose requests are counted anew. Answers the counter of those that are refused, by address. */
  begin(): Readonly<Partial<Record<RefusedBy, number>>>;
}

/**
 * @param client asks as the scan does; it holds robots.txt of the site itself
 * @param origin of the site: robots.txt of every other origin is read before it is asked for anything
 */
export function createPageNetwork(client: SiteClient, origin: string): PageNetwork {
  const kept = new Map<string, FetchResult>();
  let keptBytes = 0;
  const robots = new Map<string, Promise<(url: string) => boolean>>([[origin, Promise.resolve(() => true)]]);
  let count = newCount();

  const mayAsk = async (url: URL): Promise<RefusedBy | undefined> => {
    const known = robots.get(url.origin);
    if (known === undefined && robots.size > MAX_OTHER_ORIGINS) return 'limit';
    const rule = known ?? readRobotsRules(client, url.origin);
    robots.set(url.origin, rule);
    return (await rule)(url.href) ? undefined : 'robots';
  };

  const answer = async (route: Route, request: Request): Promise<void> => {
    const refuse = async (by: RefusedBy): Promise<void> => {
      const what = `${by} ${request.method()} ${request.url()}`;
      if (!count.known.has(what)) count.refused[by] = (count.refused[by] ?? 0) + 1;
      count.known.add(what);
      await route.abort('blockedbyclient');
    };
    const url = parseUrl(request.url());
    if (url === undefined || !isHttp(url)) return refuse('scheme');
    if (!SAFE_METHODS.has(request.method()) || request.postDataBuffer() !== null) return refuse('method');
    if (UNUSED_TYPES.has(request.resourceType())) return refuse('scheme');
    count.requests += 1;
    if (count.requests > MAX_REQUESTS) return refuse('limit');
    const refusal = await mayAsk(url);
    if (refusal !== undefined) return refuse(refusal);
    const result = await ask(request, url);
    if (!result.ok) return refuse(result.failure.code === 'robots' ? 'robots' : 'failure');
    await route.fulfill(responseOf(request, result));
  };

  const ask = async (request: Request, { href }: URL): Promise<FetchResult> => {
    const sent = await request.allHeaders();
    const headers = Object.fromEntries(
      SENT_HEADERS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]])),
    );
    const method = request.method() as 'GET' | 'HEAD' | 'OPTIONS'; // one of SAFE_METHODS
    const keyOf = (url: string) => [method, url, headers.accept, headers.origin].join(' ');
    const known = kept.get(keyOf(href));
    if (known !== undefined) return known;
    const result = await client.probe({ url: href, method, headers, maxBytes: MAX_BYTES });
    const bytes = result.ok ? result.body.length : 0;
    if (keptBytes + bytes > MAX_KEPT_BYTES) return result;
    keptBytes += bytes;
    kept.set(keyOf(href), result);
    if (result.ok) kept.set(keyOf(result.answer.finalUrl), result);
    return result;
  };

  return {
    async install(context) {
      await context.route('**/*', (route, request) =>
        answer(route, request).catch(() => route.abort('failed').catch(() => undefined)),
      );
      await context.routeWebSocket(/.*/, (socket) => socket.close());
    },
    async statusOf(url) {
      if (parseUrl(url)?.origin !== origin || count.requests >= MAX_REQUESTS) return undefined;
      count.requests += 1;
      const result = await client.probe({ url, method: 'GET', headers: {}, maxBytes: MAX_BYTES });
      return result.ok ? result.answer.status : undefined;
    },
    begin() {
      count = newCount();
      return count.refused;
    },
  };
}

/** Requests that a visitor's browser makes and this one did not. */
export const notMade = ({ method = 0, robots = 0, limit = 0, failure = 0 }: BrowserPage['refused']): number =>
  method + robots + limit + failure;

interface Count {
  requests: number;
  readonly refused: Partial<Record<RefusedBy, number>>;
  readonly known: Set<string>;
}
const newCount = (): Count => ({ requests: 0, refused: {}, known: new Set() });

function responseOf(request: Request, { answer, body }: Extract<FetchResult, { ok: true }>) {
  const isDocument = request.resourceType() === 'document';
  // The browser would take the last answer for that of the first address; so it is sent to the last one, which is kept.
  if (isDocument && answer.finalUrl !== request.url() && !isSamePlace(answer.finalUrl, request.url())) {
    const target = answer.finalUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return {
      status: 200,
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${target}">`,
    };
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) if (!DROPPED_HEADERS.has(name)) headers[name] = value;
  return { status: answer.status, headers, body: Buffer.from(body) };
}

const isSamePlace = (one: string, other: string): boolean => one.split('#', 1)[0] === other.split('#', 1)[0];
