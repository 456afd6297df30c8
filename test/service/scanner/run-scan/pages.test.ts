import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { carelessPages, PAGES } from '../../../fixtures/sites/careless-pages.ts';
import { goodSite } from '../../../fixtures/sites/good-site.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type Site, type SiteServer, serveSite } from '../../../support/site-server.ts';

/** Serves a site and scans it once, for the tests around it. */
function scanOf(site: Site): { readonly pages: () => ScannedSite['pages'] } {
  let server: SiteServer;
  let scanned: ScannedSite;
  before(async () => {
    server = await serveSite(site);
    scanned = await scanSite(server);
  });
  after(() => server.close());
  return { pages: () => scanned.pages };
}

describe('careless pages', () => {
  const scan = scanOf(carelessPages);
  for (const [path, { expect }] of Object.entries(PAGES)) {
    it(`${path}: ${Object.entries(expect).map(([id, status]) => `${id} ${status}`)}`, () => {
      const page = scan.pages().find(({ url }) => new URL(url).pathname === path);
      const found = Object.keys(expect).map((id) => [id, recordOf(page?.checks ?? [], id).status]);
      assert.deepEqual(Object.fromEntries(found), expect);
    });
  }
});

describe('good pages', () => {
  const scan = scanOf(goodSite);
  it('pass every check of a page', () => {
    for (const { url, checks } of scan.pages()) {
      for (const id of ['P6', 'P8', 'P9', 'P15', 'P16', 'P18', 'P20', 'P25']) {
        const { status, message } = recordOf(checks, id);
        assert.equal(status, 'pass', `${id} ${url}: ${message}`);
      }
    }
    const withCode = scan.pages().filter(({ checks }) => recordOf(checks, 'P21').status === 'pass');
    assert.ok(withCode.length > 0);
  });
});
