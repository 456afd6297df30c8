import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openRobots, plainText, redirectTo, simplePage } from '../../../fixtures/sites/simple-page.ts';
import { recordOf, scanSite } from '../../../support/scan-site.ts';
import { type Page, type Site, serveSite } from '../../../support/site-server.ts';

const PRODUCTION = 'https://shop.example';
const ours = (headers: Record<string, unknown>) => headers['x-preview-token'] === 'secret';
const onlyWithToken =
  (page: Page): Page =>
  (request) =>
    ours(request.headers) ? (typeof page === 'function' ? page(request) : page) : { status: 401, body: 'token?' };

describe('headers of the caller', () => {
  it('go with every request to the site, and to no other', async () => {
    let seenElsewhere: unknown;
    const other = await serveSite({
      pages: {},
      fallback: ({ headers }) => {
        seenElsewhere = headers['x-preview-token'] ?? 'none';
        return { body: 'elsewhere' };
      },
    });
    const pages: Site['pages'] = {
      '/': simplePage({ title: 'Home', seed: 1, links: ['/a', '/away'] }),
      '/a': simplePage({ title: 'A', seed: 2 }),
      '/away': redirectTo(`${other.origin}/`),
      '/robots.txt': openRobots,
    };
    const guarded = Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, onlyWithToken(page)]));
    const site = await serveSite({ pages: guarded, fallback: onlyWithToken({ status: 404, body: 'no' }) });
    try {
      assert.equal((await scanSite(site)).report.pagesScanned, 1);
      const { report } = await scanSite(site, {
        as: { headers: { 'x-preview-token': 'secret' } },
      });
      assert.equal(report.status, 'completed');
      assert.equal(report.pagesScanned, 3);
      assert.ok(seenElsewhere === undefined || seenElsewhere === 'none', 'the header stays at home');
    } finally {
      await Promise.all([site.close(), other.close()]);
    }
  });
});

describe('a user agent of the caller', () => {
  it("is the bot's name in every request that imitates no agent; robots.txt is still matched with LegibleBot", async () => {
    const site = await serveSite({
      pages: {
        '/': simplePage({ title: 'Home', seed: 1, links: ['/a', '/hidden'] }),
        '/a': simplePage({ title: 'A', seed: 2 }),
        '/hidden': simplePage({ title: 'Hidden', seed: 3 }),
        '/robots.txt': plainText('User-agent: LegibleBot\nDisallow: /hidden\n'),
      },
    });
    const { requests, report } = await scanSite(site, { as: { userAgent: 'Inspector/9' } });
    await site.close();
    assert.equal(report.pagesScanned, 2);
    assert.ok(requests.every(({ userAgent }) => !userAgent.includes('LegibleBot')));
    assert.equal(requests.find(({ path }) => path === '/a')?.userAgent, 'Inspector/9');
    assert.ok(requests.every(({ path }) => path !== '/hidden'));
  });
});

describe('excluded pages', () => {
  it('are not read and not counted, whatever lists them', async () => {
    const site = await serveSite({
      pages: {
        '/': simplePage({ title: 'Home', seed: 1, links: ['/a', '/tags/x', '/b?print=1'] }),
        '/a': simplePage({ title: 'A', seed: 2 }),
        '/b': simplePage({ title: 'B', seed: 3 }),
        '/llms.txt': plainText('# Home\n\n> A home.\n\n## Docs\n\n- [X](/tags/y): listed\n'),
      },
    });
    const { report, requests } = await scanSite(site, { as: { exclude: ['/tags/', '/*?*print='] } });
    await site.close();
    assert.deepEqual([report.pagesDiscovered, report.pagesScanned], [2, 2]);
    const pageReads = requests.filter(({ accept }) => accept === 'text/html,*/*').map(({ path }) => path);
    assert.ok(!pageReads.some((path) => path.startsWith('/tags/x') || path.includes('print=1')), pageReads.join(' '));
  });
});

describe('a preview whose links point at production', () => {
  const page = (path: string, seed: number, links: readonly string[] = []) =>
    simplePage({
      title: `Page ${path}`,
      seed,
      links,
      head: `<link rel="canonical" href="${PRODUCTION}${path}">`,
    });
  const preview: Site = {
    pages: {
      '/': page('/', 1, [`${PRODUCTION}/a`, '/b']),
      '/a': page('/a', 2),
      '/b': ({ origin }) => simplePage({ title: 'B', seed: 3, links: [`${origin}/c`] }),
      '/c': page('/c', 4),
      '/old': redirectTo(`${PRODUCTION}/a`),
      '/robots.txt': plainText(`User-agent: *\nAllow: /\nSitemap: ${PRODUCTION}/sitemap.xml\n`),
      '/sitemap.xml': {
        headers: { 'content-type': 'application/xml' },
        body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/', '/a', '/b', '/c', '/old'].map((path) => `<url><loc>${PRODUCTION}${path}</loc></url>`).join('')}</urlset>`,
      },
    },
  };

  it('is scanned as if it stood there already, without a request to production', async () => {
    const site = await serveSite(preview);
    const { report, pages, connections } = await scanSite(site, { as: { canonicalOrigin: PRODUCTION } });
    await site.close();
    assert.equal(report.status, 'completed');
    assert.equal(report.entersCorpus, false);
    assert.deepEqual(
      pages.map(({ url }) => url).sort(),
      ['/', '/a', '/b', '/c'].map((path) => site.origin + path),
    );
    assert.deepEqual(report.basis?.publicOrigin, { origin: PRODUCTION, servedBy: site.origin, namedBy: ['option'] });
    assert.equal(recordOf(report.siteChecks, 'S10').status, 'pass');
    const { host } = new URL(site.origin);
    assert.deepEqual(connections, [host]);
  });
});
