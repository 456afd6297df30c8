import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { hangs } from '../../../fixtures/sites/hangs.ts';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { simplePage } from '../../../fixtures/sites/simple-page.ts';
import { inWhole, someOf } from '../../../support/exhaustive.ts';
import { recordOf, type ScannedSite, type ScanSiteOptions, scanSite } from '../../../support/scan-site.ts';
import { type Page, type ServeOptions, type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

/**
 * Requests in addition to three a page at most (catalogue, section 2); without an llms.txt only the sitemap's links are
 * tried.
 */
const FIXED_PROBES = 40;
const SITEMAP_SAMPLE = 20;

async function withSite<T>(site: Site, options: ServeOptions, use: (server: SiteServer) => Promise<T>): Promise<T> {
  const server = await serveSite(site, options);
  try {
    return await use(server);
  } finally {
    await server.close();
  }
}

const scan = (site: Site, options: ScanSiteOptions, serving: ServeOptions = {}): Promise<ScannedSite> =>
  withSite(site, serving, (server) => scanSite(server, options));

describe('the page limit', () => {
  for (const pageLimit of someOf([7, 1, 30])) {
    it(`reads ${pageLimit} of 300 pages`, async () => {
      const { report, pages, requests } = await scan(manyPages(300), { pageLimit });
      assert.equal(report.pagesScanned, pageLimit);
      assert.equal(pages.length, pageLimit);
      assert.equal(report.pagesDiscovered, 300);
      assert.equal(report.score?.lowConfidence, pageLimit < 3);
      assert.ok(requests.length <= FIXED_PROBES + SITEMAP_SAMPLE + 3 * pageLimit, `${requests.length} requests`);
      assert.equal(new URL(pages[0]?.url ?? '').pathname, '/');
    });
  }

  inWhole(() =>
    it('waits for a slow store before it reads on', async () => {
      let waiting = 0;
      const { pages } = await scan(manyPages(120), {
        pageLimit: 120,
        async onPages(chunk) {
          waiting += 1;
          assert.equal(waiting, 1, 'one chunk at a time');
          assert.ok(chunk.length <= 50);
          await delay(20);
          waiting -= 1;
        },
      });
      assert.equal(pages.length, 120);
    }),
  );
});

describe('the limit of bytes', () => {
  it('grades the pages read up to it, with low confidence', async () => {
    const PAGES = 100;
    const padding = `<!--${'x'.repeat(200_000)}-->`;
    const paths = Array.from({ length: PAGES - 1 }, (_, at) => `/page-${at}`);
    let sentBytes = 0;
    const pages = ['/', ...paths].map((path, at): [string, Page] => [
      path,
      () => {
        sentBytes += padding.length;
        return simplePage({ title: `Page ${at}`, seed: at, links: path === '/' ? paths : ['/'], body: padding });
      },
    ]);
    const maxBytes = 4_000_000;
    const { report } = await scan({ pages: Object.fromEntries(pages) }, { pageLimit: PAGES, maxBytes });
    assert.equal(report.status, 'completed');
    assert.ok(report.pagesScanned > 0 && report.pagesScanned < PAGES, `${report.pagesScanned} pages`);
    assert.ok(sentBytes < 2 * maxBytes, `${sentBytes} bytes were read`);
    assert.equal(report.score?.lowConfidence, true);
  });
});

describe('the deadline', () => {
  inWhole(() =>
    it('grades the pages read in time, with low confidence', async () => {
      const deadlineMs = 10_000;
      const startedAt = performance.now();
      const { report, pages, requests } = await scan(
        manyPages(1000),
        { pageLimit: 1000, deadlineMs },
        { latencyMs: 120 },
      );
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs < deadlineMs + 3000, `took ${Math.round(tookMs)} ms`);
      assert.equal(report.status, 'completed');
      assert.ok(pages.length >= 1 && pages.length < 1000, `${pages.length} pages`);
      assert.equal(report.pagesScanned, pages.length);
      assert.equal(report.score?.lowConfidence, true);
      assert.ok((report.score?.score ?? 0) > 50, `score ${report.score?.score}`);
      for (const { checks } of pages) assert.equal(recordOf(checks, 'P1').status, 'pass', 'nothing that was cut off');
      assert.ok(
        requests.some(({ userAgent }) => userAgent.includes('Chrome')),
        'the probes after the crawl have their time',
      );
    }),
  );

  for (const [when, latencyMs] of [
    ['during the first requests', 400],
    ['before the first answer', 2000],
  ] as const) {
    it(`fails with that reason when it passes ${when}`, async () => {
      const { report } = await scan(manyPages(10), { deadlineMs: 1000 }, { latencyMs });
      assert.equal(report.status, 'failed');
      assert.match(recordOf(report.siteChecks, 'S0').message, /the scan (was|ended)|scan was over/);
    });
  }
});

/** Far less than what hangs is waited for, and enough for a machine that is busy with other things. */
const AT_ONCE_MS = 3000;

describe('an aborted scan', () => {
  const rows: { when: string; site: Site; afterMs: number; serving: ServeOptions }[] = [
    { when: 'before it begins', site: manyPages(10), afterMs: 0, serving: {} },
    { when: 'while robots.txt hangs', site: hangs, afterMs: 100, serving: {} },
    { when: 'in the middle of the crawl', site: manyPages(500), afterMs: 900, serving: { latencyMs: 20 } },
  ];
  for (const { when, site, afterMs, serving } of rows) {
    it(`rejects at once with the signal's reason, and asks for nothing more: ${when}`, async () => {
      await withSite(site, serving, async (server) => {
        const controller = new AbortController();
        const reason = new Error('stopped by the test');
        let abortedAt = performance.now();
        const abort = () => {
          abortedAt = performance.now();
          controller.abort(reason);
        };
        if (afterMs === 0) abort();
        else setTimeout(abort, afterMs);
        await assert.rejects(scanSite(server, { pageLimit: 500, signal: controller.signal }), reason);
        const lateMs = performance.now() - abortedAt;
        assert.ok(lateMs < AT_ONCE_MS, `${Math.round(lateMs)} ms after the abort`);
        // Requests under way may still arrive.
        await delay(100);
        const asked = server.requests.length;
        await delay(200);
        assert.equal(server.requests.length, asked);
      });
    });
  }
});
