import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bigSitemap } from '../../../fixtures/sites/big-sitemap.ts';
import { dataSite } from '../../../fixtures/sites/data-site.ts';
import { endlessLinks } from '../../../fixtures/sites/endless-links.ts';
import { loopingSitemapIndex } from '../../../fixtures/sites/looping-sitemap-index.ts';
import { trackingParams } from '../../../fixtures/sites/tracking-params.ts';
import { inWhole } from '../../../support/exhaustive.ts';
import { recordOf, type ScannedSite, type ScanSiteOptions, scanSite } from '../../../support/scan-site.ts';
import { type Site, serveSite } from '../../../support/site-server.ts';

async function scan(site: Site, options: ScanSiteOptions = {}): Promise<ScannedSite> {
  const server = await serveSite(site);
  try {
    return await scanSite(server, options);
  } finally {
    await server.close();
  }
}

const pathsOf = ({ pages }: ScannedSite) => pages.map(({ url }) => new URL(url).pathname + new URL(url).search);

describe('a scan of a sitemap of 50,000 addresses', () => {
  inWhole(() =>
    it('samples every section evenly, far apart, and the same way every time', async () => {
      const first = await scan(bigSitemap, { pageLimit: 20 });
      const paths = pathsOf(first);
      assert.equal(paths.length, 20);
      assert.equal(first.report.pagesDiscovered, 50_000);
      assert.equal(recordOf(first.report.siteChecks, 'S10').status, 'pass');
      const sections = ['docs', 'blog', 'shop', 'legal'].map(
        (section) => paths.filter((path) => path.startsWith(`/${section}/`)).length,
      );
      assert.ok(Math.min(...sections) >= 4 && Math.max(...sections) <= 6, `by section: ${sections}`);

      const docs = paths.filter((path) => path.startsWith('/docs/')).sort();
      const listed = Array.from({ length: 29_990 }, (_, at) => `/docs/page-${at}`).sort();
      const places = docs.map((path) => listed.indexOf(path));
      const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
      assert.ok(Math.min(...gaps) > 1000, `places ${places}`);

      assert.deepEqual(pathsOf(await scan(bigSitemap, { pageLimit: 20 })), paths);
    }),
  );
});

describe('a scan of listings that go in circles', () => {
  it('reads each sitemap once and finds the pages of the good one', async () => {
    const scanned = await scan(loopingSitemapIndex);
    assert.equal(scanned.report.status, 'completed');
    assert.deepEqual(pathsOf(scanned), ['/', '/one', '/three', '/two']);
    const timesAsked = (file: string) => scanned.requests.filter(({ path }) => path === file).length;
    assert.equal(timesAsked('/sitemap.xml'), 2, 'once before, to find the public origin of a private host');
    for (const file of ['/other-index.xml', '/good.xml']) assert.equal(timesAsked(file), 1, file);
    assert.equal(recordOf(scanned.report.siteChecks, 'S10').status, 'warn', 'a child of another host');
  });

  it('counts a page once under all its tracking parameters', async () => {
    const scanned = await scan(trackingParams);
    assert.deepEqual(pathsOf(scanned), ['/', '/article', '/list?page=1&sort=up', '/list?page=2&sort=up']);
    assert.equal(scanned.report.pagesDiscovered, 4);
    assert.ok(scanned.requests.every(({ path }) => !/utm_|clid/i.test(path)));
  });

  it('follows links without end to exactly the page limit', async () => {
    const { report, requests } = await scan(endlessLinks, { pageLimit: 30 });
    assert.equal(report.pagesScanned, 30);
    assert.ok(report.pagesDiscovered <= 1 + 30 * 4, `${report.pagesDiscovered} discovered`);
    assert.ok(requests.length <= 40 + 3 * 30, `${requests.length} requests`);
  });

  it('gives up on addresses that lead to data instead of pages', async () => {
    const { report, requests } = await scan(dataSite, { pageLimit: 20 });
    assert.equal(report.status, 'completed');
    assert.equal(report.pagesScanned, 1);
    assert.equal(report.score?.lowConfidence, true);
    assert.ok(requests.length <= 200, `${requests.length} requests`);
  });
});
