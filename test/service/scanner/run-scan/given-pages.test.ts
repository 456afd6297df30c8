/** Scans of exactly the pages that the caller names. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PageRecord } from '../../../../src/scanner/model/scan.ts';
import { notFound, openRobots, redirectTo, simplePage, sitemapOf } from '../../../fixtures/sites/simple-page.ts';
import { recordOf, scanSite } from '../../../support/scan-site.ts';
import { type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

const site: Site = {
  pages: {
    '/': simplePage({ title: 'Home of the garden', seed: 1, links: ['/docs/a', '/blog/b', '/docs/hidden'] }),
    '/docs/': simplePage({ title: 'Documents', seed: 5, links: ['/docs/a'] }),
    '/docs/a': simplePage({ title: 'Growing leeks', seed: 2, links: ['/', '/blog/b'] }),
    '/blog/b': simplePage({ title: 'A wet summer', seed: 3, links: ['/'] }),
    '/blog/b?print=1': simplePage({ title: 'A wet summer, printed', seed: 6 }),
    '/docs/hidden': simplePage({ title: 'Hidden', seed: 4 }),
    '/old': redirectTo('/docs/a'),
    '/robots.txt': openRobots,
    '/sitemap.xml': sitemapOf(['/', '/docs/a', '/blog/b']),
  },
  fallback: notFound,
};

describe('a scan of given pages', () => {
  let server: SiteServer;
  before(async () => {
    server = await serveSite(site);
  });
  after(() => server.close());
  const scanOf = (pages: readonly string[], path = '/') =>
    scanSite(server, { path, pageLimit: pages.length, as: { pages } });
  const pathsOf = (pages: readonly PageRecord[]) => pages.map(({ url }) => url.replace(server.origin, '')).sort();

  it('reads these and follows neither links nor the sitemap', async () => {
    const { pages, report } = await scanOf(['/', '/docs/a', '/blog/b?print=1']);
    assert.deepEqual(pathsOf(pages), ['/', '/blog/b?print=1', '/docs/a']);
    assert.equal(report.pagesDiscovered, 3);
    assert.equal(report.entersCorpus, false);
  });

  it('reads them outside of the folder of the scanned address too', async () => {
    const { pages } = await scanOf(['/docs/', '/blog/b'], '/docs/');
    assert.deepEqual(pathsOf(pages), ['/blog/b', '/docs/']);
  });

  it('without the home page in the list, takes no page for one that nothing leads to', async () => {
    const { pages, report } = await scanOf(['/docs/hidden', '/blog/b']);
    assert.equal(report.status, 'completed');
    assert.deepEqual(pathsOf(pages), ['/blog/b', '/docs/hidden']);
    const { readers = [] } = report.basis?.delivery ?? {};
    assert.ok(readers.length > 3 && readers.every(({ delivered }) => delivered > 0.7), JSON.stringify(readers));
  });

  it('grades a missing page as the page that it should be, and an address that redirects as where it leads', async () => {
    const { pages, report } = await scanOf(['/', '/gone', '/old']);
    assert.deepEqual(pathsOf(pages), ['/', '/docs/a', '/gone']);
    const gone = pages.find(({ url }) => url.endsWith('/gone'));
    assert.equal(recordOf(gone?.checks ?? [], 'P1').status, 'fail');
    assert.ok(
      report.basis?.delivery?.readers.every(({ delivered }) => delivered < 0.7),
      'its text reaches no reader',
    );
  });

  it('tells each page as soon as it is read', async () => {
    const told: PageRecord[] = [];
    const paths = ['/', '/docs/a'];
    const { pages } = await scanSite(server, {
      pageLimit: 2,
      as: { pages: paths, onPage: (page) => void told.push(page) },
    });
    assert.deepEqual(pathsOf(told), pathsOf(pages));
    assert.ok(told.every(({ checks }) => checks.some(({ id }) => id === 'P1')));
  });
});
