import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { manyPages } from '../../../fixtures/sites/many-pages.ts';
import { type ScannedSite, serveAndScan } from '../../../support/scan-site.ts';
import type { Answer, Page, Site } from '../../../support/site-server.ts';

const PAGES = 16;

/** The site behind a limit of requests in a span of time, which answers 429 above it. */
function limited(
  { pages, fallback = { status: 404 } }: Site,
  requests: number,
  withinMs: number,
  retryAfter: string,
): Site {
  let times: number[] = [];
  const limit =
    (page: Page): Page =>
    (request): Answer => {
      const now = performance.now();
      times = times.filter((time) => now - time < withinMs);
      if (times.length >= requests)
        return { status: 429, headers: { 'retry-after': retryAfter }, body: 'Too many requests' };
      times.push(now);
      return typeof page === 'function' ? page(request) : page;
    };
  return {
    pages: Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, limit(page)])),
    fallback: limit(fallback),
  };
}

/** Answers everything with a status, apart from robots.txt where it has one. */
const refusing = (status: number, headers: Readonly<Record<string, string>>, robots?: Answer): Site => ({
  pages: robots === undefined ? {} : { '/robots.txt': robots },
  fallback: { status, headers, body: 'Too many requests' },
});
const ALLOWED: Answer = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nAllow: /\n' };

describe('a site that limits the scanner from its root on', () => {
  const ROWS: readonly (readonly [name: string, site: Site, message: RegExp, fix: RegExp])[] = [
    [
      '429 with an hour of Retry-After at the root',
      refusing(429, { 'retry-after': '3600' }, ALLOWED),
      /^The site limited our scanner: it answered 429, too many requests, and asked for a pause of 60 minutes \(Retry-After\)\. This is about our visit and does not show whether assistants are limited too/,
      /^Scan again after \d\d:\d\d UTC on \d+ \w+ \d{4}\. To let the scanner in, exempt it from the rate limit by the name LegibleBot/,
    ],
    [
      '429 with an hour of Retry-After at robots.txt',
      refusing(429, { 'retry-after': '3600' }),
      /^The site limited our scanner: .* a pause of 60 minutes/,
      /^Scan again after /,
    ],
    [
      '429 with a date of Retry-After',
      refusing(429, { 'retry-after': new Date(Date.now() + 3 * 86_400_000).toUTCString() }, ALLOWED),
      /^The site limited our scanner: .* a pause of 3 days/,
      /^Scan again after /,
    ],
    [
      '429 after every pause of a second',
      refusing(429, { 'retry-after': '1' }, ALLOWED),
      /^The site limited our scanner: it answered 429, too many requests, after every pause\. This is about our visit/,
      /^Scan again later\. To let the scanner in/,
    ],
    [
      '503 with an hour of Retry-After at robots.txt',
      refusing(503, { 'retry-after': '3600' }),
      /^The site says that it is not available for now: it answered 503 and asked for a pause of 60 minutes/,
      /^Scan again after /,
    ],
  ];
  for (const [name, site, message, fix] of ROWS)
    it(`is not graded: ${name}`, async () => {
      const { report } = await serveAndScan(site);
      assert.equal(report.status, 'failed');
      assert.equal(report.score, undefined);
      const [failure] = report.siteChecks;
      assert.equal(failure?.id, 'S0');
      assert.match(failure.message, message);
      assert.match(String(failure.howToFix), fix);
    });
});

describe('a site that answers 429 to haste', () => {
  let unlimited: ScannedSite;
  before(async () => {
    unlimited = await serveAndScan(manyPages(PAGES));
  });
  let asked: ScannedSite;
  before(async () => {
    asked = await serveAndScan(limited(manyPages(PAGES), 14, 700, '1'));
  });

  it('is read whole at the pace that it asks for', () => {
    assert.equal(asked.report.status, 'completed');
    assert.equal(asked.report.pagesScanned, PAGES);
    for (const { url, checks } of asked.pages) assert.equal(checks.find(({ id }) => id === 'P1')?.status, 'pass', url);
  });

  it('delivers what it delivers without a limit', () => {
    assert.equal(asked.report.basis?.delivery?.share, unlimited.report.basis?.delivery?.share);
    const record = (scanned: ScannedSite, id: string) =>
      scanned.report.siteChecks.find((each) => each.id === id)?.status;
    for (const id of ['S6', 'S10', 'S12']) assert.equal(record(asked, id), record(unlimited, id), id);
  });

  it('is graded on what it gave before it asked for a longer pause than a scan can wait, with low confidence', async () => {
    const { report, requests } = await serveAndScan(limited(manyPages(PAGES), 24, 3_600_000, '3600'));
    assert.equal(report.status, 'completed');
    assert.ok(report.pagesScanned > 0 && report.pagesScanned < PAGES, `${report.pagesScanned} pages`);
    assert.equal(report.score?.lowConfidence, true);
    assert.equal(report.basis?.delivery?.share, unlimited.report.basis?.delivery?.share);
    assert.ok(requests.length < 40, 'it is asked for nothing more once it said so');
  });
});
