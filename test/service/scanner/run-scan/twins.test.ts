import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { poorTwins, TWINS } from '../../../fixtures/sites/poor-twins.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

describe('a scan of a site with Markdown versions of all kinds', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  before(async () => {
    server = await serveSite(poorTwins);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  for (const { path, expect, credit } of TWINS) {
    it(`finds ${expect.join(', ')} at ${path}`, () => {
      const page = scanned.pages.find(({ url }) => url === server.origin + path);
      assert.ok(page, 'it was read');
      const records = ['P22', 'P23', 'P24'].map((id) => recordOf(page.checks, id));
      assert.deepEqual(
        records.map(({ status }) => status),
        expect,
        records.map(({ message }) => message).join(' | '),
      );
      assert.equal(records[2]?.credit, credit);
    });
  }

  it('quotes the page in evidence only', () => {
    const half = scanned.pages.find(({ url }) => url.endsWith('/half'));
    const { message, howToFix, evidence } = recordOf(half?.checks ?? [], 'P24');
    const [missing = ''] = evidence?.examples ?? [];
    assert.ok(missing.split(' ').length >= 6, 'a sentence that is missing is shown');
    assert.ok(!`${message} ${howToFix}`.includes(missing));
  });
});
