import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { plainText, simplePage } from '../../../fixtures/sites/simple-page.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

const GUIDES = Array.from({ length: 30 }, (_, at) => `/guide/${at}`);
const LARGE = '/guide/large';

/** Thirty pages without Markdown, a page of 6 MB, and a sitemap on a host that does not answer. */
const site: Site = {
  pages: {
    '/': simplePage({ title: 'Home', seed: 1, links: [...GUIDES, LARGE] }),
    ...Object.fromEntries(
      GUIDES.map((path, seed) => [path, simplePage({ title: `Guide ${path}`, seed: seed + 2, links: ['/'] })]),
    ),
    [LARGE]: simplePage({ title: 'Large', seed: 99, links: ['/'], body: `<p>${'word '.repeat(1_200_000)}</p>` }),
    '/robots.txt': plainText('User-agent: *\nAllow: /\nSitemap: https://maps.elsewhere.example/map.xml\n'),
  },
};

describe('a scan that does not ask for everything', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  const guide = (path: string, id: string) => {
    const page = scanned.pages.find(({ url }) => new URL(url).pathname === path);
    return recordOf(page?.checks ?? [], id);
  };
  before(async () => {
    server = await serveSite(site);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  it('has no word on the Markdown of a page that was not asked, and a share of those that were', () => {
    const asked = new Set(
      scanned.requests.filter(({ accept }) => accept.startsWith('text/markdown')).map(({ path }) => path),
    );
    const unasked = GUIDES.filter((path) => !asked.has(path));
    assert.ok(unasked.length > 0 && unasked.length < GUIDES.length, `${unasked.length} were not asked`);
    for (const path of GUIDES)
      for (const id of ['P22', 'P23', 'P24'])
        assert.equal(guide(path, id).status, asked.has(path) ? 'fail' : 'error', `${id} of ${path}`);
    const tally = scanned.report.basis?.tallies.P22;
    assert.equal(tally?.errors, 0, 'the unasked count like the asked of their section');
    assert.deepEqual([tally?.fails, tally?.credit], [asked.size, 0]);
    assert.ok(tally !== undefined && tally.applicable > asked.size, `${tally?.applicable} pages count`);
  });

  it('does not judge by a sitemap that it could not read', () => {
    for (const id of ['S10', 'S11', 'S12', 'S16'])
      assert.equal(recordOf(scanned.report.siteChecks, id).status, 'error', id);
  });

  it('reads a page that is too large up to the limit, and holds that against nothing but its size', () => {
    assert.equal(guide(LARGE, 'P1').status, 'pass');
    assert.equal(guide(LARGE, 'P6').status, 'fail');
    assert.match(guide(LARGE, 'P6').message, /larger than 5 MB/);
    assert.equal(scanned.report.basis?.pages.not200, 0);
  });
});
