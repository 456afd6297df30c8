import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Fetcher, FetchRequest, FetchResult } from '../../../src/scanner/net/fetch-types.ts';
import { createHostThrottle } from '../../../src/scanner/net/host-throttle.ts';
import type { RequestLedger, RequestPurpose } from '../../../src/scanner/net/request-ledger.ts';
import { createRunScan } from '../../../src/scanner/run-scan.ts';
import type { ScanReport } from '../../../src/scanner/scan-types.ts';
import { createAccessibilityPool } from '../../../src/scanner/workers/accessibility-pool.ts';
import { createPagePool } from '../../../src/scanner/workers/page-pool.ts';
import { brokenCapabilities, capableSite } from '../../fixtures/sites/capable-site.ts';
import { carelessPublisher } from '../../fixtures/sites/careless-publisher.ts';
import { goodSite } from '../../fixtures/sites/good-site.ts';
import { manyPages } from '../../fixtures/sites/many-pages.ts';
import { plainText, sitemapOf } from '../../fixtures/sites/simple-page.ts';
import type { Answer, Page, Site } from '../../support/site-server.ts';

/** A public site, because those are asked for their other hosts as well. */
const ORIGIN = 'https://site.example';

const pool = createPagePool({ threads: 2 });
const accessibility = createAccessibilityPool();
after(() => Promise.all([pool.close(), accessibility.close()]));

async function scan(site: Site, { path = '/', pageLimit = 50 } = {}) {
  let ledger: RequestLedger | undefined;
  const runScan = createRunScan({
    fetcher: fetcherOf(site),
    throttle: createHostThrottle({ concurrency: 8 }),
    pool,
    accessibility,
    userAgent: 'LegibleBot/1.0 (+https://legible.example/bot)',
    nonceFor: () => 'nothing-has-this-name',
    onBug: (checkId, thrown) => assert.fail(`${checkId}: ${String(thrown)}`),
    onLedger(kept) {
      ledger = kept;
    },
  });
  const sink = { progress() {}, async pages() {}, async latePages() {} };
  const request = { rootUrl: ORIGIN + path, pageLimit, deadlineMs: 60_000 };
  const report = await runScan(request, sink, new AbortController().signal);
  assert.equal(report.status, 'completed');
  assert.ok(ledger);
  return { report, counts: countsOf(ledger), urls: ledger.entries.map(({ url }) => url).sort() };
}

function countsOf({ entries }: RequestLedger): Record<RequestPurpose, number> {
  const counts = { page: 0, twin: 0, sitemap: 0, link: 0, probe: 0 };
  for (const { purpose } of entries) counts[purpose] += 1;
  return counts;
}

/** A site in memory; other hosts do not exist. */
function fetcherOf(site: Site): Fetcher {
  return {
    async fetch(request) {
      const { origin } = new URL(request.url);
      if (origin === ORIGIN) return resultOf(request, answerOf(site, request));
      return { ok: false, url: request.url, hops: [], failure: { code: 'dns', message: 'no such name' } };
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

/** Pages answer Markdown to those who ask for it, and all say how they can be checked for changes. */
function negotiating({ pages, ...rest }: Site): Site {
  const both =
    (page: Page): Page =>
    (request) => {
      const answer = typeof page === 'function' ? page(request) : page;
      const isHtml = answer.headers?.['content-type']?.startsWith('text/html') ?? true;
      const headers = { ...answer.headers, etag: '"1"', vary: 'Accept' };
      if (!isHtml || !request.headers.accept?.startsWith('text/markdown')) return { ...answer, headers };
      return { headers: { ...headers, 'content-type': 'text/markdown; charset=utf-8' }, body: '# A page\n\nWords.\n' };
    };
  return { ...rest, pages: Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, both(page)])) };
}

const listOf = (paths: readonly string[]) =>
  plainText(`# Site\n\n> About.\n\n## Pages\n\n${paths.map((path) => `- [Page](${path}): words`).join('\n')}\n`);
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
const elsewhere = numbered(30, 'https://elsewhere.example/');

/** Offers all there is, links to far more than is read, and is missing in every place where it is looked for first. */
const demanding = (site: Site): Site => {
  const many = manyPages(300);
  return negotiating({
    pages: {
      ...many.pages,
      ...site.pages,
      '/sitemap.xml': sitemapOf(['/', ...Object.keys(many.pages).filter((path) => path.startsWith('/section-'))]),
      '/llms.txt': listOf([...numbered(150, '/section-3/page-'), ...numbered(100, '/missing-'), ...elsewhere]),
    },
  });
};

const SITES: Readonly<Record<string, { site: Site; path?: string; pageLimit?: number }>> = {
  'that does everything right': { site: goodSite },
  'of many pages': { site: manyPages(300), pageLimit: 5 },
  'without any file': { site: { pages: { '/': manyPages(2).pages['/'] ?? {} } } },
  'that publishes carelessly': { site: carelessPublisher },
  'that offers agents everything': { site: capableSite },
  'that breaks every promise': { site: brokenCapabilities },
  'that is good, large and negotiates': { site: demanding(goodSite), pageLimit: 5 },
  'that offers everything, is large and negotiates': { site: demanding(capableSite), pageLimit: 5 },
  'that promises everything, is large and negotiates': { site: demanding(brokenCapabilities), pageLimit: 5 },
  'that is read from a folder of it': { site: demanding(capableSite), path: '/docs/api/orders', pageLimit: 5 },
};

describe('requests of a whole scan (catalogue, section 2)', () => {
  for (const [name, { site, ...options }] of Object.entries(SITES)) {
    it(`are at most 40 fixed probes and 60 samples of links for a site ${name}`, async () => {
      const { report, counts, urls } = await scan(site, options);
      const told = JSON.stringify(counts);
      assert.ok(counts.probe <= 40 && counts.link <= 60, told);
      // Pages of the first three try every form of name; all others make do with one.
      assert.ok(counts.page + counts.twin <= 3 * (report.pagesScanned + 3), told);
      assert.deepEqual(unmeasured(report), [], 'what is asked is enough for every check');
      const again = await scan(site, options);
      assert.deepEqual(again.urls, urls, 'the same ones every time');
    });
  }

  it('are shared by the samples of sitemap and llms.txt, which both use their part', async () => {
    const { counts, urls } = await scan(demanding(goodSite), { pageLimit: 5 });
    assert.equal(counts.link, 60);
    const asked = (of: RegExp) => urls.filter((url) => of.test(url)).length;
    assert.ok(asked(/missing-/) >= 10, 'links of llms.txt that are not in the sitemap');
    assert.ok(asked(/section-[0-24-9]/) >= 15, 'locations that only the sitemap has');
    assert.ok(asked(/elsewhere/) >= 5, 'links of llms.txt to other hosts');
  });
});

const unmeasured = ({ siteChecks, llmsTxtChecks }: ScanReport) =>
  [...siteChecks, ...llmsTxtChecks].filter(({ status }) => status === 'error');
