/** A site that is an object in memory, as the engine fetches it. */
import assert from 'node:assert/strict';
import type { Fetcher, FetchRequest, FetchResult } from '../../src/scanner/net/fetch-types.ts';
import { ORIGIN } from './artifacts.ts';
import type { Answer, Site } from './site-server.ts';

/** For a page that never answers. */
export const NO_ANSWER: Answer = { status: 0 };

/**
 * A site in memory; other hosts do not exist.
 * @param redirecting origins that answer with a redirect to the same path of the site
 */
export function memoryFetcher(site: Site, redirecting: readonly string[] = []): Fetcher {
  return {
    async fetch(request) {
      const { origin } = new URL(request.url);
      if (redirecting.includes(origin)) {
        const url = ORIGIN + request.url.slice(origin.length);
        const result = resultOf({ ...request, url }, answerOf(site, { ...request, url }));
        if (!result.ok) return result;
        const hops = [{ url: request.url, status: 301 }];
        return { ...result, answer: { ...result.answer, url: request.url, hops } };
      }
      const answer = origin === ORIGIN ? answerOf(site, request) : undefined;
      if (answer !== undefined && answer !== NO_ANSWER) return resultOf(request, answer);
      const failure = { code: answer === undefined ? 'dns' : 'timeout', message: 'no answer' } as const;
      return { ok: false, url: request.url, hops: [], failure };
    },
    async close() {},
  };
}

function answerOf({ pages, fallback = { status: 404, body: 'nothing' } }: Site, request: FetchRequest): Answer {
  const { pathname: path, search } = new URL(request.url);
  const page = pages[path + search] ?? pages[path] ?? fallback;
  const asked = { method: request.method ?? 'GET', path, search, headers: request.headers ?? {}, origin: ORIGIN };
  return typeof page === 'function' ? page(asked) : page;
}

function resultOf({ url }: FetchRequest, { status = 200, headers, body = '' }: Answer): FetchResult {
  assert.ok(typeof body !== 'function', 'these sites do not stream');
  const all = { 'content-type': 'text/html; charset=utf-8', ...headers };
  const contentType = all['content-type'].split(';', 1)[0] ?? '';
  return {
    ok: true,
    answer: { url, finalUrl: url, status, hops: [], headers: all, contentType },
    body: Buffer.from(body),
    firstByteMs: 1,
    totalMs: 1,
  };
}
