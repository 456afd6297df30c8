import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { carelessPublisher } from '../../../fixtures/sites/careless-publisher.ts';
import { goodSite } from '../../../fixtures/sites/good-site.ts';
import { recordOf, type ScannedSite, scanSite, statusesOf } from '../../../support/scan-site.ts';
import { type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

const CHECKS = ['S4', 'S11', 'S12', 'S14', 'S15', 'S17', 'S18'] as const;
const chosen = (statuses: Record<string, string>) => CHECKS.map((id) => `${id} ${statuses[id]}`);

async function scan(site: Site, pageLimit = 50): Promise<ScannedSite> {
  const server = await serveSite(site);
  try {
    return await scanSite(server, { pageLimit });
  } finally {
    await server.close();
  }
}

describe('a site that neglects its files for agents', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  before(async () => {
    server = await serveSite(carelessPublisher);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  it('reports them, file by file', () => {
    assert.deepEqual(chosen(statusesOf(scanned.report.siteChecks)), [
      'S4 warn',
      'S11 fail',
      'S12 fail',
      'S14 fail',
      'S15 warn',
      'S17 fail',
      'S18 fail',
    ]);
  });

  it('reports the faults', () => {
    const messageOf = (id: string) => recordOf(scanned.report.siteChecks, id).message;
    assert.match(messageOf('S4'), /line 2: .*line 4: License is no absolute URL/);
    assert.match(messageOf('S11'), /Only 1 of 7/);
    assert.match(
      messageOf('S12'),
      /4 of 7 .*answers 404 \(1\), canonical elsewhere \(1\), noindex \(1\), redirects \(1\)/,
    );
    assert.match(messageOf('S15'), /api-catalog/);
    assert.match(messageOf('S17'), /browser/);
    assert.match(messageOf('S18'), /0 of 5/);
  });

  it('is asked for no location of its sitemap twice as a page', () => {
    for (const path of ['/one', '/two', '/closed', '/copy', '/gone']) {
      const asPage = scanned.requests.filter((request) => request.path === path && request.accept === 'text/html,*/*');
      const fromUs = asPage.filter(({ userAgent }) => userAgent.startsWith('LegibleBot/'));
      // One of them is the page on which user agents are compared.
      assert.ok(fromUs.length <= 2, `${path}: ${fromUs.length}`);
    }
  });

  it('is asked for what the crawl left out of the sitemap', async () => {
    const small = await scan(carelessPublisher, 1);
    assert.match(recordOf(small.report.siteChecks, 'S12').message, /4 of 7 /);
  });
});

describe('a site without any of them', () => {
  it('is held to a sitemap, to links for agents and to validators, and to nothing optional', async () => {
    const { '/sitemap.xml': _, '/llms.txt': __, ...pages } = carelessPublisher.pages;
    const plain = Object.fromEntries(Object.entries(pages).filter(([path]) => path !== '/robots.txt'));
    const { report } = await scan({
      pages: {
        ...plain,
        '/': {
          body: '<!doctype html><html lang="en"><title>Home</title><h1>Home</h1><p>Some text of its own.</p></html>',
        },
      },
    });
    assert.deepEqual(chosen(statusesOf(report.siteChecks)), [
      'S4 na',
      'S11 na',
      'S12 na',
      'S14 na',
      'S15 warn',
      'S17 na',
      'S18 fail',
    ]);
  });
});

describe('a site that keeps them well', () => {
  it('passes every one', async () => {
    const { report } = await scan(goodSite);
    assert.deepEqual(
      chosen(statusesOf(report.siteChecks)),
      CHECKS.map((id) => `${id} pass`),
    );
  });

  it('is asked whether files have changed, and answers that they have not', async () => {
    const longLived: Site = {
      ...goodSite,
      pages: Object.fromEntries(
        Object.entries(goodSite.pages).map(([path, page]) => [
          path,
          (request) => {
            const answer = typeof page === 'function' ? page(request) : page;
            return { ...answer, headers: { ...answer.headers, 'cache-control': 'max-age=86400' } };
          },
        ]),
      ),
    };
    const { report } = await scan(longLived);
    const record = recordOf(report.siteChecks, 'S18');
    assert.equal(record.status, 'pass');
    assert.match(record.message, /5 of 5/);
  });
});
