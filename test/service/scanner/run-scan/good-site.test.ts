import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { GOOD_PAGES, goodSite } from '../../../fixtures/sites/good-site.ts';
import { recordOf, type ScannedSite, scanSite, statusesOf } from '../../../support/scan-site.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

/** Fixed probes at most, whatever the size of the site (catalogue, section 2). */
const FIXED_PROBES = 40;

describe('a scan of a site that does everything right', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  before(async () => {
    server = await serveSite(goodSite);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  it('scores at least 95, and its llms.txt too', () => {
    const { status, score, llmsTxtScore } = scanned.report;
    assert.equal(status, 'completed');
    assert.ok(score !== undefined && score.score >= 95, `site score ${score?.score}`);
    assert.ok(llmsTxtScore >= 95, `llms.txt score ${llmsTxtScore}`);
    assert.equal(score.cap, undefined);
    assert.equal(score.coverage, 1);
    assert.equal(score.lowConfidence, false);
  });

  it('has nothing to fail or warn about', () => {
    const { siteChecks, llmsTxtChecks } = scanned.report;
    const records = [...siteChecks, ...llmsTxtChecks, ...scanned.pages.flatMap(({ checks }) => checks)];
    assert.deepEqual(
      records.filter(({ status }) => status !== 'pass' && status !== 'na'),
      [],
    );
    // A check that does not apply proves nothing: these must.
    assert.equal(statusesOf(siteChecks).S16, 'pass');
    for (const id of ['S1', 'S2', 'S6', 'S9', 'S10', 'S13']) assert.equal(recordOf(siteChecks, id).status, 'pass', id);
    for (const { url, checks } of scanned.pages) {
      for (const id of ['P1', 'P5', 'P11', 'P14', 'P22'])
        assert.equal(recordOf(checks, id).status, 'pass', `${id} ${url}`);
    }
  });

  it('reads every page once, in scan order, the home page first', () => {
    const urls = scanned.pages.map(({ url }) => url);
    assert.equal(urls[0], `${server.origin}/`);
    assert.deepEqual([...urls].sort(), GOOD_PAGES.map(({ path }) => server.origin + path).sort());
    assert.equal(scanned.report.pagesScanned, 12);
    assert.equal(scanned.report.pagesDiscovered, 12);
  });

  it('tells how far it is, page by page', () => {
    assert.deepEqual(
      scanned.progress
        // Reported again with each phase.
        .filter(({ currentUrl }, at, all) => currentUrl !== (all[at - 1]?.currentUrl ?? ''))
        .map(({ pagesScanned, currentUrl }) => [pagesScanned, currentUrl]),
      scanned.pages.map(({ url }, at) => [at + 1, url]),
    );
    for (const { pagesDiscovered, pagesScanned } of scanned.progress) assert.ok(pagesDiscovered >= pagesScanned);
  });

  it('tells of no finding, as there is none', () => {
    for (const { fails = {} } of scanned.progress) assert.deepEqual(fails, {});
  });

  it('needs at most three requests a page in addition to the fixed probes', () => {
    const { requests, pages } = scanned;
    assert.ok(requests.length <= FIXED_PROBES + 3 * pages.length, `${requests.length} requests`);
    for (const { path } of GOOD_PAGES) {
      const about = requests.filter((request) => request.path === path && request.userAgent.startsWith('LegibleBot/'));
      const asPage = about.filter(({ accept }) => accept === 'text/html,*/*');
      // The root is asked for when the scan opens and by the comparison of user agents, one deep page by the latter.
      assert.ok(asPage.length <= (path === '/' ? 3 : 2), `${path}: ${asPage.length} times as HTML`);
      assert.equal(about.filter(({ accept }) => accept === 'text/markdown, text/html;q=0.8').length, 1, path);
    }
  });

  it('asks robots.txt first, then for what cannot exist, then for everything else', () => {
    const paths = scanned.requests.map(({ path }) => path);
    assert.deepEqual(paths.slice(0, 2), ['/robots.txt', '/']);
    // Of a site on a private host, what names the origin at which it is published.
    assert.deepEqual(paths.slice(2, 4).sort(), ['/llms.txt', '/sitemap.xml']);
    assert.ok(paths.slice(4, 8).every((path) => path.includes('legible-probe-')));
    assert.equal(paths.filter((path) => path === '/robots.txt').length, 1);
    assert.equal(paths.filter((path) => path.includes('legible-probe-')).length, 5);
  });

  it('says who it is, but for the comparison of user agents', () => {
    const others = scanned.requests.filter(({ userAgent }) => !userAgent.startsWith('LegibleBot/'));
    assert.equal(others.length, 7);
    assert.ok(scanned.requests.every(({ userAgent, method }) => userAgent !== '' && method === 'GET'));
  });

  it('keeps to a section when it starts in one', async () => {
    const { report, pages } = await scanSite(server, { path: '/guide/restore' });
    assert.equal(report.status, 'completed');
    assert.equal(pages[0]?.url, `${server.origin}/guide/restore`);
    assert.equal(pages.length, 4);
    assert.ok(pages.every(({ url }) => url.startsWith(`${server.origin}/guide/`)));
  });
});
