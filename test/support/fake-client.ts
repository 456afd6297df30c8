/** A scan's client over a table of answers instead of a network: for gatherers that ask public hosts. */

import type { GatherContext } from '../../src/scanner/gather/define.ts';
import type { FetchFailure, Hop } from '../../src/scanner/model/http.ts';
import type { FetchRequest, FetchResult } from '../../src/scanner/net/fetch-types.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import { createLedger, createSiteClient, type SiteClient } from '../../src/scanner/net/site-client.ts';

export type FakeAnswer =
  | FetchFailure['code']
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
      /** Where redirects led; every one of `hops` comes before it. */
      readonly finalUrl?: string;
      readonly hops?: readonly Hop[];
    };

export interface FakeClient {
  readonly client: SiteClient;
  /** In the order in which they were sent. */
  readonly sent: readonly FetchRequest[];
}

/**
 * @param answerTo what a request brings; undefined is a 404 page. Where no type is given, it is text/html.
 */
export function fakeClient(answerTo: (request: FetchRequest) => FakeAnswer | undefined): FakeClient {
  const sent: FetchRequest[] = [];
  const client = createSiteClient({
    fetcher: {
      async fetch(request) {
        sent.push(request);
        return resultOf(request.url, answerTo(request) ?? NOT_FOUND);
      },
      async close() {},
    },
    throttle: createHostThrottle({ concurrency: 8 }),
    ledger: createLedger(),
    purpose: 'link',
    permit: undefined,
    signal: new AbortController().signal,
  });
  return { client, sent };
}

/** The same, with one answer a URL. */
export const fakeClientOf = (answers: Readonly<Record<string, FakeAnswer>>): FakeClient =>
  fakeClient(({ url }) => answers[url]);

const NOT_FOUND: FakeAnswer = { status: 404, body: '<!doctype html><title>Not found</title>' };

function resultOf(url: string, answer: FakeAnswer): FetchResult {
  if (typeof answer === 'string') {
    return { ok: false, url, hops: [], failure: { code: answer, message: `a failure of the kind ${answer}` } };
  }
  const { status = 200, body = '', finalUrl = url, hops = [] } = answer;
  const headers = { 'content-type': 'text/html; charset=utf-8', ...answer.headers };
  const contentType = headers['content-type'].split(';', 1)[0] ?? '';
  return {
    ok: true,
    answer: { url, finalUrl, status, hops, headers, contentType },
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    firstByteMs: 1,
    totalMs: 1,
  };
}

/** The context of a gatherer, apart from its artifacts. */
export const gatherContext = (client: SiteClient, overrides: Partial<GatherContext> = {}): GatherContext => ({
  client,
  sitemaps: client,
  links: client,
  actionClient: client,
  isExcluded: () => false,
  nonce: 'n',
  controls: { answers: [], bodies: [] },
  userAgent: 'LegibleBot/1.0 (+https://legible.example/bot)',
  ...overrides,
});
