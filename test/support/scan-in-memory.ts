/** Scans a site that is an object in memory, under a public address: no sockets, so it is quick, and S8 applies. */
import assert from 'node:assert/strict';
import { createRunScan } from '../../src/scanner/engine/run-scan.ts';
import type { ScanReport } from '../../src/scanner/model/scan.ts';
import type { Fetcher, FetchRequest, FetchResult } from '../../src/scanner/net/fetch-types.ts';
import { createHostThrottle } from '../../src/scanner/net/host-throttle.ts';
import type { RequestLedger } from '../../src/scanner/net/request-ledger.ts';
import { createPagePool } from '../../src/scanner/workers/page-pool.ts';
import { ORIGIN } from './artifacts.ts';
import { atEnd } from './at-end.ts';
import type { Answer, Site } from './site-server.ts';

const pool = createPagePool({ threads: 2 });
atEnd(() => pool.close());

/** For a page that never answers. */
export const NO_ANSWER: Answer = { status: 0 };

export interface ScannedInMemory {
  readonly report: ScanReport;
  readonly ledger: RequestLedger;
}

/** Runs one scan of the site at ORIGIN to its report. Rejects when a check throws. axe-core is left out. */
export async function scanInMemory(site: Site, { path = '/', pageLimit = 50 } = {}): Promise<ScannedInMemory> {
  let ledger: RequestLedger | undefined;
  const bugs: string[] = [];
  const runScan = createRunScan({
    fetcher: fetcherOf(site),
    throttle: createHostThrottle({ concurrency: 8 }),
    pool,
    accessibility: { audit: async () => ({ kind: 'not-sampled' }), async close() {} },
    userAgent: 'LegibleBot/1.0 (+https://legible.example/bot)',
    nonceFor: () => 'nothing-has-this-name',
    onBug: (checkId, thrown) => bugs.push(`${checkId}: ${String(thrown)}`),
    onLedger(kept) {
      ledger = kept;
    },
  });
  const sink = { progress() {}, async pages() {}, async latePages() {} };
  const request = { rootUrl: ORIGIN + path, pageLimit, deadlineMs: 60_000 };
  const report = await runScan(request, sink, new AbortController().signal);
  assert.deepEqual(bugs, [], 'no check throws');
  assert.ok(ledger, 'the ledger is handed out');
  return { report, ledger };
}

/** A site in memory; other hosts do not exist. */
function fetcherOf(site: Site): Fetcher {
  return {
    async fetch(request) {
      const { origin } = new URL(request.url);
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
