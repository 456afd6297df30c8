import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CONTROL_PAGES, unnamedControls } from '../../../fixtures/sites/unnamed-controls.ts';
import { recordOf, type ScannedSite, scanSite } from '../../../support/scan-site.ts';
import { type SiteServer, serveSite } from '../../../support/site-server.ts';

describe('a scan of pages whose controls have no names', () => {
  let server: SiteServer;
  let scanned: ScannedSite;
  const recordAt = (path: string) => {
    const page = scanned.pages.find(({ url }) => url === server.origin + path);
    assert.ok(page, `${path} was read`);
    return recordOf(page.checks, 'P19');
  };
  before(async () => {
    server = await serveSite(unnamedControls);
    scanned = await scanSite(server);
  });
  after(() => server.close());

  for (const { path, expect, says } of CONTROL_PAGES) {
    it(`finds ${expect} at ${path}`, () => {
      const { status, message } = recordAt(path);
      assert.equal(status, expect, message);
      assert.match(message, says);
    });
  }

  it('shows the faulty elements, in evidence', () => {
    const { evidence, message, howToFix } = recordAt('/');
    assert.deepEqual(evidence?.examples, ['aria-roles: <div role="buton">x</div>']);
    assert.doesNotMatch(`${message} ${howToFix}`, /buton/);
    assert.match(howToFix ?? '', /aria-roles/);
  });

  it('fetches no page again for it', () => {
    const pages = CONTROL_PAGES.map(({ path }) => path).filter((path) => path !== '/');
    for (const path of pages) {
      const asPage = scanned.requests.filter(
        (request) =>
          request.path === path && request.accept === 'text/html,*/*' && request.userAgent.startsWith('LegibleBot/'),
      );
      // The comparison of user agents asks for one deep page.
      assert.ok(asPage.length <= 2, `${path}: ${asPage.length}`);
    }
  });
});
