import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { notFound, openRobots, simplePage } from '../../../fixtures/sites/simple-page.ts';
import { type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

const page = (title: string, seed: number) => simplePage({ title, seed, links: ['/', '/a', '/b', '/gone'] });
const withoutCharset = (response: ReturnType<typeof page>) => ({
  ...response,
  headers: { ...response.headers, 'content-type': 'text/html' },
  body: String(response.body).replace(/<meta charset[^>]*>/, ''),
});

/** Three pages that link to a fourth, which is gone; one of them does not declare its charset. */
const site: Site = {
  pages: {
    '/': page('Home', 1),
    '/a': page('One', 2),
    '/b': withoutCharset(page('Two', 3)),
    '/robots.txt': openRobots,
  },
  fallback: notFound,
};

describe('a scan of pages that link to a dead address', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  before(async () => {
    server = await serveSite(site);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  it('promises its text to the fix of the links (P17), not to that of the charset of another page (P1)', () => {
    const { basis } = scanned.report;
    const checks = basis?.delivery?.mended.checks ?? [];
    assert.equal(basis?.tallies.P1?.warns, 1);
    assert.deepEqual([checks.includes('P1'), checks.includes('P17')], [false, true]);
  });
});
