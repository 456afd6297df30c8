import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  notFound,
  openRobots,
  plainText,
  redirectTo,
  simplePage,
  sitemapOf,
} from '../../../fixtures/sites/simple-page.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

const DEAD = Array.from({ length: 12 }, (_, at) => `/gone-${at}`);
const guide = simplePage({ title: 'The guide', seed: 2, links: ['#main', '/', './?utm_source=menu', '/copy/'] });
const copy = simplePage({ title: 'One text at two addresses', seed: 3, links: ['/', '/guide'] });

/** Four pages under eleven addresses, and twelve links that lead nowhere. */
const site: Site = {
  pages: {
    '/': simplePage({
      title: 'Home of the guide',
      seed: 1,
      links: [
        '#main',
        '/index.html',
        '/guide',
        '/guide#part',
        '/old',
        '/copy',
        '/copy/',
        '/docs/index.html',
        '/gone-0',
      ],
    }),
    '/index.html': simplePage({ title: 'Home of the guide', seed: 1 }),
    '/guide': redirectTo('/guide/', 301),
    '/guide/': guide,
    '/old': redirectTo('/guide', 301),
    '/copy': copy,
    '/copy/': copy,
    '/docs/': simplePage({ title: 'Documents', seed: 4, links: ['/docs/index.html', '/gone-0'] }),
    '/docs/index.html': simplePage({ title: 'Documents', seed: 4, links: ['/docs/', '/gone-0'] }),
    '/robots.txt': openRobots,
    '/sitemap.xml': sitemapOf(['/', '/guide/', '/copy', '/docs/', '/gone-1']),
    '/llms.txt': plainText(
      `# Guide\n\n> A guide.\n\n## Pages\n\n- [Guide](/guide/): all of it\n${DEAD.map((path) => `- [Gone](${path}): x`).join('\n')}\n`,
    ),
  },
  fallback: notFound,
};

describe('a scan of pages that answer under several addresses', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  const pathOf = (url: string) => new URL(url).pathname;
  before(async () => {
    server = await serveSite(site);
    scanned = await scanSite(server, { pageLimit: 4 });
  });
  after(() => server.close());

  it('grades and counts each page once, under its final URL', () => {
    const { report, pages } = scanned;
    assert.deepEqual(pages.map(({ url }) => pathOf(url)).sort(), ['/', '/copy', '/docs/', '/guide/']);
    assert.equal(report.pagesScanned, 4);
  });

  it('finds all pages although most links of llms.txt are dead, which cap nothing', () => {
    assert.equal(scanned.report.score?.cap, undefined);
    const { status, evidence } = recordOf(scanned.report.llmsTxtChecks, 'L7');
    assert.equal(status, 'fail');
    assert.equal(evidence?.examples?.length, 10);
  });

  it('names the dead links where they are held: in pages and in the sitemap', () => {
    const docs = scanned.pages.find(({ url }) => pathOf(url) === '/docs/');
    const onPage = recordOf(docs?.checks ?? [], 'P17');
    assert.notEqual(onPage.status, 'pass');
    assert.deepEqual(onPage.evidence?.examples?.[0], `dead: ${server.origin}/gone-0`);
    const listed = recordOf(scanned.report.siteChecks, 'S12');
    assert.equal(listed.status, 'warn');
    assert.match(listed.message, /answers 404 \(1\)/);
    assert.deepEqual(listed.evidence?.examples, [`${server.origin}/gone-1`]);
  });

  it('reports one page at two addresses once, as duplicate addresses', () => {
    const found = scanned.pages.filter(({ checks }) => /duplicate addresses/.test(recordOf(checks, 'P12').message));
    assert.deepEqual(
      found.map(({ url }) => pathOf(url)),
      ['/copy'],
    );
    assert.deepEqual(recordOf(found[0]?.checks ?? [], 'P12').evidence?.examples, [
      `${server.origin}/copy`,
      `${server.origin}/copy/`,
    ]);
  });

  it('asks for no page twice', () => {
    const asked = scanned.requests.filter(
      ({ accept, userAgent }) => accept === 'text/html,*/*' && userAgent.startsWith('LegibleBot/'),
    );
    for (const path of ['/index.html', '/docs/index.html'])
      assert.equal(asked.filter((request) => request.path === path).length, 0, path);
  });

  it('counts every page that it discovered, and nothing else', async () => {
    const whole = await scanSite(server, { pageLimit: 50 });
    assert.equal(whole.report.pagesDiscovered, 4);
    assert.equal(whole.report.pagesScanned, 4);
  });
});

describe('a dead link on a site of one page', () => {
  const scoreWith = async (links: readonly string[]) => {
    const one = await serveSite({ pages: { '/': simplePage({ title: 'A site of one page', seed: 4, links }) } });
    const { report } = await scanSite(one).finally(() => one.close());
    return report.score?.score ?? Number.NaN;
  };
  it('is a fault of that page and costs a few points', async () => {
    const [clean, one, three] = await Promise.all([
      scoreWith(['#main']),
      scoreWith(['/a']),
      scoreWith(['/a', '/b', '/c']),
    ]);
    assert.ok(clean - one < 12, `${clean} without and ${one} with a dead link`);
    assert.ok(three < one / 2, `${three} with three dead links`);
  });
});
